#include "graphsparse/core/format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace graphsparse {
namespace {

constexpr std::size_t kItemsShown = 20;

}  // namespace

std::string format_number(double value) { return fmt::format("{:.4g}", value); }

std::string format_duration(double seconds) {
  if (!(seconds < 1e9)) return "very long";
  if (seconds < 1e-3) return fmt::format("{:.3g} us", seconds * 1e6);
  if (seconds < 1.0) return fmt::format("{:.3g} ms", seconds * 1e3);
  if (seconds < 59.5) return fmt::format("{:.2g} s", seconds);
  const auto whole = static_cast<long long>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string format_list(std::size_t count, const std::function<std::string(std::size_t)>& item) {
  if (count == 0) return "none";
  const std::size_t shown = std::min(count, kItemsShown);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + item(i);
  if (shown < count) text += fmt::format(", ... and {} more", count - shown);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const std::size_t end = text.find(separator);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

std::string listed(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace graphsparse
