# Invasive meningococcal disease in Germany, 2002 to 2008, as `graphsparse demo outbreak` reads it:
#   Rscript scripts/demos/outbreak.R OUT/regions.tsv
# Debian: r-cran-surveillance r-cran-sf r-cran-spdep. The package is under GPL-2; nothing says what
# licence its data have, so they are extracted on the user's machine and not part of this project.
suppressMessages({
  library(surveillance)
  library(sf)
  library(spdep)
})
script <- sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE))
source(file.path(dirname(script), "regions.R"))
out <- commandArgs(TRUE)[1]

data(imdepi)
load(system.file("shapes", "districtsD.RData", package = "surveillance"))
key <- as.character(districtsD$KEY)
name <- as.character(districtsD$GEN)
twice <- name %in% name[duplicated(name)]
name[twice] <- paste0(name[twice], " (", key[twice], ")")
events <- imdepi$events@data
cases <- function(type) as.vector(table(factor(events$tile[events$type == type], key)))
shapes <- st_as_sf(districtsD)

write_regions(
  out,
  c("Cases: German Reference Centre for Meningococci, Wuerzburg; Meyer, Elias, Hoehle 2012,",
    "Biometrics 68:607. Districts: BKG, Germany, 2009-01-01. From r-cran-surveillance, imdepi."),
  data.frame(id = key, name = name, population = districtsD$POPULATION, cases_B = cases("B"),
             cases_C = cases("C")),
  poly2nb(shapes, snap = 1), shapes)
