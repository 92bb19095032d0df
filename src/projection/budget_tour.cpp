#include "projection/budget_tour.hpp"

#include <algorithm>

namespace graphsparse {
namespace {

std::size_t at(std::int32_t number) { return static_cast<std::size_t>(number); }

}  // namespace

ForestTour::ForestTour(const Graph& graph)
    : graph_(graph), number_(static_cast<std::size_t>(graph.node_count())) {}

void ForestTour::cut(const Forest& forest, std::span<const double> prizes, double cost_limit,
                     Support& nodes) {
  link_nodes(forest);
  walk_forest(forest);
  const Stretch best = best_stretch(forest, prizes, cost_limit);

  nodes.clear();
  for (std::size_t i = best.first; i <= best.last; ++i) {
    nodes.push_back(forest.nodes[at(steps_[i].node)]);
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

// Afterwards the links of node i are those from next_link_[i] up to, not including, link_ends_[i].
void ForestTour::link_nodes(const Forest& forest) {
  for (std::size_t i = 0; i < forest.nodes.size(); ++i) {
    number_[at(forest.nodes[i])] = static_cast<std::int32_t>(i);
  }
  next_link_.assign(forest.nodes.size() + 1, 0);
  for (const EdgeId e : forest.edges) {
    ++next_link_[at(number_[at(graph_.end_of(2 * e))]) + 1];
    ++next_link_[at(number_[at(graph_.end_of(2 * e + 1))]) + 1];
  }
  for (std::size_t i = 1; i < next_link_.size(); ++i) next_link_[i] += next_link_[i - 1];

  // Filling moves each start to its end.
  links_.resize(2 * forest.edges.size());
  link_ends_.assign(next_link_.begin(), next_link_.end() - 1);
  for (std::size_t i = 0; i < forest.edges.size(); ++i) {
    const std::int32_t u = number_[at(graph_.end_of(2 * forest.edges[i]))];
    const std::int32_t v = number_[at(graph_.end_of(2 * forest.edges[i] + 1))];
    links_[at(link_ends_[at(u)]++)] = {v, static_cast<std::int32_t>(i)};
    links_[at(link_ends_[at(v)]++)] = {u, static_cast<std::int32_t>(i)};
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
  seen_[at(root)] = 1;
  way_back_.clear();
  std::size_t last_discovery = steps_.size();
  while (true) {
    const std::int32_t here = steps_.back().node;
    std::int32_t& next = next_link_[at(here)];
    while (next < link_ends_[at(here)] && seen_[at(links_[at(next)].node)]) ++next;
    if (next < link_ends_[at(here)]) {
      const Link link = links_[at(next)];
      seen_[at(link.node)] = 1;
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
ForestTour::Stretch ForestTour::best_stretch(const Forest& forest, std::span<const double> prizes,
                                             double cost_limit) {
  node_visits_.assign(forest.nodes.size(), 0);
  edge_visits_.assign(forest.edges.size(), 0);
  const auto prize_of = [&](const Step& step) { return prizes[at(forest.nodes[at(step.node)])]; };
  const auto cost_of = [&](const Step& step) { return graph_.cost(forest.edges[at(step.edge)]); };

  Stretch best;
  double best_prize = -1.0;
  double prize = 0.0;
  double cost = 0.0;
  std::size_t first = 0;
  for (std::size_t last = 0; last < steps_.size(); ++last) {
    const Step& entering = steps_[last];
    if (node_visits_[at(entering.node)]++ == 0) prize += prize_of(entering);
    if (entering.edge != kNoEdge && edge_visits_[at(entering.edge)]++ == 0) {
      cost += cost_of(entering);
    }
    while (cost > cost_limit && first < last) {
      const Step& leaving = steps_[first];
      if (--node_visits_[at(leaving.node)] == 0) prize -= prize_of(leaving);
      ++first;
      // The edge after the node that leaves goes with it.
      const Step& new_first = steps_[first];
      if (new_first.edge != kNoEdge && --edge_visits_[at(new_first.edge)] == 0) {
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
