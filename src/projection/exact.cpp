#include "projection/exact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "projection/checks.hpp"
#include "projection/methods.hpp"

namespace graphsparse {
namespace {

struct ExactChoice {
  double energy = 0.0;
  std::int64_t size = 0;
};

// More energy first. Among equals the smallest that has at least `low` nodes, or the largest where
// none has so many.
inline bool is_better(const ExactChoice& a, const ExactChoice& b, std::int64_t low) {
  if (a.energy != b.energy) return a.energy > b.energy;
  return a.size >= low && b.size >= low ? a.size < b.size : a.size > b.size;
}

using NodeSet = std::uint32_t;
using Neighbours = std::array<NodeSet, SubsetSearch::kMaxNodes>;

NodeSet single(NodeId node) { return NodeSet{1} << static_cast<unsigned>(node); }

Neighbours list_neighbours(const Graph& graph) {
  Neighbours neighbours{};
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const Edge edge = graph.edge(e);
    neighbours.at(static_cast<std::size_t>(edge.u)) |= single(edge.v);
    neighbours.at(static_cast<std::size_t>(edge.v)) |= single(edge.u);
  }
  return neighbours;
}

// The connected part of `set` that holds its lowest node.
NodeSet lowest_part(const Neighbours& neighbours, NodeSet set) {
  NodeSet part = set & (~set + 1);
  NodeSet fresh = part;
  while (fresh != 0) {
    NodeSet reached = 0;
    for (; fresh != 0; fresh &= fresh - 1) {
      reached |= neighbours[std::countr_zero(fresh)];
    }
    fresh = reached & set & ~part;
    part |= fresh;
  }
  return part;
}

void sum_subsets(IdSpan<const double> energies, std::span<double> sums) {
  sums[0] = 0.0;
  const std::size_t count = std::size_t{1} << energies.size();
  for (std::size_t set = 1; set < count; ++set) {
    sums[set] = sums[set & (set - 1)] + energies[std::countr_zero(set)];
  }
}

}  // namespace

SubsetSearch::SubsetSearch(const Graph& graph, const ProjectionOptions& options)
    : low_(options.min_size) {
  const Neighbours neighbours = list_neighbours(graph);
  const std::size_t count = std::size_t{1} << static_cast<unsigned>(graph.node_count());
  // Taking one part away leaves a smaller set, whose number of parts is known.
  std::vector<std::uint8_t> parts(count, 0);
  for (NodeSet set = 0; set < count; ++set) {
    if (set != 0) {
      const NodeSet rest = set & ~lowest_part(neighbours, set);
      parts[set] = static_cast<std::uint8_t>(parts[rest] + 1);
    }
    if (parts[set] <= options.components && std::popcount(set) <= options.max_size) {
      admissible_.push_back(set);
    }
  }
}

void SubsetSearch::solve(IdSpan<const double> energies, Support& support) {
  const std::size_t lower = std::min<std::size_t>(energies.size(), kHalf);
  sum_subsets(energies.first(lower), lower_sums_);
  sum_subsets(energies.subspan(lower), upper_sums_);
  constexpr NodeSet kLowerMask = (NodeSet{1} << kHalf) - 1;
  NodeSet best_set = 0;
  ExactChoice best;
  for (const NodeSet set : admissible_) {
    const double energy = lower_sums_[set & kLowerMask] + upper_sums_[set >> kHalf];
    if (energy < best.energy) continue;
    const ExactChoice choice = {energy, std::popcount(set)};
    if (!is_better(choice, best, low_)) continue;
    best = choice;
    best_set = set;
  }

  support.clear();
  for (; best_set != 0; best_set &= best_set - 1) {
    support.push_back(static_cast<NodeId>(std::countr_zero(best_set)));
  }
}

namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();
constexpr std::size_t kLeftOut = 0;
constexpr std::size_t kTaken = 1;
constexpr double kMaxUpdates = 2e9;
constexpr double kMaxBytes = 2e9;

}  // namespace

