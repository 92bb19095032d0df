#include "projection/tree_trimmer.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "graphsparse/core/reversed.hpp"

namespace graphsparse {
namespace {

constexpr int kPriceSteps = 40;

std::size_t at(NodeId node) { return static_cast<std::size_t>(node); }

}  // namespace

TreeThinner::TreeThinner(const Graph& graph)
    : graph_(graph),
      order_(graph),
      place_of_node_(static_cast<std::size_t>(graph.node_count())),
      kept_(static_cast<std::size_t>(graph.node_count()), 0) {}

void TreeThinner::thin(std::span<const double> prizes, std::int64_t size, std::int64_t at_most,
                       std::vector<NodeId>& nodes, std::vector<EdgeId>& edges) {
  number_places(prizes, nodes, edges);
  double low = 0.0;
  double high = 0.0;
  for (const double prize : prize_at_) high = std::max(high, prize);
  // The number of nodes falls as the price rises.
  for (int step = 0; step < kPriceSteps; ++step) {
    const double middle = 0.5 * (low + high);
    const std::int64_t count = weigh(middle);
    (count >= size ? low : high) = middle;
    if (count >= size && count <= at_most) break;
  }
  if (low > 0.0 && weigh(low) >= size) keep_best_subtrees(nodes, edges);
  if (static_cast<std::int64_t>(nodes.size()) > at_most) {
    drop_cheapest_leaves(prizes, at_most, nodes, edges);
  }
}

void TreeThinner::number_places(std::span<const double> prizes, std::span<const NodeId> nodes,
                                std::span<const EdgeId> edges) {
  order_.arrange(nodes, edges, kNoNode);
  const std::span<const NodeId> below = order_.nodes_below();
  below_count_ = below.size();
  node_at_.assign(below.begin(), below.end());
  for (const NodeId node : nodes) {
    if (order_.is_top(node)) node_at_.push_back(node);
  }
  const std::size_t count = node_at_.size();
  prize_at_.resize(count);
  above_.resize(count);
  top_.resize(count);
  payoff_.resize(count);
  count_.resize(count);
  best_.resize(count);
  for (std::size_t place = 0; place < count; ++place) {
    place_of_node_[at(node_at_[place])] = static_cast<Place>(place);
    prize_at_[place] = prizes[at(node_at_[place])];
  }
  for (std::size_t place = count; place-- > 0;) {
    above_[place] = is_top(place) ? static_cast<Place>(place)
                                  : place_of_node_[at(order_.above(node_at_[place]))];
    top_[place] = is_top(place) ? static_cast<Place>(place) : top_[above_[place]];
  }
}

// Finds the best subtree of each tree; returns how many nodes they have together.
std::int64_t TreeThinner::weigh(double price) {
  const std::size_t count = node_at_.size();
  for (std::size_t place = 0; place < count; ++place) payoff_[place] = prize_at_[place] - price;
  std::fill(count_.begin(), count_.end(), 1);
  for (std::size_t place = 0; place < below_count_; ++place) {
    if (payoff_[place] <= 0.0) continue;
    payoff_[above_[place]] += payoff_[place];
    count_[above_[place]] += count_[place];
  }
  for (std::size_t top = below_count_; top < count; ++top) best_[top] = static_cast<Place>(top);
  for (std::size_t place = below_count_; place-- > 0;) {
    Place& best = best_[top_[place]];
    if (payoff_[place] > payoff_[best]) best = static_cast<Place>(place);
  }
  std::int64_t total = 0;
  for (std::size_t top = below_count_; top < count; ++top) {
    if (payoff_[best_[top]] > 0.0) total += count_[best_[top]];
  }
  return total;
}

void TreeThinner::keep_best_subtrees(std::vector<NodeId>& nodes, std::vector<EdgeId>& edges) {
  is_kept_.assign(node_at_.size(), 0);
  for (std::size_t top = below_count_; top < node_at_.size(); ++top) {
    if (payoff_[best_[top]] > 0.0) is_kept_[best_[top]] = 1;
  }
  for (std::size_t place = below_count_; place-- > 0;) {
    if (payoff_[place] > 0.0 && is_kept_[above_[place]] != 0) is_kept_[place] = 1;
  }
  for (std::size_t place = 0; place < node_at_.size(); ++place) {
    kept_[at(node_at_[place])] = is_kept_[place];
  }
  erase_unkept(nodes, edges);
}

void TreeThinner::drop_cheapest_leaves(std::span<const double> prizes, std::int64_t at_most,
                                       std::vector<NodeId>& nodes, std::vector<EdgeId>& edges) {
  number_places(prizes, nodes, edges);
  for (const NodeId node : nodes) kept_[at(node)] = 1;
  degree_.assign(node_at_.size(), 0);
  for (std::size_t place = 0; place < below_count_; ++place) ++degree_[above_[place]];
  const auto dearer = [](const Leaf& a, const Leaf& b) {
    return std::pair(a.prize, a.node) > std::pair(b.prize, b.node);
  };
  const auto leaf_at = [this](Place place) {
    return Leaf{prize_at_[place], node_at_[place], place};
  };
  leaves_.clear();
  for (std::size_t place = 0; place < node_at_.size(); ++place) {
    if (degree_[place] == 0) leaves_.push_back(leaf_at(static_cast<Place>(place)));
  }
  std::make_heap(leaves_.begin(), leaves_.end(), dearer);
  for (auto left = static_cast<std::int64_t>(nodes.size()); left > at_most; --left) {
    std::pop_heap(leaves_.begin(), leaves_.end(), dearer);
    const Leaf leaf = leaves_.back();
    leaves_.pop_back();
    kept_[at(leaf.node)] = 0;
    if (is_top(leaf.place)) continue;
    const Place up = above_[leaf.place];
    if (--degree_[up] > 0) continue;
    leaves_.push_back(leaf_at(up));
    std::push_heap(leaves_.begin(), leaves_.end(), dearer);
  }
  erase_unkept(nodes, edges);
}

void TreeThinner::erase_unkept(std::vector<NodeId>& nodes, std::vector<EdgeId>& edges) {
  std::erase_if(edges, [this](EdgeId edge) {
    return kept_[at(graph_.end_of(2 * edge))] == 0 || kept_[at(graph_.end_of(2 * edge + 1))] == 0;
  });
  std::erase_if(nodes, [this](NodeId node) { return std::exchange(kept_[at(node)], 0) == 0; });
}

namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();

// With more pieces than this a tree is only cut down to one piece, never split.
constexpr std::int64_t kMaxRows = 6;

// A child's choice in 32 bits: 0 is nothing.
constexpr std::uint32_t kNothing = 0;
std::uint32_t encode(bool top, std::int32_t pieces, std::int32_t count) {
  return static_cast<std::uint32_t>(count) << 4 | static_cast<std::uint32_t>(pieces) << 1 |
         (top ? 1U : 0U);
}

}  // namespace

