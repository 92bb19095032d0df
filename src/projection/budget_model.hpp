// The weighted graph model with one cost instead of two limits, and the factors that follow.
#pragma once

#include <cstdint>

#include "graphsparse/graph/graph.hpp"
#include "graphsparse/pcst/pcst.hpp"

namespace graphsparse {

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

}  // namespace graphsparse