// A depth-first walk that gives up at the first cycle.
std::optional<ForestOrder> order_forest(const Graph& graph) {
  constexpr NodeId kUnseen = -2;
  ForestOrder order;
  IdVector<NodeId> parents(graph.node_count(), kUnseen);
  std::vector<NodeId> pending;
  for (NodeId root = 0; root < graph.node_count(); ++root) {
    if (parents[root] != kUnseen) continue;
    ++order.tree_count;
    parents[root] = kNoNode;
    pending.push_back(root);
    while (!pending.empty()) {
      const NodeId node = pending.back();
      pending.pop_back();
      order.preorder.push_back(node);
      const std::size_t before = pending.size();
      for (const auto& [neighbour, half] : graph.incident(node)) {
        // The second of these is a parallel edge.
        if (neighbour == parents[node] || parents[neighbour] == node) continue;
        if (parents[neighbour] != kUnseen) return std::nullopt;
        parents[neighbour] = node;
        pending.push_back(neighbour);
      }
      order.child_counts.push_back(pending.size() - before);
    }
  }
  return order;
}

ForestKnapsack::ForestKnapsack(ForestOrder order, const ProjectionOptions& options)
    : order_(std::move(order)),
      low_(options.min_size),
      limits_{std::min(static_cast<std::size_t>(options.max_size), whole()),
              std::min(static_cast<std::size_t>(options.components), whole())} {
  plan();
  check_effort();
}

// Plays the knapsack through with the shapes of its tables only. Going through the preorder from
// its end, the children of a node are on top of the stack when their parent's turn comes.
void ForestKnapsack::plan() {
  shapes_.resize(whole() + 1);
  merges_.reserve(whole());
  std::vector<std::size_t> waiting;  // finished places whose parent is still to come
  std::size_t live_cells = 0;
  const auto add_place = [&](std::size_t place, std::size_t child_count) {
    const bool holds_node = place != whole();
    const std::size_t blocks = holds_node ? 2 : 1;
    TableShape& shape = shapes_[place];
    if (holds_node) shape = {1, 1};
    for (std::size_t i = 0; i < child_count; ++i) {
      const TableShape& added = shapes_[waiting.back()];
      const TableShape after = {std::min(shape.nodes + added.nodes, limits_.nodes),
                                std::min(shape.components + added.components, limits_.components)};
      merges_.push_back({place, waiting.back(), shape, after, choice_count_});
      choice_count_ += blocks * after.cells();
      updates_ += static_cast<double>(blocks) * static_cast<double>(shape.cells()) *
                  static_cast<double>(added.cells());
      live_cells -= 2 * added.cells();
      waiting.pop_back();
      shape = after;
    }
    waiting.push_back(place);
    live_cells += 2 * shape.cells();
    stack_cells_ = std::max(stack_cells_, live_cells);
  };
  for (std::size_t place = whole(); place-- > 0;) add_place(place, order_.child_counts[place]);
  add_place(whole(), order_.tree_count);
}

void ForestKnapsack::check_effort() const {
  const double tables =
      static_cast<double>(stack_cells_) + 5.0 * static_cast<double>(limits_.cells());
  const double bytes =
      static_cast<double>(choice_count_) * sizeof(std::uint32_t) + tables * sizeof(double) +
      static_cast<double>(whole()) *
          (sizeof(Merge) + sizeof(TableShape) + 2 * sizeof(std::size_t) + sizeof(NodeId));
  if (updates_ <= kMaxUpdates && bytes <= kMaxBytes) return;
  throw InputError(fmt::format(
      "method exact: {} nodes with high = {} and components = {} would need {:.2g} table updates "
      "and {:.2g} bytes; at most {:.2g} and {:.2g} are allowed, so choose a smaller high, fewer "
      "components or another method",
      whole(), limits_.nodes, limits_.components, updates_, bytes, kMaxUpdates, kMaxBytes));
}

