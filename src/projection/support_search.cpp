#include "projection/support_search.hpp"

#include <algorithm>
#include <functional>
#include <utility>

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

namespace {

constexpr int kMaxRounds = 6;
// How many better nodes that hang on the leaving one only are passed over before giving up.
constexpr std::size_t kMaxSetAside = 8;

}  // namespace

SupportSearch::SupportSearch(const Graph& graph)
    : graph_(graph), records_(static_cast<std::size_t>(graph.node_count())) {}

SupportSearch::Record& SupportSearch::meet(NodeId node) {
  Record& here = record(node);
  if (here.run != run_) {
    here = Record{};
    here.run = run_;
  }
  return here;
}

void SupportSearch::begin(std::span<const double> prizes, std::span<const NodeId> nodes) {
  if (++run_ == 0) {  // the stamps have gone once around
    std::fill(records_.begin(), records_.end(), Record{});
    run_ = 1;
  }
  prizes_ = prizes;
  inside_count_ = static_cast<std::int64_t>(nodes.size());
  piece_count_ = 0;
  members_.assign(nodes.begin(), nodes.end());
  border_.clear();
  leaves_.clear();
  far_.clear();
  for (const NodeId node : nodes) meet(node).inside = true;
  build_forest();
}

// Trees grow from the largest prizes to the smallest, so that small ones end up as leaves unless
// something can only be reached through them.
void SupportSearch::build_forest() {
  ranked_.clear();
  for (const NodeId node : members_) ranked_.push_back(ranked(node));
  std::sort(ranked_.begin(), ranked_.end(), larger_prize);
  for (std::size_t i = 0; i < members_.size(); ++i) members_[i] = ranked_[i].node;
  for (const NodeId node : members_) {
    if (record(node).in_forest) continue;
    ++piece_count_;
    grow_tree(node);
  }
}

void SupportSearch::grow_tree(NodeId root) {
  record(root).in_forest = true;
  reached_.assign(1, ranked(root));
  while (!reached_.empty()) {
    std::pop_heap(reached_.begin(), reached_.end(), smaller_prize);
    const NodeId node = reached_.back().node;
    reached_.pop_back();
    for (const auto& [neighbour, half] : graph_.incident(node)) {
      Record& near = meet(neighbour);
      if (!near.inside || near.in_forest) continue;
      near.in_forest = true;
      near.parent = node;
      near.edge_up = edge_of(half);
      ++record(node).children;
      reached_.push_back(ranked(neighbour));
      std::push_heap(reached_.begin(), reached_.end(), smaller_prize);
    }
  }
}

void SupportSearch::push_border(NodeId node) {
  border_.push_back(ranked(node));
  std::push_heap(border_.begin(), border_.end(), smaller_prize);
}

void SupportSearch::push_leaf(NodeId node) {
  leaves_.push_back(ranked(node));
  std::push_heap(leaves_.begin(), leaves_.end(), larger_prize);
}

void SupportSearch::put_border_around(NodeId node) {
  for (const auto& [neighbour, half] : graph_.incident(node)) {
    Record& near = meet(neighbour);
    if (near.inside || near.on_border) continue;
    near.on_border = true;
    push_border(neighbour);
  }
}

NodeId SupportSearch::top_of_border() {
  while (!border_.empty() && record(border_.front().node).inside) {
    std::pop_heap(border_.begin(), border_.end(), smaller_prize);
    border_.pop_back();
  }
  return border_.empty() ? kNoNode : border_.front().node;
}

// The node outside with the largest prize, wherever it is.
NodeId SupportSearch::best_far_node() {
  const auto n = static_cast<std::size_t>(graph_.node_count());
  if (far_.empty()) {
    // Among so many of the largest at least one is outside, now and after later exchanges.
    const std::size_t count = std::min(n, members_.size() + 64);
    far_.resize(n);
    for (std::size_t node = 0; node < n; ++node) far_[node] = ranked(static_cast<NodeId>(node));
    const auto end = far_.begin() + static_cast<std::ptrdiff_t>(count);
    std::nth_element(far_.begin(), end - 1, far_.end(), larger_prize);
    far_.resize(count);
    std::sort(far_.begin(), far_.end(), smaller_prize);
  }
  while (far_.size() > 1 && is_inside(far_.back().node)) far_.pop_back();
  return is_inside(far_.back().node) ? kNoNode : far_.back().node;
}

void SupportSearch::add(NodeId node) {
  Record& added = meet(node);
  added.inside = true;
  added.on_border = false;
  added.children = 0;
  added.parent = kNoNode;
  for (const auto& [neighbour, half] : graph_.incident(node)) {
    if (!is_inside(neighbour)) continue;
    if (added.parent != kNoNode && prize(added.parent) >= prize(neighbour)) continue;
    added.parent = neighbour;
    added.edge_up = edge_of(half);
  }
  if (added.parent == kNoNode) {
    ++piece_count_;
  } else {
    ++record(added.parent).children;
  }
  ++inside_count_;
  members_.push_back(node);
  put_border_around(node);
}

