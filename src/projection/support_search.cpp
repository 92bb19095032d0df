#include "projection/support_search.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace graphsparse {

void PathFinder::start(IdSpan<const double> prizes, NodeId from, std::int64_t most_nodes) {
  if (++run_ == 0) {  // the stamps have gone once around
    std::fill(records_.begin(), records_.end(), Record{});
    run_ = 1;
  }
  reached_.assign(1, from);
  records_[from] = {run_, 1, prizes[from], kNoNode};
  // A node's record is final when its turn comes: all nodes before it on shortest ways had theirs.
  for (std::size_t next = 0; next < reached_.size(); ++next) {
    const NodeId node = reached_[next];
    const Record here = records_[node];
    if (here.count >= most_nodes) return;
    for (const auto& [neighbour, half] : graph_.incident(node)) {
      Record& near = records_[neighbour];
      const double sum = here.prizes + prizes[neighbour];
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
  if (records_[to].run != run_) return false;
  for (NodeId node = to; node != kNoNode; node = records_[node].before) {
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

SupportSearch::SupportSearch(const Graph& graph) : graph_(graph), records_(graph.node_count()) {}

SupportSearch::Record& SupportSearch::meet(NodeId node) {
  Record& here = records_[node];
  if (here.run != run_) {
    here = Record{};
    here.run = run_;
  }
  return here;
}

void SupportSearch::begin(IdSpan<const double> prizes, std::span<const NodeId> nodes) {
  if (++run_ == 0) {  // the stamps have gone once around
    std::fill(records_.begin(), records_.end(), Record{});
    run_ = 1;
  }
  prizes_ = prizes;
  inside_count_ = std::ssize(nodes);
  piece_count_ = 0;
  members_.assign(nodes.begin(), nodes.end());
  border_.clear();
  leaves_.clear();
  far_.clear();
  for (const NodeId node : nodes) meet(node).inside = true;
}

// Trees grow from the largest prizes to the smallest, so that small ones end up as leaves unless
// something can only be reached through them.
void SupportSearch::build_forest() {
  ranked_.clear();
  for (const NodeId node : members_) ranked_.push_back(ranked(node));
  if (ranked_.empty()) return;
  ++piece_count_;
  const NodeId largest = std::ranges::min_element(ranked_, larger_prize)->node;
  if (grow_tree(largest) == members_.size()) return;  // as it mostly does
  std::sort(ranked_.begin(), ranked_.end(), larger_prize);
  for (const Ranked& root : ranked_) {
    if (records_[root.node].in_forest) continue;
    ++piece_count_;
    grow_tree(root.node);
  }
}

// Returns how many nodes it has.
std::size_t SupportSearch::grow_tree(NodeId root) {
  std::size_t count = 0;
  records_[root].in_forest = true;
  reached_.assign(1, ranked(root));
  while (!reached_.empty()) {
    std::pop_heap(reached_.begin(), reached_.end(), smaller_prize);
    const NodeId node = reached_.back().node;
    reached_.pop_back();
    ++count;
    for (const auto& [neighbour, half] : graph_.incident(node)) {
      Record& near = meet(neighbour);
      if (!near.inside || near.in_forest) continue;
      near.in_forest = true;
      near.parent = node;
      near.edge_up = edge_of(half);
      ++records_[node].children;
      reached_.push_back(ranked(neighbour));
      std::push_heap(reached_.begin(), reached_.end(), smaller_prize);
    }
  }
  return count;
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
  while (!border_.empty() && records_[border_.front().node].inside) {
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
    ++records_[added.parent].children;
  }
  ++inside_count_;
  members_.push_back(node);
  put_border_around(node);
}

void SupportSearch::grow(IdSpan<const double> prizes, std::int64_t size, std::int64_t pieces,
                         std::vector<NodeId>& nodes) {
  begin(prizes, nodes);
  // The forest counts the pieces; there is at least one, and more matter only if there may be more.
  if (pieces > 1) {
    build_forest();
  } else if (!nodes.empty()) {
    piece_count_ = 1;
  }
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

void SupportSearch::exchange(IdSpan<const double> prizes, std::int64_t pieces,
                             std::vector<NodeId>& nodes) {
  for (int round = 0; round < kMaxRounds; ++round) {
    begin(prizes, nodes);
    build_forest();
    for (const NodeId node : nodes) {
      put_border_around(node);
      if (records_[node].children == 0) push_leaf(node);
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
    const Record& here = records_[leaves_.front().node];
    if (here.inside && here.children == 0) return leaves_.front().node;
    std::pop_heap(leaves_.begin(), leaves_.end(), larger_prize);
    leaves_.pop_back();
  }
  return kNoNode;
}

// The best node that can come in when the leaf goes out, if it is worth more.
NodeId SupportSearch::find_replacement(NodeId leaf, std::int64_t pieces) {
  const std::int64_t pieces_left = piece_count_ - (records_[leaf].parent == kNoNode ? 1 : 0);
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
      records_[candidate].on_border = false;  // its neighbours have left
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
  Record& gone = records_[leaf];
  gone.inside = false;
  --inside_count_;
  // It may come back; far_ forgets what it passed over, but the border does not.
  gone.on_border = true;
  push_border(leaf);
  if (gone.parent == kNoNode) {
    --piece_count_;
    return;
  }
  if (--records_[gone.parent].children == 0) push_leaf(gone.parent);
}

void SupportSearch::drop_worthless(IdSpan<const double> prizes, std::int64_t size,
                                   std::vector<NodeId>& nodes) {
  if (std::ssize(nodes) <= size) return;
  begin(prizes, nodes);
  build_forest();
  for (const NodeId node : nodes) {
    if (records_[node].children == 0) push_leaf(node);
  }
  while (inside_count_ > size) {
    const NodeId leaf = worst_leaf();
    if (leaf == kNoNode || prize(leaf) > 0.0) break;
    remove_leaf(leaf);
  }
  hand_out(nodes);
}

void SupportSearch::span(IdSpan<const double> prizes, std::span<const NodeId> nodes,
                         std::vector<EdgeId>& edges) {
  begin(prizes, nodes);
  build_forest();
  edges.clear();
  for (const NodeId node : nodes) {
    if (records_[node].parent != kNoNode) edges.push_back(records_[node].edge_up);
  }
}

void SupportSearch::hand_out(std::vector<NodeId>& nodes) {
  nodes.clear();
  for (const NodeId node : members_) {
    // A node that left and came back is listed twice.
    if (std::exchange(records_[node].inside, false)) nodes.push_back(node);
  }
  std::sort(nodes.begin(), nodes.end());
}

}  // namespace graphsparse
