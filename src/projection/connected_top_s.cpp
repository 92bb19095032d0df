#include "projection/connected_top_s.hpp"

#include <algorithm>

namespace graphsparse {

ConnectedTopS::ConnectedTopS(const Graph& graph)
    : graph_(graph), waiting_(static_cast<std::size_t>(graph.node_count()), 0) {}

bool ConnectedTopS::find(std::span<const double> prizes, double threshold, std::int64_t count,
                         std::int64_t components, Support& support) {
  const auto above = std::count_if(prizes.begin(), prizes.end(),
                                   [threshold](double prize) { return prize > threshold; });
  std::int64_t at_threshold = count - above;
  support.clear();
  for (std::size_t node = 0; node < prizes.size(); ++node) {
    if (prizes[node] < threshold) continue;
    if (prizes[node] == threshold && at_threshold-- <= 0) continue;
    support.push_back(static_cast<NodeId>(node));
  }
  return has_at_most(components, support);
}

bool ConnectedTopS::has_at_most(std::int64_t components, const Support& support) {
  for (const NodeId node : support) waiting_[static_cast<std::size_t>(node)] = 1;
  std::int64_t found = 0;
  for (const NodeId start : support) {
    if (waiting_[static_cast<std::size_t>(start)] == 0) continue;
    if (++found > components) break;
    waiting_[static_cast<std::size_t>(start)] = 0;
    stack_.push_back(start);
    while (!stack_.empty()) {
      const NodeId node = stack_.back();
      stack_.pop_back();
      for (const Graph::Incidence& edge : graph_.incident(node)) {
        char& is_waiting = waiting_[static_cast<std::size_t>(edge.neighbour)];
        if (is_waiting == 0) continue;
        is_waiting = 0;
        stack_.push_back(edge.neighbour);
      }
    }
  }
  for (const NodeId node : support) waiting_[static_cast<std::size_t>(node)] = 0;
  return found <= components;
}

}  // namespace graphsparse