void SupportSearch::grow(std::span<const double> prizes, std::int64_t size, std::int64_t pieces,
                         std::vector<NodeId>& nodes) {
  begin(prizes, nodes);
  for (const NodeId node : nodes) put_border_around(node);
  while (inside_count_ < size) {
    NodeId best = top_of_border();
    if (piece_count_ < pieces) {
      const NodeId far = best_far_node();
      if (far != kNoNode && (best == kNoNode || prize(far) > prize(best))) best = far;
    }
    if (best == kNoNode) break;
    add(best);
  }
  hand_out(nodes);
}

void SupportSearch::exchange(std::span<const double> prizes, std::int64_t pieces,
                             std::vector<NodeId>& nodes) {
  for (int round = 0; round < kMaxRounds; ++round) {
    begin(prizes, nodes);
    for (const NodeId node : nodes) {
      put_border_around(node);
      if (record(node).children == 0) push_leaf(node);
    }
    if (!exchange_round(pieces)) return;
    hand_out(nodes);
  }
}

bool SupportSearch::exchange_round(std::int64_t pieces) {
  bool changed = false;
  for (;;) {
    const NodeId leaf = worst_leaf();
    if (leaf == kNoNode) return changed;
    const NodeId better = find_replacement(leaf, pieces);
    if (better == kNoNode) return changed;
    remove_leaf(leaf);
    add(better);
    push_leaf(better);
    changed = true;
  }
}

NodeId SupportSearch::worst_leaf() {
  while (!leaves_.empty()) {
    const Record& here = record(leaves_.front().node);
    if (here.inside && here.children == 0) return leaves_.front().node;
    std::pop_heap(leaves_.begin(), leaves_.end(), larger_prize);
    leaves_.pop_back();
  }
  return kNoNode;
}

// The best node that can come in when the leaf goes out, if it is worth more.
NodeId SupportSearch::find_replacement(NodeId leaf, std::int64_t pieces) {
  const std::int64_t pieces_left = piece_count_ - (record(leaf).parent == kNoNode ? 1 : 0);
  NodeId best = kNoNode;
  set_aside_.clear();
  while (set_aside_.size() < kMaxSetAside) {
    const NodeId candidate = top_of_border();
    if (candidate == kNoNode || prize(candidate) <= prize(leaf)) break;
    if (has_neighbour_inside(candidate, leaf)) {
      best = candidate;
      break;
    }
    std::pop_heap(border_.begin(), border_.end(), smaller_prize);
    border_.pop_back();
    if (has_neighbour_inside(candidate, kNoNode)) {
      set_aside_.push_back(candidate);
    } else {
      record(candidate).on_border = false;  // its neighbours have left
    }
  }
  for (const NodeId node : set_aside_) push_border(node);
  if (pieces_left < pieces) {
    const NodeId far = best_far_node();
    const double least = best == kNoNode ? prize(leaf) : prize(best);
    if (far != kNoNode && prize(far) > least) best = far;
  }
  return best;
}

bool SupportSearch::has_neighbour_inside(NodeId node, NodeId except) {
  return std::ranges::any_of(graph_.incident(node), [&](const Graph::Incidence& incidence) {
    return incidence.neighbour != except && is_inside(incidence.neighbour);
  });
}

void SupportSearch::remove_leaf(NodeId leaf) {
  Record& gone = record(leaf);
  gone.inside = false;
  --inside_count_;
  // It may come back; far_ forgets what it passed over, but the border does not.
  gone.on_border = true;
  push_border(leaf);
  if (gone.parent == kNoNode) {
    --piece_count_;
    return;
  }
  if (--record(gone.parent).children == 0) push_leaf(gone.parent);
}

void SupportSearch::drop_worthless(std::span<const double> prizes, std::int64_t size,
                                   std::vector<NodeId>& nodes) {
  if (static_cast<std::int64_t>(nodes.size()) <= size) return;
  begin(prizes, nodes);
  for (const NodeId node : nodes) {
    if (record(node).children == 0) push_leaf(node);
  }
  while (inside_count_ > size) {
    const NodeId leaf = worst_leaf();
    if (leaf == kNoNode || prize(leaf) > 0.0) break;
    remove_leaf(leaf);
  }
  hand_out(nodes);
}

void SupportSearch::span(std::span<const double> prizes, std::span<const NodeId> nodes,
                         std::vector<EdgeId>& edges) {
  begin(prizes, nodes);
  edges.clear();
  for (const NodeId node : nodes) {
    if (record(node).parent != kNoNode) edges.push_back(record(node).edge_up);
  }
}

void SupportSearch::hand_out(std::vector<NodeId>& nodes) {
  nodes.clear();
  for (const NodeId node : members_) {
    // A node that left and came back is listed twice.
    if (std::exchange(record(node).inside, false)) nodes.push_back(node);
  }
  std::sort(nodes.begin(), nodes.end());
}

}  // namespace graphsparse
