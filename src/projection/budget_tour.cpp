#include "projection/budget_tour.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace graphsparse {

LambdaBracket::LambdaBracket(double start, double first_stride, double ceiling)
    : start_(std::min(start, ceiling)), stride_(first_stride), ceiling_(ceiling) {}

double LambdaBracket::next() const {
  const bool has_lower = lower_ > 0.0;
  const bool has_upper = !std::isinf(upper_);
  if (!has_lower && !has_upper) return start_;
  if (!has_upper) return std::min(ceiling_, lower_ * stride_);
  if (!has_lower) return std::max(floor_, upper_ / stride_);
  return std::sqrt(std::max(lower_, floor_)) * std::sqrt(upper_);
}

void LambdaBracket::record(double lambda, bool within_limit) {
  const bool is_first = lower_ == 0.0 && std::isinf(upper_);
  if (!is_first) stride_ *= stride_;
  if (within_limit) {
    upper_ = std::min(upper_, lambda);
  } else {
    lower_ = std::max(lower_, lambda);
  }
}

bool LambdaBracket::is_closed() const {
  if (std::isinf(upper_)) return lower_ >= ceiling_;
  return upper_ <= (1.0 + kBudgetPrecision) * std::max(lower_, floor_);
}

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

ForestTour::ForestTour(const Graph& graph) : graph_(graph), number_(graph.node_count()) {}

void ForestTour::cut(const Forest& forest, IdSpan<const double> prizes, double cost_limit,
                     Support& nodes) {
  link_nodes(forest);
  walk_forest(forest);
  const Stretch best = best_stretch(forest, prizes, cost_limit);

  nodes.clear();
  for (std::size_t i = best.first; i <= best.last; ++i) {
    nodes.push_back(forest.nodes[steps_[i].node]);
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

// Afterwards the links of node i are those from next_link_[i] up to, not including, link_ends_[i].
void ForestTour::link_nodes(const Forest& forest) {
  for (std::size_t i = 0; i < forest.nodes.size(); ++i) {
    number_[forest.nodes[i]] = static_cast<std::int32_t>(i);
  }
  next_link_.assign(forest.nodes.size() + 1, 0);
  for (const EdgeId e : forest.edges) {
    ++next_link_[number_[graph_.end_of(2 * e)] + 1];
    ++next_link_[number_[graph_.end_of(2 * e + 1)] + 1];
  }
  for (std::size_t i = 1; i < next_link_.size(); ++i) next_link_[i] += next_link_[i - 1];

  // Filling moves each start to its end.
  links_.resize(2 * forest.edges.size());
  link_ends_.assign(next_link_.begin(), next_link_.end() - 1);
  for (std::size_t i = 0; i < forest.edges.size(); ++i) {
    const std::int32_t u = number_[graph_.end_of(2 * forest.edges[i])];
    const std::int32_t v = number_[graph_.end_of(2 * forest.edges[i] + 1)];
    links_[link_ends_[u]++] = {v, static_cast<std::int32_t>(i)};
    links_[link_ends_[v]++] = {u, static_cast<std::int32_t>(i)};
  }
}

void ForestTour::walk_forest(const Forest& forest) {
  steps_.clear();
  seen_.assign(forest.nodes.size(), 0);
  for (std::size_t i = 0; i < forest.nodes.size(); ++i) {
    if (!seen_[i]) walk_tree(static_cast<std::int32_t>(i));
  }
}

void ForestTour::walk_tree(std::int32_t root) {
  steps_.push_back({root, kNoEdge});
  seen_[root] = 1;
  way_back_.clear();
  std::size_t last_discovery = steps_.size();
  while (true) {
    const std::int32_t here = steps_.back().node;
    std::int32_t& next = next_link_[here];
    while (next < link_ends_[here] && seen_[links_[next].node]) ++next;
    if (next < link_ends_[here]) {
      const Link link = links_[next];
      seen_[link.node] = 1;
      way_back_.push_back({here, link.edge});
      steps_.push_back({link.node, link.edge});
      last_discovery = steps_.size();
      continue;
    }
    if (way_back_.empty()) break;
    steps_.push_back(way_back_.back());
    way_back_.pop_back();
  }
  // The walk home from the last new node is of no use.
  steps_.resize(last_discovery);
}

// Slides a window along the tour: every step enters once and leaves once.
ForestTour::Stretch ForestTour::best_stretch(const Forest& forest, IdSpan<const double> prizes,
                                             double cost_limit) {
  node_visits_.assign(forest.nodes.size(), 0);
  edge_visits_.assign(forest.edges.size(), 0);
  const auto prize_of = [&](const Step& step) { return prizes[forest.nodes[step.node]]; };
  const auto cost_of = [&](const Step& step) { return graph_.cost(forest.edges[step.edge]); };

  Stretch best;
  double best_prize = -1.0;
  double prize = 0.0;
  double cost = 0.0;
  std::size_t first = 0;
  for (std::size_t last = 0; last < steps_.size(); ++last) {
    const Step& entering = steps_[last];
    if (node_visits_[entering.node]++ == 0) prize += prize_of(entering);
    if (entering.edge != kNoEdge && edge_visits_[entering.edge]++ == 0) {
      cost += cost_of(entering);
    }
    while (cost > cost_limit && first < last) {
      const Step& leaving = steps_[first];
      if (--node_visits_[leaving.node] == 0) prize -= prize_of(leaving);
      ++first;
      // The edge after the node that leaves goes with it.
      const Step& new_first = steps_[first];
      if (new_first.edge != kNoEdge && --edge_visits_[new_first.edge] == 0) {
        cost -= cost_of(new_first);
      }
      if (first == last) cost = 0.0;  // no edge is left, whatever rounding says
    }
    if (prize > best_prize) {
      best_prize = prize;
      best = {first, last};
    }
  }
  return best;
}

}  // namespace graphsparse
