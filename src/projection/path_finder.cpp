#include "projection/path_finder.hpp"

#include <algorithm>

namespace graphsparse {

void PathFinder::start(std::span<const double> prizes, NodeId from, std::int64_t most_nodes) {
  if (++run_ == 0) {  // the stamps have gone once around
    std::fill(records_.begin(), records_.end(), Record{});
    run_ = 1;
  }
  const auto prize = [&](NodeId node) { return prizes[static_cast<std::size_t>(node)]; };
  reached_.assign(1, from);
  records_[static_cast<std::size_t>(from)] = {run_, 1, prize(from), kNoNode};
  // A node's record is final when its turn comes: all nodes before it on shortest ways had theirs.
  for (std::size_t next = 0; next < reached_.size(); ++next) {
    const NodeId node = reached_[next];
    const Record here = records_[static_cast<std::size_t>(node)];
    if (here.count >= most_nodes) return;
    for (const auto& [neighbour, half] : graph_.incident(node)) {
      Record& near = records_[static_cast<std::size_t>(neighbour)];
      const double sum = here.prizes + prize(neighbour);
      if (near.run != run_) {
        near = {run_, here.count + 1, sum, node};
        reached_.push_back(neighbour);
      } else if (near.count == here.count + 1 && sum > near.prizes) {
        near.prizes = sum;
        near.before = node;
      }
    }
  }
}

bool PathFinder::path_to(NodeId to, std::vector<NodeId>& nodes) const {
  nodes.clear();
  if (records_[static_cast<std::size_t>(to)].run != run_) return false;
  for (NodeId node = to; node != kNoNode; node = records_[static_cast<std::size_t>(node)].before) {
    nodes.push_back(node);
  }
  std::sort(nodes.begin(), nodes.end());
  return true;
}

}  // namespace graphsparse
