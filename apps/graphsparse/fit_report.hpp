// The page that `fit --report` writes.
#pragma once

#include <string>

#include "fit_problem.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse::cli {

// Facts, coefficients, the objective epoch by epoch, and a picture of what was selected, as one
// self-contained HTML page.
void write_fit_report(const std::string& path, const FitProblem& fit, const Result& result);

}  // namespace graphsparse::cli
