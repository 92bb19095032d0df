#include "projection/exact_forest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "projection/exact_choice.hpp"

namespace graphsparse {
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
