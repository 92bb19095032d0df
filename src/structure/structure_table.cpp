#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/format.hpp"
#include "graphsparse/structure/structure.hpp"

namespace graphsparse {
namespace {

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): a record becomes a kind in one place, a row here
#define GRAPHSPARSE_STRUCTURE(each, ...) \
  StructureRow{                          \
      .kind = StructureKind::each, .name = #each, .make = make_##each##_structure, __VA_ARGS__},
constexpr std::array kStructures = {
#include "graphsparse/structure/structure_records.hpp"
};

void check_size(std::string_view what, std::size_t size, NodeId features) {
  if (size == static_cast<std::size_t>(features)) return;
  throw InputError(
      fmt::format("{} {} for {} features; there must be one per feature", size, what, features));
}

// Between these, products of four entries are far from the ends of what a double can hold.
constexpr double kSmall = 1e-60;
constexpr double kLarge = 1e60;

}  // namespace

// A power of two changes no digit.
std::span<const double> Structure::in_range(std::span<const double> x) {
  double largest = 0.0;
  for (const double value : x) largest = std::max(largest, std::abs(value));
  if (largest == 0.0 || (largest > kSmall && largest < kLarge) || !std::isfinite(largest)) return x;
  const int exponent = std::ilogb(largest);
  scaled_.resize(x.size());
  std::transform(x.begin(), x.end(), scaled_.begin(),
                 [exponent](double value) { return std::scalbn(value, -exponent); });
  return scaled_;
}

void Structure::spread(std::span<const double> probability, std::span<double> prior) const {
  const double sum = std::accumulate(probability.begin(), probability.end(), 0.0);
  std::fill(prior.begin(), prior.end(), sum / static_cast<double>(probability.size()));
}

std::span<const StructureRow> structure_table() { return kStructures; }

const StructureRow& structure_row(StructureKind kind) {
  for (const StructureRow& row : kStructures) {
    if (row.kind == kind) return row;
  }
  throw InputError("a kind of structure that is not in the table");
}

std::string_view to_string(StructureKind kind) { return structure_row(kind).name; }

const StructureRow& find_structure(std::string_view name) {
  for (const StructureRow& row : kStructures) {
    if (row.name == name) return row;
  }
  throw InputError(fmt::format("there is no structure '{}'; there are {}", name,
                               listed(kStructures, &StructureRow::name)));
}

std::unique_ptr<Structure> make_structure(const StructureSpec& spec) {
  const StructureRow& row = structure_row(spec.kind);
  if (row.needs_graph) {
    if (spec.graph == nullptr) {
      throw InputError(fmt::format("the structure '{}' needs a graph", row.name));
    }
    check_size("nodes", static_cast<std::size_t>(spec.graph->node_count()), spec.features);
  }
  if (row.needs_groups) {
    if (spec.groups.empty()) {
      throw InputError(fmt::format("the structure '{}' needs groups of features", row.name));
    }
    check_size("group numbers", spec.groups.size(), spec.features);
  }
  return row.make(spec);
}

}  // namespace graphsparse
