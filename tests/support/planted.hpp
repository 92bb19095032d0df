// Small planted problems for the tests of solvers.
#pragma once

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

  // With as many features as the signal has; one of the groups is the signal's own.
  std::unique_ptr<Structure> structure(StructureKind kind) const {
    StructureSpec spec;
    spec.kind = kind;
    spec.features = graph.node_count();
    spec.sparsity = static_cast<std::int64_t>(signal.support.size());
    spec.head_size = 2 * spec.sparsity;
    spec.graph = &graph;
    const std::vector<std::int32_t> numbers = groups();
    spec.groups = numbers;
    return make_structure(spec);
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
  // Groups as large as the signal, cut from what is beside it.
  std::vector<std::int32_t> groups() const {
    std::vector<std::int32_t> numbers(static_cast<std::size_t>(graph.node_count()), -1);
    for (const NodeId feature : signal.support) numbers[static_cast<std::size_t>(feature)] = 0;
    const std::size_t size = signal.support.size();
    std::size_t place = size;
    for (std::int32_t& number : numbers) {
      if (number < 0) number = static_cast<std::int32_t>(place++ / size);
    }
    return numbers;
  }

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