TreeTrimmer::TreeTrimmer(const Graph& graph, std::int64_t max_cells)
    : max_cells_(max_cells),
      order_(graph),
      thinner_(graph),
      place_of_node_(static_cast<std::size_t>(graph.node_count())) {}

void TreeTrimmer::trim(std::span<const double> prizes, std::int64_t size, std::int64_t pieces,
                       std::vector<NodeId>& nodes, std::vector<EdgeId>& edges) {
  const auto spare = static_cast<std::int64_t>(nodes.size()) - size;
  if (spare <= 0) return;
  rows_ = pieces <= kMaxRows ? static_cast<std::int32_t>(pieces) : 1;
  count_at_root_ = pieces <= kMaxRows;
  const auto cells = [&](std::int64_t extra) {
    return (size + extra) * std::min(size, extra + 1) * rows_ * rows_;
  };
  if (cells(spare) > max_cells_) {
    std::int64_t affordable = spare;
    while (affordable > 0 && cells(affordable) > max_cells_) affordable /= 2;
    thinner_.thin(prizes, size, size + affordable, nodes, edges);
    if (static_cast<std::int64_t>(nodes.size()) == size) return;
  }
  size_ = static_cast<std::int32_t>(size);
  spare_ = static_cast<std::int32_t>(static_cast<std::int64_t>(nodes.size()) - size);

  order_.arrange(nodes, edges, kNoNode);
  number_places(nodes);
  values_.clear();
  child_choices_.clear();
  merges_.clear();
  const auto count = static_cast<std::int32_t>(node_at_.size());
  tables_.assign(node_at_.size() + 1, Table{});  // the last one has no node of its own
  for (std::int32_t place = 0; place < count; ++place) {
    start_table(place, prizes[static_cast<std::size_t>(node_at_[static_cast<std::size_t>(place)])]);
  }
  for (std::int32_t place = 0; place < count; ++place) {
    const NodeId node = node_at_[static_cast<std::size_t>(place)];
    merge(
        order_.is_top(node) ? count : place_of_node_[static_cast<std::size_t>(order_.above(node))],
        place);
  }
  trace_back(nodes);
}

