// A fit by one of the convex baselines.
#pragma once

#include <functional>

#include "fit_problem.hpp"
#include "graphsparse/baseline/path_learner.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse::cli {

struct BaselineFit {
  Result result;  // sweeps count as epochs, Newton steps as iterations
  PenaltyFacts penalty;
};

// Follows a path down to the penalty asked for. Once `cancelled` says true, the point reached is
// the result.
BaselineFit fit_baseline(const FitProblem& problem, const std::function<bool()>& cancelled);

// The same as a learner, to be cross-validated.
PathLearnerOptions path_learner_options(const FitProblem& problem);

}  // namespace graphsparse::cli