void ForestKnapsack::solve(IdSpan<const double> energies, Support& support) {
  stack_.resize(stack_cells_);
  growing_.resize(2 * limits_.cells());
  next_.resize(2 * limits_.cells());
  child_values_.resize(limits_.cells());
  child_codes_.resize(limits_.cells());
  choices_.resize(choice_count_);
  entries_.resize(whole() + 1);

  stack_top_ = 0;
  next_merge_ = 0;
  for (std::size_t place = whole(); place-- > 0;) {
    grow_place(place, energies);
    const std::size_t size = 2 * shapes_[place].cells();
    std::copy_n(growing_.begin(), size, stack_.begin() + static_cast<std::ptrdiff_t>(stack_top_));
    stack_top_ += size;
  }
  grow_place(whole(), energies);
  trace_back(best_entry(), support);
}

void ForestKnapsack::grow_place(std::size_t place, IdSpan<const double> energies) {
  if (place == whole()) {
    growing_[0] = 0.0;
  } else {
    constexpr TableShape kSingle = {1, 1};
    std::fill_n(growing_.begin(), 2 * kSingle.cells(), kImpossible);
    growing_[kSingle.index(0, 0)] = 0.0;
    growing_[kSingle.index(1, 0)] = 0.0;
    growing_[kSingle.cells() + kSingle.index(1, 1)] = energies[order_.preorder[place]];
  }
  while (next_merge_ < merges_.size() && merges_[next_merge_].parent == place) {
    merge(merges_[next_merge_]);
    ++next_merge_;
  }
}

void ForestKnapsack::merge(const Merge& merge) {
  const TableShape& shape = shapes_[merge.child];
  stack_top_ -= 2 * shape.cells();
  const double* child = stack_.data() + stack_top_;

  prepare_child(child, shape, /*parent_taken=*/false);
  combine(merge, kLeftOut);
  if (merge.parent != whole()) {
    prepare_child(child, shape, /*parent_taken=*/true);
    combine(merge, kTaken);
  }
  growing_.swap(next_);
}

// For a taken parent, row k of a taken child counts k components beside the one they share.
void ForestKnapsack::prepare_child(const double* child, const TableShape& shape,
                                   bool parent_taken) {
  const double* left_out = child;
  const double* taken = child + shape.cells();
  for (std::size_t k = 0; k <= shape.components; ++k) {
    // Clipping is safe: a table ends where more components are of no use or not allowed.
    const std::size_t taken_row = parent_taken ? std::min(k + 1, shape.components) : k;
    for (std::size_t j = 0; j <= shape.nodes; ++j) {
      const std::size_t cell = shape.index(k, j);
      const double with_child = taken[shape.index(taken_row, j)];
      const bool take = with_child > left_out[cell];
      child_values_[cell] = take ? with_child : left_out[cell];
      child_codes_[cell] = static_cast<std::uint32_t>(2 * cell + (take ? 1 : 0));
    }
  }
}

void ForestKnapsack::combine(const Merge& merge, std::size_t block) {
  const TableShape& child = shapes_[merge.child];
  const TableShape& before = merge.before;
  const TableShape& after = merge.after;
  const double* parent = growing_.data() + block * before.cells();
  double* result = next_.data() + block * after.cells();
  std::uint32_t* choice = choices_.data() + merge.first_choice + block * after.cells();
  std::fill_n(result, after.cells(), kImpossible);

  for (std::size_t k = 0; k <= before.components; ++k) {
    const std::size_t child_rows = std::min(child.components, after.components - k);
    for (std::size_t j = 0; j <= before.nodes; ++j) {
      const double energy = parent[before.index(k, j)];
      if (energy == kImpossible) continue;
      const std::size_t child_columns = std::min(child.nodes, after.nodes - j);
      for (std::size_t child_k = 0; child_k <= child_rows; ++child_k) {
        const std::size_t from = child.index(child_k, 0);
        const std::size_t to = after.index(k + child_k, j);
        for (std::size_t child_j = 0; child_j <= child_columns; ++child_j) {
          const double sum = energy + child_values_[from + child_j];
          if (sum > result[to + child_j]) {
            result[to + child_j] = sum;
            choice[to + child_j] = child_codes_[from + child_j];
          }
        }
      }
    }
  }
}

