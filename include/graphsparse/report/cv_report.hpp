// The page of a cross-validation, and what matters to people of it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graphsparse/fit/fit.hpp"
#include "graphsparse/report/run_record.hpp"
#include "graphsparse/selection/cross_validation.hpp"
#include "graphsparse/selection/cv_spec.hpp"

namespace graphsparse {

// All there is to tell.
struct CrossValidation {
  CvSpec spec;
  std::vector<Setting> settings;
  const Metric* metric = nullptr;
  Response response = Response::numbers;
  CrossValidationResult result;
  std::vector<double> target;              // one per row
  std::vector<std::string> feature_names;  // empty: numbers
  Fit refit;                               // the best setting on all samples
  double seconds = 0.0;

  std::string feature_name(NodeId feature) const;
};

// Name (as in JSON) and values of everything that is measured on the outer folds and applies.
std::vector<std::pair<std::string, MeanStd>> outer_scores(const CrossValidationResult& result);

// Features that some outer model selects, from the most stable to the least; ties in the order of
// the features.
std::vector<NodeId> by_stability(const CrossValidationResult& result);

// "0.743 +- 0.081".
std::string format_spread(const MeanStd& spread);

// Label and value, for a table or a page.
std::vector<std::pair<std::string, std::string>> cv_facts(const CrossValidation& cv);

// Of each selected feature of the refit, the share of outer models that select it.
std::vector<double> stability_of_refit(const CrossValidation& cv);

// Facts, the refit's subnetwork and how stable its features are, scores along the grid, the ROC
// curve and how the run is repeated, as one self-contained HTML page.
std::string cv_page(const CrossValidation& cv, const RunRecord& run);

// One figure for a paper: what the refit selected of the graph; without any the scores along the
// grid.
std::string cv_figure(const CrossValidation& cv);

}  // namespace graphsparse
