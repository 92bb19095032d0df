// Table 3: balanced classification error of the methods of table 2, from the same folds.
#include "classification.hpp"

namespace graphsparse::experiments {

std::optional<Report> run_table3(const Request& request, Watcher& watcher) {
  const std::optional<Classification> results = classify(request, watcher);
  if (!results) return std::nullopt;
  return make_fold_table("table3", "balanced error", &FoldScore::balanced_error,
                         "table3_balanced_error.csv", request, *results);
}

}  // namespace graphsparse::experiments
