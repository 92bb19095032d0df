// Small planted problems for the tests of solvers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse {

// Every method with every structure.
inline std::vector<std::string> every_solver_name() {
  std::vector<std::string> all;
  for (const StructureRow& structure : structure_table()) {
    for (const SolverRow& row : solver_table()) {
      all.push_back(SolverChoice{row, structure.kind}.name());
    }
  }
  return all;
}

struct PlantedProblem {
  Graph graph;
  PlantedSignal signal;
  std::vector<double> target;
  std::unique_ptr<DesignMatrix> design;
  std::unique_ptr<Loss> loss;

  // The 16 x 16 grid of the paper's figure 4.
  static PlantedProblem linear(std::int64_t sparsity, std::int64_t observations,
                               std::uint64_t trial = 0, double noise = 0.0) {
    return make(16, sparsity, observations, trial, noise, "squares");
  }
  static PlantedProblem logistic(std::int64_t sparsity, std::int64_t observations,
                                 std::uint64_t trial = 0) {
    return make(16, sparsity, observations, trial, 0.0, "logistic");
  }

  Problem problem(bool intercept = false) const {
    return {design.get(), target, loss.get(), {}, 0.0, intercept};
  }

  // With as many features as the signal has.
  std::unique_ptr<Structure> structure(StructureKind kind) const {
    StructureSpec spec;
    spec.kind = kind;
    spec.features = graph.node_count();
    spec.sparsity = static_cast<std::int64_t>(signal.support.size());
    spec.head_size = 2 * spec.sparsity;
    spec.graph = &graph;
    const std::vector<std::int32_t> numbers = pairs();
    spec.groups = numbers;
    return make_structure(spec);
  }

  // Groups of two features, of which some hold the signal and no other feature.
  std::vector<std::int32_t> pairs() const {
    std::vector<std::int32_t> group(signal.values.size());
    std::int32_t inside = 0;
    auto outside = static_cast<std::int32_t>(signal.support.size() + 1) / 2 * 2;
    for (std::size_t j = 0; j < group.size(); ++j) {
      const bool is_planted =
          std::binary_search(signal.support.begin(), signal.support.end(), static_cast<NodeId>(j));
      group[j] = (is_planted ? inside++ : outside++) / 2;
    }
    return group;
  }

  Result run(std::string_view solver, std::uint64_t seed = 0) const {
    const SolverChoice choice = resolve_solver(solver);
    SolverOptions options = choice.row.options;
    options.seed = seed;
    const auto own_structure = structure(choice.structure);
    return solve(problem(), *own_structure, options);
  }

  double error(const Point& point) const {
    double squares = 0.0;
    for (std::size_t j = 0; j < point.w.size(); ++j) {
      squares += (point.w[j] - signal.values[j]) * (point.w[j] - signal.values[j]);
    }
    return std::sqrt(squares);
  }

 private:
  static PlantedProblem make(std::int64_t side, std::int64_t sparsity, std::int64_t observations,
                             std::uint64_t trial, double noise, std::string_view loss) {
    PlantedProblem planted;
    planted.graph = make_grid(side, side);
    const NodeId nodes = planted.graph.node_count();
    RandomStream stream(7, "planted", trial);
    Support support = random_walk_support(planted.graph, nodes / 2 + static_cast<NodeId>(side) / 2,
                                          sparsity, stream);
    const bool is_linear = loss == "squares";
    planted.signal = is_linear ? normal_signal(std::move(support), nodes, stream)
                               : bounded_signal(std::move(support), nodes, stream);
    Measurements seen = is_linear ? measure_linear(planted.signal, observations, noise, stream)
                                  : measure_logistic(planted.signal, observations, noise, stream);
    planted.target = std::move(seen.target);
    planted.design =
        std::make_unique<DenseMatrix<double>>(observations, nodes, std::move(seen.design));
    planted.loss = find_loss(loss).make();
    return planted;
  }
};

}  // namespace graphsparse
