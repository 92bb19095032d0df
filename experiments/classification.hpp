// Tables 2 to 5: how well each method predicts the label of patients it has not seen, chosen and
// scored by nested cross-validation (docs/notes/figures/tables2-5.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cohort.hpp"
#include "experiment.hpp"

namespace graphsparse::experiments {

// What one method made of one fold.
struct FoldScore {
  double auc = 0.0;
  double balanced_error = 0.0;
  double nonzeros = 0.0;
  std::vector<NodeId> genes = {};  // chosen, as numbers of the cohort's genes
};

struct MethodScores {
  std::string method = {};
  std::vector<std::vector<FoldScore>> repeats = {};  // repeat x fold
};

struct Classification {
  Cohort cohort;
  std::vector<MethodScores> methods;
};

// `trials` repeats into 5 folds. Finished folds are kept in the folder, and used again by the
// other tables. Nothing where the watcher stopped the work.
std::optional<Classification> classify(const Request& request, Watcher& watcher);

std::string to_markdown(const report::Table& table);

// A table with a row a repeat and a column a method: mean and deviation over the folds, and over
// all in the last row; the published averages beside ours where there are any.
Report make_fold_table(const std::string& name, const std::string& title, double FoldScore::*value,
                       const std::string& published_file, const Request& request,
                       const Classification& results);

}  // namespace graphsparse::experiments
