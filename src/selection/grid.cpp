#include "graphsparse/selection/grid.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/suggest.hpp"

namespace graphsparse {
namespace {

constexpr std::size_t kMostPoints = 1000000;
constexpr std::size_t kMostValues = 10000;  // of one axis

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const std::size_t end = text.find(separator);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

class AxisParser {
 public:
  explicit AxisParser(std::string_view text) : text_(text) {}

  GridAxis parse() {
    const std::size_t equals = text_.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      fail("is no NAME=VALUES, such as sparsity=10:100:5 or l2=1e-3,1e-4");
    }
    axis_.name = text_.substr(0, equals);
    const std::string_view values = text_.substr(equals + 1);
    if (values.empty()) fail("has no values");
    for (const std::string_view piece : split(values, ',')) add_piece(piece);
    return std::move(axis_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("grid '{}' {}", text_, what));
  }

  double number(std::string_view text) const {
    double value = 0.0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end || text.empty() || !std::isfinite(value)) {
      fail(fmt::format("has the value '{}', which is no finite number", text));
    }
    return value;
  }

  void add(double value) {
    if (std::find(axis_.values.begin(), axis_.values.end(), value) != axis_.values.end()) {
      fail(fmt::format("has the value {} twice", value));
    }
    if (axis_.values.size() == kMostValues)
      fail(fmt::format("has more than {} values", kMostValues));
    axis_.values.push_back(value);
  }

  void add_piece(std::string_view piece) {
    const std::vector<std::string_view> parts = split(piece, ':');
    if (parts.size() == 1) {
      add(number(piece));
      return;
    }
    if (parts.size() > 3) fail(fmt::format("has the range '{}'; FIRST:LAST:STEP is right", piece));
    const double first = number(parts[0]);
    const double last = number(parts[1]);
    const double step = parts.size() == 3 ? number(parts[2]) : 1.0;
    if (step <= 0.0) fail(fmt::format("has the step {}; it must be above 0", step));
    if (last < first) fail(fmt::format("has the range '{}', whose end is below its begin", piece));
    // The small term lets 0.1:0.3:0.1 end at 0.3.
    const double count = std::floor((last - first) / step + 1e-9) + 1.0;
    for (double i = 0.0; i < count; i += 1.0) add(first + i * step);
  }

  std::string_view text_;
  GridAxis axis_;
};

void check_axis(const std::vector<GridAxis>& axes, const GridAxis& axis,
                std::span<const std::string> known) {
  if (std::find(known.begin(), known.end(), axis.name) == known.end()) {
    throw InputError(fmt::format("there is no grid over '{}'; there are {}{}", axis.name,
                                 fmt::join(known, ", "), did_you_mean(axis.name, known)));
  }
  if (axis.values.empty()) throw InputError(fmt::format("grid '{}' has no values", axis.name));
  const auto same = std::count_if(axes.begin(), axes.end(),
                                  [&](const GridAxis& other) { return other.name == axis.name; });
  if (same > 1) {
    throw InputError(fmt::format("two grids over '{}'; give all its values in one", axis.name));
  }
}

}  // namespace

std::optional<double> Setting::find(std::string_view name) const {
  const auto place = std::find_if(values.begin(), values.end(),
                                  [name](const auto& value) { return value.first == name; });
  if (place == values.end()) return std::nullopt;
  return place->second;
}

double Setting::value_or(std::string_view name, double otherwise) const {
  return find(name).value_or(otherwise);
}

std::string Setting::describe() const {
  std::string text;
  for (const auto& [name, value] : values) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

GridAxis parse_grid_axis(std::string_view text) { return AxisParser(text).parse(); }

std::vector<Setting> make_settings(const std::vector<GridAxis>& axes,
                                   std::span<const std::string> known) {
  std::vector<Setting> settings = {{}};
  for (const GridAxis& axis : axes) {
    check_axis(axes, axis, known);
    if (settings.size() * axis.values.size() > kMostPoints) {
      throw InputError("the grid has more than a million points");
    }
    std::vector<Setting> longer;
    longer.reserve(settings.size() * axis.values.size());
    for (const Setting& setting : settings) {
      for (const double value : axis.values) {
        longer.push_back(setting);
        longer.back().values.emplace_back(axis.name, value);
      }
    }
    settings = std::move(longer);
  }
  return settings;
}

}  // namespace graphsparse
