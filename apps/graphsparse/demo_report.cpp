#include "demo_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graphsparse/core/version.hpp"
#include "graphsparse/report/grid_picture.hpp"
#include "graphsparse/report/html_page.hpp"
#include "graphsparse/report/line_chart.hpp"
#include "graphsparse/report/network_view.hpp"
#include "output.hpp"
#include "text_table.hpp"

namespace graphsparse::cli {
namespace {

constexpr double kSmallestShown = 1e-9;  // errors below are rounding
constexpr double kLongestShown = 100;    // epochs

report::GridPicture picture(const DemoScene& scene, std::string title,
                            const std::vector<double>& values, std::string note) {
  return {std::move(title), static_cast<int>(scene.width), static_cast<int>(scene.height), values,
          std::move(note)};
}

report::GridPictures pictures(const DemoScene& scene, const std::vector<DemoOutcome>& outcomes) {
  report::GridPictures all;
  all.columns = 3;
  all.pictures.push_back(picture(scene, "truth", scene.signal.values, "planted"));
  double limit = 0.0;
  for (const double value : scene.signal.values) limit = std::max(limit, std::abs(value));
  all.limit = limit;
  for (const DemoOutcome& outcome : outcomes) {
    all.pictures.push_back(
        picture(scene, outcome.solver, outcome.result.x.w,
                outcome.recovered ? "recovered" : fmt::format("error {:.2g}", outcome.error)));
  }
  return all;
}

report::LineChart error_chart(const std::vector<DemoOutcome>& outcomes) {
  report::LineChart chart;
  chart.x_label = "epoch";
  chart.y_label = "distance to the truth";
  chart.log_y = true;
  chart.x_range = report::Range{0, kLongestShown};
  for (const DemoOutcome& outcome : outcomes) {
    report::Series series;
    series.name = outcome.solver;
    series.markers = false;
    for (std::size_t epoch = 0; epoch < outcome.errors.size(); ++epoch) {
      if (static_cast<double>(epoch) >= kLongestShown) break;
      series.x.push_back(static_cast<double>(epoch + 1));
      series.y.push_back(std::max(outcome.errors[epoch], kSmallestShown));
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

bool is_zero_everywhere(const report::ViewNode& node) {
  return std::all_of(node.values.begin(), node.values.end(), [](double v) { return v == 0.0; });
}

// All nodes that the truth or a solver gives a value, on the grid.
report::NetworkView view_of(const DemoScene& scene, const std::vector<DemoOutcome>& outcomes) {
  report::NetworkView view;
  view.size = std::nullopt;
  view.measures.emplace_back("truth");
  for (const DemoOutcome& outcome : outcomes) view.measures.push_back(outcome.solver);
  std::vector<NodeId> place(scene.signal.values.size(), kNoNode);
  for (std::size_t i = 0; i < place.size(); ++i) {
    report::ViewNode node{.name = std::to_string(i), .values = {scene.signal.values[i]}};
    for (const DemoOutcome& outcome : outcomes) node.values.push_back(outcome.result.x.w[i]);
    if (is_zero_everywhere(node)) continue;
    const auto cell = static_cast<std::int64_t>(i);
    report::place_on_grid(node, cell / scene.width, cell % scene.width);
    place[i] = static_cast<NodeId>(view.nodes.size());
    view.nodes.push_back(std::move(node));
  }
  for (EdgeId e = 0; e < scene.grid.edge_count(); ++e) {
    const Edge edge = scene.grid.edge(e);
    const NodeId u = place[static_cast<std::size_t>(edge.u)];
    const NodeId v = place[static_cast<std::size_t>(edge.v)];
    if (u != kNoNode && v != kNoNode) view.edges.push_back({u, v});
  }
  report::frame_grid(view, scene.width, scene.height);
  return view;
}

}  // namespace

std::vector<std::string> demo_columns() {
  return {"solver", "recovered?", "error", "epochs", "time", "PCST calls"};
}

std::vector<std::vector<std::string>> demo_rows(const std::vector<DemoOutcome>& outcomes) {
  std::vector<std::vector<std::string>> rows;
  for (const DemoOutcome& outcome : outcomes) {
    rows.push_back({outcome.solver, outcome.recovered ? "yes" : "no",
                    fmt::format("{:.2g}", outcome.error), std::to_string(outcome.result.epochs),
                    format_duration(outcome.result.seconds),
                    std::to_string(outcome.result.pcst_calls)});
  }
  return rows;
}

std::string demo_page(const DemoScene& scene, const std::vector<DemoOutcome>& outcomes,
                      const RunRecord& run) {
  report::HtmlPage page("A connected signal from few measurements",
                        fmt::format("graphsparse {} demo", kVersion));
  page.paragraph(fmt::format(
      "{} neighbouring nodes of a {} x {} grid carry a signal; the others are zero. Every solver "
      "sees the same {} random measurements of the {} nodes. Those that know the grid look for a "
      "connected support, the others for any.",
      scene.signal.support.size(), scene.width, scene.height, scene.observations,
      scene.grid.node_count()));
  page.facts({{"nodes", std::to_string(scene.grid.node_count())},
              {"signal", fmt::format("{} nodes", scene.signal.support.size())},
              {"measurements", std::to_string(scene.observations)}});
  page.heading("Comparison");
  page.table({"", demo_columns(), demo_rows(outcomes)});
  page.heading("What each recovered");
  page.network(view_of(scene, outcomes), report::to_svg(pictures(scene, outcomes)),
               "The planted signal and what each solver made of the measurements.", true);
  page.heading("How the errors fell");
  page.chart(error_chart(outcomes),
             "Distance to the truth at the end of each epoch (one pass over the measurements).",
             640, 420);
  page.heading("The same by hand");
  page.code(
      "graphsparse simulate --graph grid:32x32 --sparsity 40 --observations 100 --out data\n"
      "graphsparse fit --data data/design.npy --labels data/target.npy --graph grid:32x32 \\\n"
      "    --sparsity 40 --no-intercept --report fit.html");
  add_run(page, run);
  return page.to_string();
}

}  // namespace graphsparse::cli
