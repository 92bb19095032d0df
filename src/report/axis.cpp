#include "report/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "report/utf8.hpp"

namespace graphsparse::report {
namespace {

constexpr std::string_view kMinus = "\xE2\x88\x92";  // U+2212, as wide as a digit
constexpr std::string_view kTimesTen =
    "\xC3\x97"
    "10";
constexpr double kExponentSize = 0.75;  // of the font size

// Numbers from here on, and those below the other limit, are written with a power of ten.
constexpr double kLargePlain = 1e5;
constexpr double kSmallPlain = 1e-3;

constexpr int kMostTicks = 20;

std::string plain(double value, int decimals) {
  const std::string digits = fmt::format("{:.{}f}", std::abs(value), decimals);
  const bool is_zero = digits.find_first_of("123456789") == std::string::npos;
  return value < 0 && !is_zero ? std::string(kMinus) + digits : digits;
}

int power_of(double value) { return static_cast<int>(std::floor(std::log10(value))); }

// A power of ten, also where 10^power alone would be no normal number.
double times_power(double value, int power) {
  const int half = power / 2;
  return value * std::pow(10.0, half) * std::pow(10.0, power - half);
}

TickLabel power_label(int exponent) { return {.text = "10", .exponent = exponent}; }

TickLabel scientific_label(double value, double step) {
  int exponent = power_of(std::abs(value));
  // One of 9.9999... is meant as 10.
  if (std::abs(times_power(value, -exponent)) > 9.9999999) ++exponent;
  const int decimals = std::clamp(exponent - power_of(step * 1.0000001), 0, 15);
  std::string digits = plain(times_power(value, -exponent), decimals);
  // Ticks of different powers stand together, so equal numbers of decimals mean nothing here.
  if (digits.find('.') != std::string::npos) digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.ends_with('.')) digits.pop_back();
  if (digits == "1") return power_label(exponent);
  return {.text = digits + std::string(kTimesTen), .exponent = exponent};
}

// The label of a multiple of `step` on an axis whose largest number is `largest`.
TickLabel linear_label(double value, double step, double largest) {
  if (std::abs(value) < step / 2) return {.text = "0", .exponent = std::nullopt};
  if (largest >= kLargePlain || largest < kSmallPlain) return scientific_label(value, step);
  const int decimals = std::clamp(-power_of(step * 1.0000001), 0, 15);
  return {.text = plain(value, decimals), .exponent = std::nullopt};
}

// The nearest of 1, 2, 5 and 10 times a power of ten, in ratio: the limits are the roots of 1 x 2,
// 2 x 5 and 5 x 10.
double nice_step(double raw) {
  const int power = power_of(raw);
  const double factor = times_power(raw, -power);
  if (factor < 1.414) return times_power(1.0, power);
  if (factor < 3.162) return times_power(2.0, power);
  if (factor < 7.071) return times_power(5.0, power);
  return times_power(10.0, power);
}

std::vector<Tick> one_two_five_ticks(Range range) {
  std::vector<Tick> ticks;
  const int last = power_of(range.high);
  for (int power = power_of(range.low); power <= last; ++power) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = times_power(factor, power);
      if (value < range.low * (1 - 1e-9) || value > range.high * (1 + 1e-9)) continue;
      ticks.push_back({value, linear_label(value, times_power(1.0, power), value)});
    }
  }
  return ticks;
}

}  // namespace

std::string TickLabel::markup() const {
  if (!exponent) return text;
  const std::string sign(*exponent < 0 ? kMinus : "");
  return fmt::format(R"({}<tspan dy="-.4em" font-size="{}em">{}{}</tspan>)", text, kExponentSize,
                     sign, std::abs(*exponent));
}

double TickLabel::width(double font_size) const {
  const double base = text_width(text, font_size);
  if (!exponent) return base;
  return base + text_width(std::to_string(*exponent), font_size * kExponentSize);
}

std::vector<Tick> linear_ticks(Range range, int wanted) {
  const double span = range.high - range.low;
  const double step = nice_step(span / std::max(wanted, 1));
  const double largest = std::max(std::abs(range.low), std::abs(range.high));
  // A tick exactly at an end must not get lost to rounding.
  const double slack = span * 1e-9;
  const double first = std::ceil((range.low - slack) / step);
  const int count = static_cast<int>(std::floor((range.high + slack) / step) - first) + 1;
  // One number alone tells nothing of the scale.
  if (count < 2 && wanted < kMostTicks) return linear_ticks(range, wanted + 1);
  std::vector<Tick> ticks;
  for (int i = 0; i < count; ++i) {
    const double value = (first + i) * step;
    ticks.push_back({value, linear_label(value, step, largest)});
  }
  return ticks;
}

