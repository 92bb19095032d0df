// The page that `fit --report` writes.
#pragma once

#include <string>

#include "fit_problem.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse::cli {

// Facts, coefficients, the objective epoch by epoch, a picture of what was selected and, for two
// classes, the ROC curve of the training data, as one self-contained HTML page.
void write_fit_report(const std::string& path, const FitProblem& fit, const Result& result,
                      const PenaltyFacts* penalty = nullptr);

}  // namespace graphsparse::cli
