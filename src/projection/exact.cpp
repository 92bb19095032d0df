#include "projection/exact.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "projection/checks.hpp"
#include "projection/exact_forest.hpp"

namespace graphsparse {
namespace {

// Search is ForestKnapsack or SubsetSearch.
template <class Search>
class ExactProjection final : public Projection {
 public:
  ExactProjection(const Graph& graph, const ProjectionOptions& options, Search search)
      : graph_(graph), options_(options), search_(std::move(search)), component_counter_(graph) {}

  const ProjectionResult& project(std::span<const double> x) override {
    check_vector(graph_, x);
    energies_.assign(x);
    result_.support.clear();
    if (options_.max_size > 0) search_.solve(energies_.values(), result_.support);
    finish_result(x, options_, component_counter_, result_);
    result_.certified_factor = certified_factor();
    return result_;
  }

 private:
  // The search compares what is kept. Of two sums that rounding makes alike one may keep, and so
  // lose, that much more, which is nothing to a head but may be all that a tail loses.
  std::optional<double> certified_factor() const {
    constexpr double kShown = 1e-9;
    const double lost = energies_.sum_outside(result_.support);
    if (options_.kind == ProjectionKind::head || lost == 0.0) return 1.0;
    double total = 0.0;
    for (const double energy : energies_.values()) total += energy;
    const double rounding = 2.0 * std::numeric_limits<double>::epsilon() *
                            static_cast<double>(graph_.node_count() + 4) * total;
    if (!ScaledSquares::is_sound(lost) || rounding >= lost) return std::nullopt;
    return rounding <= kShown * lost ? 1.0 : std::sqrt(lost / (lost - rounding));
  }

  const Graph& graph_;
  ProjectionOptions options_;
  Search search_;
  ScaledSquares energies_;
  InducedComponents component_counter_;
  ProjectionResult result_;
};

}  // namespace

std::unique_ptr<Projection> make_exact_projection(const Graph& graph,
                                                  const ProjectionOptions& options) {
  if (std::optional<ForestOrder> order = order_forest(graph)) {
    return std::make_unique<ExactProjection<ForestKnapsack>>(
        graph, options, ForestKnapsack(std::move(*order), options));
  }
  if (graph.node_count() <= SubsetSearch::kMaxNodes) {
    return std::make_unique<ExactProjection<SubsetSearch>>(graph, options,
                                                           SubsetSearch(graph, options));
  }
  throw InputError(fmt::format(
      "method exact: the graph has {} nodes and a cycle; exact needs a forest or at most {} nodes",
      graph.node_count(), SubsetSearch::kMaxNodes));
}

}  // namespace graphsparse
