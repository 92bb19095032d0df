# Writes regions as `graphsparse demo outbreak` reads them: a row each, with its neighbours and its
# boundary ("x,y x,y;x,y ..." in kilometres, rings separated by semicolons).

write_regions <- function(file, comments, table, neighbours, shapes) {
  ring <- function(m) paste(sprintf("%.1f,%.1f", m[, 1], m[, 2]), collapse = " ")
  rings <- function(shape) {
    polygons <- if (inherits(shape, "POLYGON")) list(shape) else shape
    paste(unlist(lapply(polygons, function(p) vapply(p, ring, ""))), collapse = ";")
  }
  names <- vapply(seq_along(neighbours), function(i) {
    near <- setdiff(neighbours[[i]], 0L)  # 0: none
    paste(table$id[near], collapse = ",")
  }, "")
  stopifnot(!anyDuplicated(table$id), !grepl("[\t;,]", table$id), !grepl("\t", table$name))
  table$neighbours <- names
  table$boundary <- vapply(sf::st_geometry(shapes), rings, "")
  out <- file(file, "w", encoding = "UTF-8")
  writeLines(paste("#", comments), out)
  writeLines(paste(colnames(table), collapse = "\t"), out)
  writeLines(do.call(paste, c(lapply(table, as.character), sep = "\t")), out)
  close(out)
}
