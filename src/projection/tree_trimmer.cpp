#include "projection/tree_trimmer.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace graphsparse {
namespace {

constexpr int kPriceSteps = 40;

}  // namespace

void TreeThinner::thin(IdSpan<const double> prizes, std::int64_t size, std::int64_t at_most,
                       ForestPlaces& places, std::vector<NodeId>& nodes,
                       std::vector<EdgeId>& edges) {
  places.number(nodes, edges);
  prize_at_.resize(nodes.size());
  top_.resize(nodes.size());
  payoff_.resize(nodes.size());
  count_.resize(nodes.size());
  best_.resize(nodes.size());
  double low = 0.0;
  double high = 0.0;
  for (Place place = places.count(); place-- > 0;) {
    prize_at_[place] = prizes[places.node_at(place)];
    top_[place] = places.is_top(place) ? place : top_[places.above(place)];
    high = std::max(high, prize_at_[place]);
  }
  // The number of nodes falls as the price rises.
  for (int step = 0; step < kPriceSteps; ++step) {
    const double middle = 0.5 * (low + high);
    const std::int64_t count = weigh(places, middle);
    (count >= size ? low : high) = middle;
    if (count >= size && count <= at_most) break;
  }
  if (low > 0.0 && weigh(places, low) >= size) keep_best_subtrees(places, nodes, edges);
  if (std::ssize(nodes) <= at_most) return;
  places.number(nodes, edges);
  drop_cheapest_leaves(prizes, at_most, places, nodes, edges);
}

// Finds the best subtree of each tree; returns how many nodes they have together.
std::int64_t TreeThinner::weigh(const ForestPlaces& places, double price) {
  const Place count = places.count();
  for (Place place = 0; place < count; ++place) payoff_[place] = prize_at_[place] - price;
  std::fill(count_.begin(), count_.end(), 1);
  for (Place place = 0; place < places.below_count(); ++place) {
    if (payoff_[place] <= 0.0) continue;
    payoff_[places.above(place)] += payoff_[place];
    count_[places.above(place)] += count_[place];
  }
  for (Place top = places.below_count(); top < count; ++top) best_[top] = top;
  for (Place place = places.below_count(); place-- > 0;) {
    Place& best = best_[top_[place]];
    if (payoff_[place] > payoff_[best]) best = place;
  }
  std::int64_t total = 0;
  for (Place top = places.below_count(); top < count; ++top) {
    if (payoff_[best_[top]] > 0.0) total += count_[best_[top]];
  }
  return total;
}

void TreeThinner::keep_best_subtrees(const ForestPlaces& places, std::vector<NodeId>& nodes,
                                     std::vector<EdgeId>& edges) {
  is_kept_.assign(nodes.size(), 0);
  for (Place top = places.below_count(); top < places.count(); ++top) {
    if (payoff_[best_[top]] > 0.0) is_kept_[best_[top]] = 1;
  }
  for (Place place = places.count(); place-- > 0;) {
    if (payoff_[place] > 0.0 && is_kept_[places.above(place)] != 0) is_kept_[place] = 1;
    kept_[places.node_at(place)] = is_kept_[place];
  }
  erase_unkept(nodes, edges);
}

void TreeThinner::drop_cheapest_leaves(IdSpan<const double> prizes, std::int64_t at_most,
                                       const ForestPlaces& places, std::vector<NodeId>& nodes,
                                       std::vector<EdgeId>& edges) {
  for (const NodeId node : nodes) kept_[node] = 1;
  degree_.assign(nodes.size(), 0);
  for (Place place = 0; place < places.below_count(); ++place) ++degree_[places.above(place)];
  const auto dearer = [](const Leaf& a, const Leaf& b) {
    return std::pair(a.prize, a.node) > std::pair(b.prize, b.node);
  };
  const auto leaf_at = [&](Place place) {
    return Leaf{prizes[places.node_at(place)], places.node_at(place), place};
  };
  leaves_.clear();
  for (Place place = 0; place < places.count(); ++place) {
    if (degree_[place] == 0) leaves_.push_back(leaf_at(place));
  }
  std::make_heap(leaves_.begin(), leaves_.end(), dearer);
  for (std::int64_t left = std::ssize(nodes); left > at_most; --left) {
    std::pop_heap(leaves_.begin(), leaves_.end(), dearer);
    const Leaf leaf = leaves_.back();
    leaves_.pop_back();
    kept_[leaf.node] = 0;
    if (places.is_top(leaf.place)) continue;
    const Place up = places.above(leaf.place);
    if (--degree_[up] > 0) continue;
    leaves_.push_back(leaf_at(up));
    std::push_heap(leaves_.begin(), leaves_.end(), dearer);
  }
  erase_unkept(nodes, edges);
}