std::vector<Tick> log_ticks(Range range, int wanted) {
  const int first = static_cast<int>(std::ceil(std::log10(range.low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(range.high) + 1e-9));
  const int powers = last - first + 1;
  if (powers < 2) {
    std::vector<Tick> ticks = one_two_five_ticks(range);
    return ticks.size() >= 2 ? ticks : linear_ticks(range, wanted);
  }
  const int stride = (powers + std::max(wanted, 2) - 1) / std::max(wanted, 2);
  std::vector<Tick> ticks;
  for (int power = first - 1; power <= last; ++power) {
    const double value = times_power(1.0, power);
    if (power >= first) {
      const bool labelled = power % stride == 0;
      ticks.push_back({value, labelled ? std::optional(power_label(power)) : std::nullopt});
    }
    for (int factor = 2; stride == 1 && factor <= 9; ++factor) {
      const double between = value * factor;
      if (between > range.low && between < range.high) ticks.push_back({between, std::nullopt});
    }
  }
  return ticks;
}

namespace {

// Larger numbers would overflow on the way to a place, and no chart is about them.
constexpr double kLargest = 1e300;
constexpr double kSmallestPositive = 1e-300;

// Far outside of any paper, near enough for exact arithmetic.
constexpr double kFarAway = 1e9;

// On each side of the points.
constexpr double kRoom = 0.04;

Range with_room(Range range, bool logarithmic) {
  if (logarithmic) {
    double low = std::log10(range.low);
    double high = std::log10(range.high);
    const double room = high - low < 1e-6 ? 0.3 : (high - low) * kRoom;
    low = std::max(low - room, -307.0);
    high = std::min(high + room, 307.0);
    return {std::pow(10.0, low), std::pow(10.0, high)};
  }
  const double span = range.high - range.low;
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  // One number alone (or two that print alike) stands in the middle.
  if (span <= size * 1e-12) {
    const double room = size == 0 ? 1 : size / 2;
    return {range.low - room, range.high + room};
  }
  return {range.low - span * kRoom, range.high + span * kRoom};
}

}  // namespace

bool is_drawable(double value, bool logarithmic) {
  if (!std::isfinite(value) || std::abs(value) > kLargest) return false;
  return !logarithmic || value >= kSmallestPositive;
}

Axis::Axis(Range range, bool logarithmic, double start, double end)
    : range_(range), logarithmic_(logarithmic), start_(start), end_(end) {}

double Axis::coordinate(double value) const { return logarithmic_ ? std::log10(value) : value; }

double Axis::place(double value) const {
  const double low = coordinate(range_.low);
  const double high = coordinate(range_.high);
  const double share = (coordinate(value) - low) / (high - low);
  return std::clamp(start_ + share * (end_ - start_), -kFarAway, kFarAway);
}

std::vector<Tick> Axis::ticks(int wanted) const {
  return logarithmic_ ? log_ticks(range_, wanted) : linear_ticks(range_, wanted);
}

Range axis_range(const LineChart& chart, Direction direction) {
  const bool is_x = direction == Direction::x;
  if (const auto& given = is_x ? chart.x_range : chart.y_range) return *given;
  const bool logarithmic = is_x ? chart.log_x : chart.log_y;
  std::optional<Range> range;
  for (const Series& series : chart.series) {
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!is_drawable(series.x[i], chart.log_x) || !is_drawable(series.y[i], chart.log_y))
        continue;
      const double value = is_x ? series.x[i] : series.y[i];
      if (!range) range = Range{value, value};
      const auto include = [&](double end) {
        if (!is_drawable(end, logarithmic)) return;
        range->low = std::min(range->low, end);
        range->high = std::max(range->high, end);
      };
      include(value);
      if (is_x || series.error.empty()) continue;
      include(value - series.error[i]);
      include(value + series.error[i]);
    }
  }
  if (!range) return logarithmic ? Range{0.1, 10} : Range{0, 1};
  return with_room(*range, logarithmic);
}

}  // namespace graphsparse::report
