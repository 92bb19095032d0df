// The search for the lambda at which a forest's cost passes the limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graphsparse/core/id_vector.hpp"
#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/pcst/pcst.hpp"

namespace graphsparse {

// Encloses it between a lambda that was too small and one that was large enough. First it walks
// away from the start in growing strides, then it halves the ratio of the two: ratios, because the
// scale of lambda is unknown and halving differences would take many more steps to find it.
class LambdaBracket {
 public:
  // The first stride is the ratio of the first two lambdas. At `ceiling` every cost is within the
  // limit, so nothing above it need be tried.
  LambdaBracket(double start, double first_stride, double ceiling);

  // The lambda to try. What came of it (or of any other) goes into record().
  double next() const;
  void record(double lambda, bool within_limit);

  // Below the floor a forest within the limit is good enough, so nothing below it need be tried.
  void set_floor(double floor) { floor_ = floor; }

  // Whether the two are so close that the factors hold, or nothing is left to try.
  bool is_closed() const;

 private:
  double start_;
  double stride_;
  double ceiling_;
  double floor_ = 0.0;
  double lower_ = 0.0;                                      // the largest that was too small
  double upper_ = std::numeric_limits<double>::infinity();  // the smallest that was large enough
};

// The weighted graph model with one cost instead of two limits, and the factors that follow.

// How far a result may exceed the largest cost in the model (nu in docs/budget.md). The paper's
// choice, which makes it five times the budget and about five times the nodes.
inline constexpr double kBudgetExcess = 2.5;

// How closely the search encloses the lambda it looks for (delta in docs/budget.md). Halving it
// costs one more solve and improves the factors by less than one per cent.
inline constexpr double kBudgetPrecision = 0.02;

// What a finished search guarantees: lost <= tail factor * least possible loss, and captured >=
// head factor * largest possible capture, both for squared norms.
inline constexpr double kBudgetTailFactor =
    1.0 + 2.0 * (1.0 + kBudgetPrecision) / (kBudgetExcess - 2.0);
inline constexpr double kBudgetHeadFactor =
    kBudgetExcess / (kBudgetExcess + 4.0 * (1.0 + kBudgetPrecision));

// An edge of cost w costs w/C + 1/s here, so that this one cost bounds both the original cost and
// the number of nodes. Edges that alone exceed the budget are gone: no support in the model can use
// them.
struct BudgetModel {
  Graph graph;
  double largest_cost = 0.0;  // B: no forest in the model costs more
  double cost_limit = 0.0;    // what a result may cost

  BudgetModel(const Graph& original, double budget, std::int64_t max_nodes);

  // What every support in the model loses at least, judging by a solve of this graph with costs
  // scaled by lambda and gw pruning. May be negative.
  double least_loss(const Forest& forest, double lambda, double total_prizes) const;
};

// Cuts a part of bounded cost and much prize out of a forest that costs too much.

// A tour walks around each tree of the forest, one tree after the other, and passes every edge at
// most twice. Any stretch of it is a forest with no more trees, and the best of the few stretches
// that cover the tour has a fair share of the prizes. Keeps its memory.
class ForestTour {
 public:
  explicit ForestTour(const Graph& graph);

  // The nodes of the stretch with the largest sum of prizes among those whose edges cost at most
  // the limit. The costs are those of the graph, unscaled.
  void cut(const Forest& forest, IdSpan<const double> prizes, double cost_limit, Support& nodes);

 private:
  // Numbers of nodes and edges count within the forest.
  struct Step {
    std::int32_t node;
    std::int32_t edge;  // by which the tour came here, or kNoEdge at the start of a tree
  };
  struct Link {
    std::int32_t node;
    std::int32_t edge;
  };
  struct Stretch {
    std::size_t first = 0;
    std::size_t last = 0;
  };
  static constexpr std::int32_t kNoEdge = -1;

  void link_nodes(const Forest& forest);
  void walk_forest(const Forest& forest);
  void walk_tree(std::int32_t root);
  Stretch best_stretch(const Forest& forest, IdSpan<const double> prizes, double cost_limit);

  const Graph& graph_;
  IdVector<std::int32_t> number_;  // of each node of the graph that is in the forest
  IdVector<std::int32_t> link_ends_;
  IdVector<Link> links_;
  std::vector<Step> steps_;
  IdVector<std::int32_t> next_link_;
  IdVector<char> seen_;
  std::vector<Step> way_back_;
  IdVector<std::int32_t> node_visits_;  // within the stretch
  IdVector<std::int32_t> edge_visits_;
};

}  // namespace graphsparse
