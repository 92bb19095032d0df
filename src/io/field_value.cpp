#include "io/field_value.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "io/input_file.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool has_decimal_comma(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || text.find(',', comma + 1) != std::string_view::npos) {
    return false;
  }
  std::string with_point(text);
  with_point[comma] = '.';
  return parse_number(with_point).has_value();
}

NameTable table_of(const std::vector<std::string>& names) {
  NameTable table;
  for (const std::string& name : names) table.intern(name);
  return table;
}

}  // namespace

FieldValue read_field_value(std::string_view text) {
  const std::optional<double> number = parse_number(text);
  if (number && std::isfinite(*number)) return {*number, {}};
  return {kNaN, is_missing_value(text) ? Problems::Kind::missing_value : Problems::Kind::no_number};
}

std::string describe_problem(std::string_view text) {
  if (text.empty()) return "the value is missing; expected a finite number";
  if (has_decimal_comma(text)) {
    std::string with_point(text);
    with_point[with_point.find(',')] = '.';
    return fmt::format("the value {} has a decimal comma; numbers are written with a point, as {}",
                       in_quotes(text), with_point);
  }
  return fmt::format("the value {} is {}; expected a finite number", in_quotes(text),
                     parse_number(text) ? "not finite" : "not a number");
}

FeatureChoice::FeatureChoice(const DataRequest& request)
    : treats_missing_(!request.missing.empty() && request.missing != "error"),
      needed_(table_of(request.needed)),
      excluded_(table_of(request.exclude)),
      dropped_(table_of(request.drop)),
      was_dropped_(dropped_.names().size(), false) {}

bool FeatureChoice::takes(std::string_view name) {
  const NodeId dropped = dropped_.find(name);
  if (dropped != kNoNode) {
    was_dropped_[static_cast<std::size_t>(dropped)] = true;
    return false;
  }
  if (!needed_.names().empty() && needed_.find(name) == kNoNode) return false;
  return excluded_.find(name) == kNoNode;
}

void FeatureChoice::check_all_dropped(const std::string& source, const std::string& thing) const {
  for (std::size_t i = 0; i < was_dropped_.size(); ++i) {
    if (was_dropped_[i]) continue;
    fail_in(source, fmt::format("no {} {} to leave out, as --drop-columns asks for", thing,
                                in_quotes(dropped_.names()[i])));
  }
}

}  // namespace graphsparse::io
