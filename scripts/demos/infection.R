# Blood of volunteers after an influenza challenge, as `graphsparse demo infection` reads it:
#   Rscript scripts/demos/infection.R OUT
# Debian: r-bioc-qusage r-bioc-mergeomics. Both packages are under GPL-2 or later; nothing says what
# licence their data have, so they are extracted on the user's machine and not part of this project.
suppressMessages(library(qusage))
out <- commandArgs(TRUE)[1]

# GSE30550: Huang et al. 2011, PLoS Genetics 7(8). Hours 45 to 108, when the ill have symptoms.
data(fluExample)
data(GeneSets)
samples <- flu.meta[flu.meta$Hours.Numeric >= 45 & flu.meta$Hours.Numeric <= 108, ]
x <- t(eset.full[, samples$SampleID])
write.csv(
  data.frame(id = samples$SampleID, condition = samples$Condition, volunteer = samples$Subject,
             round(x, 4), check.names = FALSE),
  file.path(out, "expression.csv"), row.names = FALSE, quote = FALSE)
writeLines(ISG.geneSet, file.path(out, "interferon.txt"))

# The liver network of mouse, by the names of the human genes.
folder <- system.file("extdata", package = "Mergeomics")
network <- read.delim(file.path(folder, "network.mouseliver.mouse.txt"), stringsAsFactors = FALSE)
symbols <- read.delim(file.path(folder, "symbols.txt"), stringsAsFactors = FALSE)
u <- symbols$HUMAN[match(network$TAIL, symbols$MOUSE)]
v <- symbols$HUMAN[match(network$HEAD, symbols$MOUSE)]
known <- !is.na(u) & !is.na(v) & u != v
edges <- unique(data.frame(u = pmin(u[known], v[known]), v = pmax(u[known], v[known])))
write.table(edges, file.path(out, "network.tsv"), sep = "\t", row.names = FALSE, quote = FALSE)
