// What a cross-validation prints.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cv_options.hpp"
#include "fit_problem.hpp"
#include "graphsparse/selection/cross_validation.hpp"
#include "output.hpp"

namespace graphsparse::cli {

// All there is to tell. The problem has the settings of the refit.
struct CvOutcome {
  const CvOptions& options;
  const std::vector<Setting>& settings;
  const CrossValidationResult& result;
  const FitProblem& problem;
  const Result& refit;
  const PenaltyFacts* penalty = nullptr;  // of convex solvers
  double seconds = 0.0;
};

Json cv_to_json(const CvOutcome& cv);
std::string cv_to_table(const CvOutcome& cv);

// Name (as in JSON) and values of everything that is measured on the outer folds and applies.
std::vector<std::pair<std::string, Spread>> outer_scores(const CrossValidationResult& result);

// Features that some outer model selects, from the most stable to the least; ties in the order of
// the features.
std::vector<NodeId> by_stability(const CrossValidationResult& result);

// Label and value of what matters to people, for the table and the report.
std::vector<std::pair<std::string, std::string>> cv_facts(const CvOutcome& cv);

// "0.743 +- 0.081".
std::string format_spread(const Spread& spread);

}  // namespace graphsparse::cli
