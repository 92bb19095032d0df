#include "solver/measure.hpp"

#include <fmt/format.h>

#include <cmath>

#include "graphsparse/objective/block_objective.hpp"

namespace graphsparse {

void measure(const Problem& problem, Rows rows, Result& result) {
  BlockObjective all(problem);
  all.move_to(rows, result.x);
  result.objective = all.value(result.x);
  double squares = 0.0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double residual = all.target()[k] - all.predictors()[k];
    squares += residual * residual;
  }
  result.residual_norm = std::sqrt(squares);
  result.message = fmt::format("{} after {} epochs, objective {:.6g}",
                               to_string(result.termination), result.epochs, result.objective);
}

}  // namespace graphsparse
