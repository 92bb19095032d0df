#include "graphsparse/report/line_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graphsparse/core/error.hpp"
#include "report/chart_panel.hpp"
#include "report/json_text.hpp"

namespace graphsparse::report {
namespace {

constexpr double kLegendGap = 8;
constexpr double kPanelsTitleHeight = 30;
constexpr double kSmallestPlot = 40;  // pixels, in both directions

bool is_colour(std::string_view text) {
  return text.size() == 7 && text.front() == '#' &&
         text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string_view::npos;
}

void check_series(const Series& series) {
  if (series.x.size() != series.y.size()) {
    throw InputError(fmt::format("chart: series '{}' has {} x but {} y", series.name,
                                 series.x.size(), series.y.size()));
  }
  if (!series.error.empty() && series.error.size() != series.y.size()) {
    throw InputError(fmt::format("chart: series '{}' has {} y but {} errors", series.name,
                                 series.y.size(), series.error.size()));
  }
  if (!series.colour.empty() && !is_colour(series.colour)) {
    throw InputError(fmt::format("chart: the colour '{}' of series '{}' is not like #0072b2",
                                 series.colour, series.name));
  }
}

void check_range(const std::optional<Range>& range, bool logarithmic, std::string_view name) {
  if (!range) return;
  const auto& [low, high] = *range;
  const bool is_drawn = is_drawable(low, logarithmic) && is_drawable(high, logarithmic);
  // Ticks need numbers between the ends that differ from both.
  if (is_drawn && high - low > 1e-12 * std::max(std::abs(low), std::abs(high))) return;
  throw InputError(fmt::format("chart: the {} range {} to {} is empty or not drawable{}", name, low,
                               high, logarithmic ? " on a logarithmic axis" : ""));
}

void check(const Panels& panels) {
  if (panels.charts.empty()) throw InputError("chart: there are no panels");
  if (panels.columns < 1) {
    throw InputError(fmt::format("chart: columns is {}, expected at least 1", panels.columns));
  }
  for (const LineChart& chart : panels.charts) {
    for (const Series& series : chart.series) check_series(series);
    check_range(chart.x_range, chart.log_x, "x");
    check_range(chart.y_range, chart.log_y, "y");
  }
}

std::string title_of(const Panels& panels) {
  if (!panels.title.empty()) return panels.title;
  return panels.charts.front().title.empty() ? "Line chart" : panels.charts.front().title;
}

// What a reader who does not see the picture should know of it.
std::string description_of(const std::vector<LineChart>& charts) {
  std::string text;
  for (const LineChart& chart : charts) {
    if (!text.empty()) text += ' ';
    if (!chart.title.empty()) text += chart.title + ": ";
    text += fmt::format("{} against {}", chart.y_label.empty() ? "y" : chart.y_label,
                        chart.x_label.empty() ? "x" : chart.x_label);
    std::string_view separator = " for ";
    for (const Series& series : chart.series) {
      if (series.name.empty()) continue;
      text += separator;
      text += series.name;
      separator = ", ";
    }
    text += '.';
  }
  return text;
}

// The largest that any of the charts needs, so that all plots are equally large and aligned.
Margins common_margins(const std::vector<LineChart>& charts, double height) {
  Margins common;
  for (const LineChart& chart : charts) {
    const Margins own = margins_of(chart, height);
    common.left = std::max(common.left, own.left);
    common.top = std::max(common.top, own.top);
    common.right = std::max(common.right, own.right);
    common.bottom = std::max(common.bottom, own.bottom);
  }
  return common;
}

// The plots of all panels on a sheet of this size.
struct Sheet {
  Margins margins;
  std::vector<Area> plots;
};

Sheet lay_out_plots(const Panels& panels, const Legend& legend, double width, double height) {
  const std::size_t count = panels.charts.size();
  const std::size_t columns = std::min(static_cast<std::size_t>(panels.columns), count);
  const std::size_t rows = (count + columns - 1) / columns;
  const double top = panels.title.empty() ? 0 : kPanelsTitleHeight;
  const double legend_height = legend.height() > 0 ? legend.height() + kLegendGap : 0;
  const double panel_width = width / static_cast<double>(columns);
  const double panel_height = (height - top - legend_height) / static_cast<double>(rows);
  Sheet sheet{.margins = common_margins(panels.charts, panel_height), .plots = {}};
  const Margins& margins = sheet.margins;
  // Written so that NaN fails as well.
  if (!(panel_width - margins.left - margins.right >= kSmallestPlot &&
        panel_height - margins.top - margins.bottom >= kSmallestPlot && width <= 1e5 &&
        height <= 1e5)) {
    throw InputError(fmt::format("chart: {} x {} pixels are no size for {} panels in {} columns",
                                 width, height, count, columns));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = i / columns;
    const double left = static_cast<double>(i % columns) * panel_width;
    const double upper = top + static_cast<double>(row) * panel_height;
    // Whole pixels keep thin lines sharp.
    sheet.plots.push_back({.left = std::round(left + margins.left),
                           .top = std::round(upper + margins.top),
                           .right = std::round(left + panel_width - margins.right),
                           .bottom = std::round(upper + panel_height - margins.bottom)});
  }
  return sheet;
}

std::string range_in_json(const Range& range) {
  return json_numbers(std::vector<double>{range.low, range.high});
}

std::string series_in_json(const Series& series) {
  return fmt::format(R"({{"name":{},"x":{},"y":{}{}}})", json_text(series.name),
                     json_numbers(series.x), json_numbers(series.y),
                     series.error.empty() ? "" : ",\"error\":" + json_numbers(series.error));
}

std::string plot_in_json(const LineChart& chart, const Area& plot) {
  std::string json = fmt::format(
      R"({{"left":{},"top":{},"right":{},"bottom":{},"x":{},"y":{},"logX":{},"logY":{},)"
      R"("xLabel":{},"yLabel":{},"series":[)",
      plot.left, plot.top, plot.right, plot.bottom, range_in_json(axis_range(chart, Direction::x)),
      range_in_json(axis_range(chart, Direction::y)), chart.log_x, chart.log_y,
      json_text(chart.x_label), json_text(chart.y_label));
  const char* separator = "";
  for (const Series& series : chart.series) {
    if (series.name.empty() && chart.series.size() > 1) continue;  // such as a diagonal
    json += separator + series_in_json(series);
    separator = ",";
  }
  return json + "]}";
}

}  // namespace

std::string to_svg(const Panels& panels, double width, double height) {
  check(panels);
  const auto styles = curve_styles(panels.charts);
  const Legend legend(panels.charts, styles, width);
  const Sheet sheet = lay_out_plots(panels, legend, width, height);
  SvgWriter svg(width, height, title_of(panels), description_of(panels.charts));
  if (!panels.title.empty()) {
    svg.text({width / 2, 20}, panels.title, {.anchor = Anchor::middle, .size = 15, .bold = true});
  }
  for (std::size_t i = 0; i < sheet.plots.size(); ++i) {
    draw_panel(svg, panels.charts[i], styles[i], sheet.plots[i], sheet.margins);
  }
  legend.draw(svg, height - legend.height() - kLegendGap / 2);
  return svg.finish();
}

std::string to_svg(const LineChart& chart, double width, double height) {
  return to_svg(Panels{.title = {}, .charts = {chart}, .columns = 1}, width, height);
}

std::string to_json(const Panels& panels, double width, double height) {
  check(panels);
  const Legend legend(panels.charts, curve_styles(panels.charts), width);
  const Sheet sheet = lay_out_plots(panels, legend, width, height);
  std::string json = "{\"plots\":[";
  for (std::size_t i = 0; i < sheet.plots.size(); ++i) {
    json += (i == 0 ? "" : ",") + plot_in_json(panels.charts[i], sheet.plots[i]);
  }
  return json + "]}";
}

std::string to_json(const LineChart& chart, double width, double height) {
  return to_json(Panels{.title = {}, .charts = {chart}, .columns = 1}, width, height);
}

}  // namespace graphsparse::report
