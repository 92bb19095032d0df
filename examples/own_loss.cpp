// A loss of one's own: quantile regression with a smoothed corner, fitted on a connected support.
// Three functions of the predictor z and the target y are all there is to write; the bound on the
// curvature lets solvers take larger steps.
#include <algorithm>
#include <cstdio>

#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/solver/solver.hpp"

namespace {

// For quantile q: slope -q where the prediction is too low, 1 - q where it is too high, and a
// straight line between over a width of `corner`.
struct SmoothQuantile {
  double quantile = 0.75;
  double corner = 0.1;

  double value(double z, double y) const {
    const double r = z - y;
    if (r <= -corner) return -quantile * (r + corner) + value_at_corner();
    if (r >= corner) return (1.0 - quantile) * (r - corner) + value_at_corner(1.0);
    return r * r / (4.0 * corner) + corner / 4.0 + (0.5 - quantile) * r;
  }
  double derivative(double z, double y) const {
    const double r = std::clamp(z - y, -corner, corner);
    return r / (2.0 * corner) + 0.5 - quantile;
  }
  double second_derivative(double z, double y) const {
    return z - y > -corner && z - y < corner ? 1.0 / (2.0 * corner) : 0.0;
  }
  graphsparse::LossTraits traits() const { return {.curvature_bound = 1.0 / (2.0 * corner)}; }

 private:
  double value_at_corner(double sign = -1.0) const {
    return corner / 2.0 + sign * (0.5 - quantile) * corner;
  }
};

}  // namespace

int main() {
  using namespace graphsparse;
  const Graph grid = make_grid(16, 16);
  RandomStream stream(0, "example");
  const PlantedSignal signal =
      normal_signal(random_walk_support(grid, 136, 12, stream), grid.node_count(), stream);
  Measurements seen = measure_linear(signal, 200, 0.2, stream);
  const DenseMatrix<double> design(200, grid.node_count(), std::move(seen.design));

  const LossOf<SmoothQuantile> loss;
  Problem problem;
  problem.design = &design;
  problem.target = seen.target;
  problem.loss = &loss;
  GraphStructureOptions model_options;
  model_options.sparsity = 12;
  const auto model = make_graph_structure(grid, model_options);
  const Result result = solve(problem, *model, find_solver("graph-rand-htp").options);

  std::size_t found = 0;
  for (const NodeId node : result.x.support) {
    found += std::binary_search(signal.support.begin(), signal.support.end(), node) ? 1U : 0U;
  }
  std::printf("%s; %zu of %zu planted nodes found\n", result.message.c_str(), found,
              signal.support.size());
  return found * 2 > signal.support.size() ? 0 : 1;
}
