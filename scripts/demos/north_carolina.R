# Sudden infant deaths in North Carolina, 1974 to 1984, as `graphsparse demo outbreak` has them inside:
#   Rscript scripts/demos/north_carolina.R experiments/demos/north_carolina.tsv
# Debian: r-cran-spdata (CC0-1.0) r-cran-sf r-cran-spdep. Run once; the file is part of this project.
suppressMessages({
  library(sf)
  library(spdep)
  library(spData)
})
script <- sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE))
source(file.path(dirname(script), "regions.R"))
out <- commandArgs(TRUE)[1]

data(nc.sids)
shapes <- st_read(system.file("shapes/sids.shp", package = "spData"), quiet = TRUE)
shapes <- shapes[match(rownames(nc.sids), shapes$NAME), ]
stopifnot(!anyNA(shapes$NAME))
# Degrees to kilometres around the middle of the state.
st_geometry(shapes) <- st_geometry(shapes) * diag(111.2 * c(cos(35.5 * pi / 180), 1))

write_regions(
  out,
  c("Births and sudden infant deaths 1974-1984: Cressie and Read 1985; counties: US Census.",
    "From r-cran-spdata (nc.sids, ncCR85.nb, sids.shp), CC0-1.0: no rights reserved."),
  data.frame(id = rownames(nc.sids), name = rownames(nc.sids),
             population = nc.sids$BIR74 + nc.sids$BIR79, cases = nc.sids$SID74 + nc.sids$SID79),
  ncCR85.nb, shapes)
