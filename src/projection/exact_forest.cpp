#include "projection/exact_forest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "graphsparse/core/error.hpp"

namespace graphsparse {

void ScaledSquares::assign(std::span<const double> x) {
  double largest = 0.0;
  for (const double entry : x) largest = std::max(largest, std::abs(entry));
  const int shift = largest > 0.0 ? std::ilogb(largest) : 0;
  exponent_ = 2 * shift;

  values_.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double entry = std::scalbn(x[i], -shift);
    values_[i] = x[i] == 0.0 ? 0.0 : std::max(entry * entry, kSmallest);
  }
}

double ScaledSquares::sum_outside(std::span<const NodeId> support) const {
  double sum = 0.0;
  auto inside = support.begin();
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (inside != support.end() && static_cast<std::size_t>(*inside) == i) {
      ++inside;
    } else {
      sum += values_[i];
    }
  }
  return sum;
}

double ScaledSquares::to_original(double value) const { return std::scalbn(value, exponent_); }

double ScaledSquares::from_original(double value) const { return std::scalbn(value, -exponent_); }

namespace {

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
      reached |= neighbours[static_cast<std::size_t>(std::countr_zero(fresh))];
    }
    fresh = reached & set & ~part;
    part |= fresh;
  }
  return part;
}

void sum_subsets(std::span<const double> energies, std::span<double> sums) {
  sums[0] = 0.0;
  const std::size_t count = std::size_t{1} << energies.size();
  for (std::size_t set = 1; set < count; ++set) {
    sums[set] = sums[set & (set - 1)] + energies[static_cast<std::size_t>(std::countr_zero(set))];
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

void SubsetSearch::sum_halves(std::span<const double> energies) {
  const std::size_t lower = std::min<std::size_t>(energies.size(), kHalf);
  sum_subsets(energies.first(lower), lower_sums_);
  sum_subsets(energies.subspan(lower), upper_sums_);
}

void SubsetSearch::solve(std::span<const double> energies, Support& support) {
  sum_halves(energies);
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

void check_effort(const ForestPlan& plan) {
  const double updates = plan.updates;
  const double bytes = plan.memory_bytes();
  if (updates <= ForestKnapsack::kMaxUpdates && bytes <= ForestKnapsack::kMaxBytes) return;
  throw InputError(fmt::format(
      "method exact: {} nodes with high = {} and components = {} would need {:.2g} table updates "
      "and {:.2g} bytes; at most {:.2g} and {:.2g} are allowed, so choose a smaller high, fewer "
      "components or another method",
      plan.whole(), plan.limits.nodes, plan.limits.components, updates, bytes,
      ForestKnapsack::kMaxUpdates, ForestKnapsack::kMaxBytes));
}

}  // namespace

ForestKnapsack::ForestKnapsack(ForestOrder order, const ProjectionOptions& options)
    : plan_(plan_forest(std::move(order), options.max_size, options.components)),
      low_(options.min_size) {
  check_effort(plan_);
}

void ForestKnapsack::solve(std::span<const double> energies, Support& support) {
  stack_.resize(plan_.stack_cells);
  growing_.resize(2 * plan_.limits.cells());
  next_.resize(2 * plan_.limits.cells());
  child_values_.resize(plan_.limits.cells());
  child_codes_.resize(plan_.limits.cells());
  choices_.resize(plan_.choice_count);
  entries_.resize(plan_.whole() + 1);

  stack_top_ = 0;
  next_merge_ = 0;
  for (std::size_t place = plan_.whole(); place-- > 0;) grow_place(place, energies);
  grow_place(plan_.whole(), energies);
  trace_back(best_entry(), support);
}

void ForestKnapsack::grow_place(std::size_t place, std::span<const double> energies) {
  start_table(place, energies);
  while (next_merge_ < plan_.merges.size() && plan_.merges[next_merge_].parent == place) {
    merge(plan_.merges[next_merge_]);
    ++next_merge_;
  }
  const std::size_t size = 2 * plan_.shapes[place].cells();
  if (place == plan_.whole()) return;
  std::copy_n(growing_.begin(), size, stack_.begin() + static_cast<std::ptrdiff_t>(stack_top_));
  stack_top_ += size;
}

void ForestKnapsack::start_table(std::size_t place, std::span<const double> energies) {
  if (place == plan_.whole()) {
    growing_[0] = 0.0;
    return;
  }
  constexpr TableShape kSingle = {1, 1};
  std::fill_n(growing_.begin(), 2 * kSingle.cells(), kImpossible);
  growing_[kSingle.index(0, 0)] = 0.0;
  growing_[kSingle.index(1, 0)] = 0.0;
  const NodeId node = plan_.order.preorder[place];
  growing_[kSingle.cells() + kSingle.index(1, 1)] = energies[static_cast<std::size_t>(node)];
}

void ForestKnapsack::merge(const Merge& merge) {
  const TableShape& shape = plan_.shapes[merge.child];
  stack_top_ -= 2 * shape.cells();
  const double* child = stack_.data() + stack_top_;

  prepare_child(child, shape, /*parent_taken=*/false);
  combine(merge, kLeftOut);
  if (merge.parent != plan_.whole()) {
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
  const TableShape& child = plan_.shapes[merge.child];
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
  const TableShape& shape = plan_.shapes[plan_.whole()];
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
  entries_[plan_.whole()] = best;
  for (std::size_t i = plan_.merges.size(); i-- > 0;) {
    const Merge& merge = plan_.merges[i];
    Entry& parent = entries_[merge.parent];
    const std::size_t block = parent.taken ? kTaken : kLeftOut;
    const std::size_t cell = merge.after.index(parent.components, parent.nodes);
    const std::uint32_t code = choices_[merge.first_choice + block * merge.after.cells() + cell];

    const TableShape& shape = plan_.shapes[merge.child];
    const std::size_t row = (code / 2) / (shape.nodes + 1);
    Entry& child = entries_[merge.child];
    child.nodes = (code / 2) % (shape.nodes + 1);
    child.taken = code % 2 == 1;
    child.components = parent.taken && child.taken ? std::min(row + 1, shape.components) : row;
    parent.nodes -= child.nodes;
    parent.components -= row;
  }

  support.clear();
  for (std::size_t place = 0; place < plan_.whole(); ++place) {
    if (entries_[place].taken) support.push_back(plan_.order.preorder[place]);
  }
  std::sort(support.begin(), support.end());
}

}  // namespace graphsparse