// Places are numbered so that a child comes before its parent and the tops come last.
void TreeTrimmer::number_places(std::span<const NodeId> nodes) {
  node_at_.assign(order_.nodes_below().begin(), order_.nodes_below().end());
  for (const NodeId node : nodes) {
    if (order_.is_top(node)) node_at_.push_back(node);
  }
  for (std::size_t place = 0; place < node_at_.size(); ++place) {
    place_of_node_[static_cast<std::size_t>(node_at_[place])] = static_cast<std::int32_t>(place);
  }
}

TreeTrimmer::Table TreeTrimmer::new_table(std::int32_t nodes) {
  Table table;
  table.nodes = nodes;
  table.least = std::max(1, nodes - spare_);
  table.width = std::max(0, std::min(nodes, size_) - table.least + 1);
  table.begin = values_.size();
  values_.resize(values_.size() + 2 * static_cast<std::size_t>(rows_ * table.width), kImpossible);
  return table;
}

void TreeTrimmer::start_table(std::int32_t place, double prize) {
  Table& table = tables_[static_cast<std::size_t>(place)];
  table = new_table(1);
  if (table.width > 0) values_[row(table, true, 1)] = prize;
}

void TreeTrimmer::merge(std::int32_t parent, std::int32_t child) {
  before_ = tables_[static_cast<std::size_t>(parent)];
  child_ = tables_[static_cast<std::size_t>(child)];
  result_ = new_table(before_.nodes + child_.nodes);
  result_choices_ = child_choices_.size();
  child_choices_.resize(result_choices_ + 2 * static_cast<std::size_t>(rows_ * result_.width),
                        kNothing);
  merges_.push_back({parent, child, result_, result_choices_});

  const bool at_root = parent + 1 == static_cast<std::int32_t>(tables_.size());
  for (std::int32_t pieces = 1; pieces <= rows_; ++pieces) {
    // Nothing of the child, or (below a parent that is not kept) nothing but the child.
    take_over(before_, true, pieces, true, kNothing);
    if (before_.nodes > 1) take_over(before_, false, pieces, false, kNothing);
    take_over(child_, true, pieces, false, encode(true, pieces, 0));
    if (child_.nodes > 1) take_over(child_, false, pieces, false, encode(false, pieces, 0));
  }
  for (std::int32_t a = 1; a <= rows_; ++a) {
    for (std::int32_t b = 1; b <= rows_; ++b) {
      // A kept child joins a kept parent's piece.
      if (a + b - 1 <= rows_) convolve(true, a, a + b - 1, true, b);
      const std::int32_t apart = at_root && !count_at_root_ ? 1 : a + b;
      if (apart > rows_) continue;
      if (!at_root) convolve(true, a, apart, false, b);
      convolve(false, a, apart, true, b);
      convolve(false, a, apart, false, b);
    }
  }
  tables_[static_cast<std::size_t>(parent)] = result_;
}

