// Table 4: number of genes that the models of table 2 use, from the same folds.
#include "classification.hpp"

namespace graphsparse::experiments {

std::optional<Report> run_table4(const Request& request, Watcher& watcher) {
  const std::optional<Classification> results = classify(request, watcher);
  if (!results) return std::nullopt;
  return make_fold_table("table4", "genes", &FoldScore::nonzeros, "table4_nonzeros.csv", request,
                         *results);
}

}  // namespace graphsparse::experiments
