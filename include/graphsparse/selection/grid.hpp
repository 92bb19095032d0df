// Grids of settings, as `--grid` tells them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graphsparse {

// One point of a grid: option names with their values, in the order of the grid's axes.
struct Setting {
  std::vector<std::pair<std::string, double>> values;

  std::optional<double> find(std::string_view name) const;
  double value_or(std::string_view name, double otherwise) const;

  // "sparsity=10 l2=0.001".
  std::string describe() const;

  bool operator==(const Setting&) const = default;
};

struct GridAxis {
  std::string name;
  std::vector<double> values;  // distinct
};

// "sparsity=10:100:5" (first, last, step; both ends belong to it, the step is 1 where it is left
// out), "l2=1e-3,1e-4", or pieces of both. Throws InputError.
GridAxis parse_grid_axis(std::string_view text);

// All combinations; the last axis runs fastest. Throws InputError for a name that is there twice or
// not among `known`, an axis without values, and grids beyond a million points.
std::vector<Setting> make_settings(const std::vector<GridAxis>& axes,
                                   std::span<const std::string> known);

}  // namespace graphsparse