ForestKnapsack::Entry ForestKnapsack::best_entry() const {
  const TableShape& shape = shapes_[whole()];
  ExactChoice best;
  for (std::size_t j = 0; j <= shape.nodes; ++j) {
    const ExactChoice choice = {growing_[shape.index(shape.components, j)],
                                static_cast<std::int64_t>(j)};
    if (is_better(choice, best, low_)) best = choice;
  }
  return {static_cast<std::size_t>(best.size), shape.components, false};
}

// The merges backwards: each tells how its cell was split between the parent and the child.
void ForestKnapsack::trace_back(Entry best, Support& support) {
  entries_[whole()] = best;
  for (std::size_t i = merges_.size(); i-- > 0;) {
    const Merge& merge = merges_[i];
    Entry& parent = entries_[merge.parent];
    const std::size_t block = parent.taken ? kTaken : kLeftOut;
    const std::size_t cell = merge.after.index(parent.components, parent.nodes);
    const std::uint32_t code = choices_[merge.first_choice + block * merge.after.cells() + cell];

    const TableShape& shape = shapes_[merge.child];
    const std::size_t row = (code / 2) / (shape.nodes + 1);
    Entry& child = entries_[merge.child];
    child.nodes = (code / 2) % (shape.nodes + 1);
    child.taken = code % 2 == 1;
    child.components = parent.taken && child.taken ? std::min(row + 1, shape.components) : row;
    parent.nodes -= child.nodes;
    parent.components -= row;
  }

  support.clear();
  for (std::size_t place = 0; place < whole(); ++place) {
    if (entries_[place].taken) support.push_back(order_.preorder[place]);
  }
  std::sort(support.begin(), support.end());
}

namespace {

// Search is ForestKnapsack or SubsetSearch.
template <class Search>
class ExactProjection final : public Projection {
 public:
  ExactProjection(const Graph& graph, const ProjectionOptions& options, Search search)
      : graph_(graph), options_(options), search_(std::move(search)), component_counter_(graph) {}

  const ProjectionResult& project(std::span<const double> x) override {
    check_vector(graph_, x);
    energies_.assign(x);
    result_.support.clear();
    if (options_.max_size > 0) search_.solve(energies_.values(), result_.support);
    finish_result(x, options_, component_counter_, result_);
    result_.certified_factor = certified_factor();
    return result_;
  }

 private:
  // The search compares what is kept. Of two sums that rounding makes alike one may keep, and so
  // lose, that much more, which is nothing to a head but may be all that a tail loses.
  std::optional<double> certified_factor() const {
    constexpr double kShown = 1e-9;
    const double lost = energies_.sum_outside(result_.support);
    if (options_.kind == ProjectionKind::head || lost == 0.0) return 1.0;
    double total = 0.0;
    for (const double energy : energies_.values()) total += energy;
    const double rounding = 2.0 * std::numeric_limits<double>::epsilon() *
                            static_cast<double>(graph_.node_count() + 4) * total;
    if (!ScaledSquares::is_sound(lost) || rounding >= lost) return std::nullopt;
    return rounding <= kShown * lost ? 1.0 : std::sqrt(lost / (lost - rounding));
  }

  const Graph& graph_;
  ProjectionOptions options_;
  Search search_;
  ScaledSquares energies_;
  InducedComponents component_counter_;
  ProjectionResult result_;
};

}  // namespace

std::unique_ptr<Projection> make_exact_projection(const Graph& graph,
                                                  const ProjectionOptions& options) {
  if (std::optional<ForestOrder> order = order_forest(graph)) {
    return std::make_unique<ExactProjection<ForestKnapsack>>(
        graph, options, ForestKnapsack(std::move(*order), options));
  }
  if (graph.node_count() <= SubsetSearch::kMaxNodes) {
    return std::make_unique<ExactProjection<SubsetSearch>>(graph, options,
                                                           SubsetSearch(graph, options));
  }
  throw InputError(fmt::format(
      "method exact: the graph has {} nodes and a cycle; exact needs a forest or at most {} nodes",
      graph.node_count(), SubsetSearch::kMaxNodes));
}

}  // namespace graphsparse