void TreeThinner::erase_unkept(std::vector<NodeId>& nodes, std::vector<EdgeId>& edges) {
  std::erase_if(edges, [this](EdgeId edge) {
    return kept_[graph_.end_of(2 * edge)] == 0 || kept_[graph_.end_of(2 * edge + 1)] == 0;
  });
  std::erase_if(nodes, [this](NodeId node) { return std::exchange(kept_[node], 0) == 0; });
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
    : max_cells_(max_cells), places_(graph), thinner_(graph) {}

void TreeTrimmer::trim(IdSpan<const double> prizes, std::int64_t size, std::int64_t pieces,
                       std::vector<NodeId>& nodes, std::vector<EdgeId>& edges) {
  const std::int64_t spare = std::ssize(nodes) - size;
  if (spare <= 0) return;
  rows_ = pieces <= kMaxRows ? static_cast<std::int32_t>(pieces) : 1;
  count_at_root_ = pieces <= kMaxRows;
  const auto cells = [&](std::int64_t extra) {
    return (size + extra) * std::min(size, extra + 1) * rows_ * rows_;
  };
  if (cells(spare) > max_cells_) {
    std::int64_t affordable = spare;
    while (affordable > 0 && cells(affordable) > max_cells_) affordable /= 2;
    thinner_.thin(prizes, size, size + affordable, places_, nodes, edges);
    if (std::ssize(nodes) == size) return;
  }
  size_ = static_cast<std::int32_t>(size);
  spare_ = static_cast<std::int32_t>(std::ssize(nodes) - size);

  places_.number(nodes, edges);
  values_.clear();
  child_choices_.clear();
  merges_.clear();
  const std::int32_t count = places_.count();
  tables_.assign(count + 1, Table{});  // the last one has no node of its own
  for (std::int32_t place = 0; place < count; ++place) {
    start_table(place, prizes[places_.node_at(place)]);
  }
  for (std::int32_t place = 0; place < count; ++place) {
    merge(places_.is_top(place) ? count : places_.above(place), place);
  }
  trace_back(nodes);
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
  Table& table = tables_[place];
  table = new_table(1);
  if (table.width > 0) values_[row(table, true, 1)] = prize;
}

void TreeTrimmer::merge(std::int32_t parent, std::int32_t child) {
  before_ = tables_[parent];
  child_ = tables_[child];
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
  tables_[parent] = result_;
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
  for (std::size_t left = merges_.size(); left > 0; --left) {
    const Merge& merge = merges_[left - 1];
    Choice& parent = choice_at_[merge.parent];
    if (parent.pieces == 0) continue;
    const std::size_t cell = row(merge.result, parent.top, parent.pieces) - merge.result.begin +
                             static_cast<std::size_t>(parent.count - merge.result.least);
    const std::uint32_t code = child_choices_[merge.begin + cell];
    if (code == kNothing) continue;
    const Choice child = {(code & 1U) != 0, static_cast<std::int32_t>(code >> 1 & 7U),
                          static_cast<std::int32_t>(code >> 4)};
    choice_at_[merge.child] = child;
    parent.count -= child.count;
    const bool at_root = merge.parent + 1 == static_cast<std::int32_t>(tables_.size());
    if (parent.count == 0) {
      parent = {};
    } else if (!at_root || count_at_root_) {
      parent.pieces -= child.pieces - (parent.top && child.top ? 1 : 0);
    }
  }
  kept.clear();
  for (std::int32_t place = 0; place < places_.count(); ++place) {
    if (choice_at_[place].top) kept.push_back(places_.node_at(place));
  }
  std::sort(kept.begin(), kept.end());
}

}  // namespace graphsparse
