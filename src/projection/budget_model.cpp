#include "projection/budget_model.hpp"

#include <algorithm>
#include <vector>

namespace graphsparse {
namespace {

Graph reduce_costs(const Graph& original, double budget, double node_share) {
  std::vector<Edge> edges;
  edges.reserve(static_cast<std::size_t>(original.edge_count()));
  for (EdgeId e = 0; e < original.edge_count(); ++e) {
    Edge edge = original.edge(e);
    if (edge.cost > budget) continue;
    // Without a budget only edges that cost nothing are left.
    edge.cost = (budget > 0.0 ? edge.cost / budget : 0.0) + node_share;
    edges.push_back(edge);
  }
  return Graph::from_edges(original.node_count(), edges);
}

}  // namespace

BudgetModel::BudgetModel(const Graph& original, double budget, std::int64_t max_nodes)
    : graph(reduce_costs(original, budget, 1.0 / static_cast<double>(max_nodes))),
      // At least one tree, hence at most max_nodes - 1 edges.
      largest_cost((budget > 0.0 ? 1.0 : 0.0) +
                   static_cast<double>(max_nodes - 1) / static_cast<double>(max_nodes)),
      cost_limit(kBudgetExcess * largest_cost) {}

// A forest in the model pays at most lambda * B for its edges, so what it loses is at least the
// rest of the lower bound.
double BudgetModel::least_loss(const Forest& forest, double lambda, double total_prizes) const {
  // The second is what gw pruning promises; the first is hardly ever worse, but need not be better.
  const double objective = std::max(forest.lower_bound, forest.cost / 2.0 + forest.prizes_outside);
  const double edges = lambda * largest_cost;
  // Rounded down generously, because the difference of the two may be tiny.
  return objective - edges - 1e-12 * (objective + edges) - 1e-14 * total_prizes;
}

}  // namespace graphsparse