// Offers the values of one part alone. `code` is the child's choice without its count.
void TreeTrimmer::take_over(const Table& from, bool top, std::int32_t pieces, bool into_top,
                            std::uint32_t code) {
  const std::int32_t first = std::max(from.least, result_.least);
  const std::int32_t end = std::min(from.least + from.width, result_.least + result_.width);
  const double* const source = values_.data() + row(from, top, pieces) - from.least;
  double* const target = values_.data() + row(result_, into_top, pieces) - result_.least;
  std::uint32_t* const choices =
      child_choices_.data() + (result_choices_ + row(result_, into_top, pieces) - result_.begin);
  for (std::int32_t count = first; count < end; ++count) {
    if (!(source[count] > target[count])) continue;
    target[count] = source[count];
    choices[count - result_.least] =
        code == kNothing ? kNothing : code | static_cast<std::uint32_t>(count) << 4;
  }
}

void TreeTrimmer::convolve(bool top, std::int32_t pieces, std::int32_t into_pieces, bool child_top,
                           std::int32_t child_pieces) {
  const double* const parents = values_.data() + row(before_, top, pieces);
  const double* const children = values_.data() + row(child_, child_top, child_pieces);
  const std::size_t target_row = row(result_, top, into_pieces);
  double* const targets = values_.data() + target_row;
  std::uint32_t* const choices =
      child_choices_.data() + (result_choices_ + target_row - result_.begin);
  for (std::int32_t at = 0; at < child_.width; ++at) {
    const double value = children[at];
    if (value == kImpossible) continue;
    const std::int32_t child_count = child_.least + at;
    const std::uint32_t code = encode(child_top, child_pieces, child_count);
    // Index of the result for the parent's first count.
    const std::int32_t shift = before_.least + child_count - result_.least;
    const std::int32_t first = std::max(0, -shift);
    const std::int32_t end = std::min(before_.width, result_.width - shift);
    for (std::int32_t index = first; index < end; ++index) {
      const double sum = parents[index] + value;
      if (!(sum > targets[index + shift])) continue;
      targets[index + shift] = sum;
      choices[index + shift] = code;
    }
  }
}

void TreeTrimmer::trace_back(std::vector<NodeId>& kept) {
  const Table& root = tables_.back();
  choice_at_.assign(tables_.size(), Choice{});
  double best = kImpossible;
  for (std::int32_t pieces = 1; pieces <= rows_; ++pieces) {
    const double value =
        values_[row(root, false, pieces) + static_cast<std::size_t>(size_ - root.least)];
    if (!(value > best)) continue;
    best = value;
    choice_at_.back() = {false, pieces, size_};
  }
  for (const Merge& merge : Reversed(std::span<const Merge>(merges_))) {
    Choice& parent = choice_at_[static_cast<std::size_t>(merge.parent)];
    if (parent.pieces == 0) continue;
    const std::size_t cell = row(merge.result, parent.top, parent.pieces) - merge.result.begin +
                             static_cast<std::size_t>(parent.count - merge.result.least);
    const std::uint32_t code = child_choices_[merge.begin + cell];
    if (code == kNothing) continue;
    const Choice child = {(code & 1U) != 0, static_cast<std::int32_t>(code >> 1 & 7U),
                          static_cast<std::int32_t>(code >> 4)};
    choice_at_[static_cast<std::size_t>(merge.child)] = child;
    parent.count -= child.count;
    const bool at_root = merge.parent + 1 == static_cast<std::int32_t>(tables_.size());
    if (parent.count == 0) {
      parent = {};
    } else if (!at_root || count_at_root_) {
      parent.pieces -= child.pieces - (parent.top && child.top ? 1 : 0);
    }
  }
  kept.clear();
  for (std::size_t place = 0; place < node_at_.size(); ++place) {
    if (choice_at_[place].top) kept.push_back(node_at_[place]);
  }
  std::sort(kept.begin(), kept.end());
}

}  // namespace graphsparse
