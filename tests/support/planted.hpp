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

  std::unique_ptr<SparsityModel> model(ModelKind kind) const {
    const auto sparsity = static_cast<std::int64_t>(signal.support.size());
    if (kind == ModelKind::graph) {
      GraphModelOptions options;
      options.sparsity = sparsity;
      options.head_low = 2 * sparsity;
      return make_graph_model(graph, options);
    }
    if (kind == ModelKind::group) return make_group_model(pairs(), sparsity);
    return make_top_model(graph.node_count(), sparsity);
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
    const SolverRow& row = find_solver(solver);
    SolverOptions options = row.options;
    options.seed = seed;
    const auto own_model = model(row.model);
    return solve(problem(), *own_model, options);
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
