// Table 2: area under the ROC curve of the paper's eight methods and ours, over repeats.
#include "classification.hpp"

namespace graphsparse::experiments {

std::optional<Report> run_table2(const Request& request, Watcher& watcher) {
  const std::optional<Classification> results = classify(request, watcher);
  if (!results) return std::nullopt;
  return make_fold_table("table2", "AUC", &FoldScore::auc, "table2_auc.csv", request, *results);
}

}  // namespace graphsparse::experiments
