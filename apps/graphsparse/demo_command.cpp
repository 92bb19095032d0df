#include "demo_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "command.hpp"
#include "common_options.hpp"
#include "errors.hpp"
#include "experiments/demos/real_demo.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/graphsparse.hpp"
#include "graphsparse/reference/authors_protocol.hpp"
#include "graphsparse/report/grid_picture.hpp"
#include "graphsparse/report/html_page.hpp"
#include "graphsparse/report/line_chart.hpp"
#include "graphsparse/report/network_view.hpp"
#include "inputs.hpp"
#include "option_types.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "run_command.hpp"

namespace graphsparse::cli {
namespace {

constexpr std::size_t kClusterSize = 40;

// A blob: from the start, again and again a random neighbour of what is there.
Support grow_cluster(const Graph& graph, NodeId start, std::size_t size, RandomStream& random) {
  std::vector<bool> seen(static_cast<std::size_t>(graph.node_count()), false);
  Support cluster;
  std::vector<NodeId> border = {start};
  seen[static_cast<std::size_t>(start)] = true;
  while (cluster.size() < size && !border.empty()) {
    std::swap(border[static_cast<std::size_t>(random.below(border.size()))], border.back());
    const NodeId node = border.back();
    border.pop_back();
    cluster.push_back(node);
    for (const Graph::Incidence& incidence : graph.incident(node)) {
      const auto neighbour = static_cast<std::size_t>(incidence.neighbour);
      if (seen[neighbour]) continue;
      seen[neighbour] = true;
      border.push_back(incidence.neighbour);
    }
  }
  std::sort(cluster.begin(), cluster.end());
  return cluster;
}

}  // namespace

DemoScene plant_signal(std::uint64_t seed) {
  DemoScene scene;
  scene.grid = make_grid(scene.width, scene.height);

  RandomStream shape(seed, "demo-cluster");
  // Away from the border, so that the cluster is seen whole.
  const auto middle_half = [&](std::int64_t length) {
    return length / 4 +
           static_cast<std::int64_t>(shape.below(static_cast<std::uint64_t>(length / 2)));
  };
  const std::int64_t row = middle_half(scene.height);
  const std::int64_t column = middle_half(scene.width);
  const auto start = static_cast<NodeId>(row * scene.width + column);
  const NodeId nodes = scene.grid.node_count();
  scene.signal = normal_signal(grow_cluster(scene.grid, start, kClusterSize, shape), nodes, shape);

  RandomStream stream(seed, "demo-measurements");
  Measurements seen = measure_linear(scene.signal, scene.observations, 0.0, stream);
  scene.design = std::make_shared<const DenseMatrix<double>>(scene.observations, nodes,
                                                             std::move(seen.design));
  scene.target = std::move(seen.target);
  return scene;
}

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

namespace {

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double squares = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) squares += (a[j] - b[j]) * (a[j] - b[j]);
  return std::sqrt(squares);
}

DemoOutcome recover(const DemoScene& scene, std::string_view solver, std::uint64_t seed) {
  FitSpec spec;
  spec.solver = solver;
  spec.sparsity = static_cast<std::int64_t>(scene.signal.support.size());
  spec.intercept = false;
  spec.seed = seed;
  DemoOutcome outcome;
  outcome.solver = solver;
  FitHooks hooks;
  hooks.observer = [&](const Progress& progress) {
    if (progress.epoch_ended) {
      outcome.errors.push_back(distance(progress.point.w, scene.signal.values));
    }
    return CallbackResult::proceed;
  };
  const Dataset data = make_dataset(scene.design, scene.target);
  outcome.result = fit(data, FeatureGraph::view(scene.grid), spec, hooks).result;
  outcome.error = distance(outcome.result.x.w, scene.signal.values);
  outcome.recovered = outcome.error <= kRecoveredError;
  return outcome;
}

Json to_json(const DemoScene& scene, std::int64_t seed, const std::vector<DemoOutcome>& outcomes) {
  Json rows = Json::array();
  for (const DemoOutcome& outcome : outcomes) {
    rows.push_back({{"solver", outcome.solver},
                    {"recovered", outcome.recovered},
                    {"error", outcome.error},
                    {"support", outcome.result.x.support},
                    {"epochs", outcome.result.epochs},
                    {"iterations", outcome.result.iterations},
                    {"stop_reason", to_string(outcome.result.termination)},
                    {"pcst_calls", outcome.result.pcst_calls},
                    {"seconds", outcome.result.seconds}});
  }
  return {{"width", scene.width},
          {"height", scene.height},
          {"observations", scene.observations},
          {"planted", scene.signal.support},
          {"seed", seed},
          {"results", std::move(rows)}};
}

std::string to_picture(const DemoScene& scene, const std::vector<DemoOutcome>& outcomes) {
  const bool colour = wants_colour(STDOUT_FILENO);
  const int width = terminal_width(STDOUT_FILENO, std::numeric_limits<int>::max());
  std::vector<Panel> panels = {draw_planted(scene, colour)};
  for (const std::size_t shown : {std::size_t{1}, outcomes.size() - 1}) {
    panels.push_back(draw_found(scene, outcomes[shown].result.x.support,
                                fmt::format("found by {}", outcomes[shown].solver), colour));
  }
  std::string text = arrange(panels, width);
  if (colour) text += colour_legend();
  return text;
}

std::string describe_demos() {
  std::string text = "Demos on real data:\n";
  for (const experiments::RealDemo& demo : experiments::real_demo_table()) {
    text += fmt::format("  {:<10} {}\n", demo.name, demo.summary);
  }
  return text;
}

class DemoCommand : public Command {
 public:
  explicit DemoCommand(CLI::App& app);

  void add_outputs(FileRoles& files) const override { files.writes("--out", page()); }
  void run() override;

 private:
  std::string in_folder(const std::string& name) const {
    return (std::filesystem::path(out_) / name).string();
  }
  std::string page() const { return in_folder("report.html"); }
  void run_planted() const;
  void run_real(const experiments::RealDemo& demo) const;

  const CLI::App& app_;
  CommonOptions common_;
  std::string name_;
  std::string data_;
  std::string out_ = "graphsparse-demo";
};

DemoCommand::DemoCommand(CLI::App& app) : app_(app) {
  std::vector<std::string> names;
  for (const experiments::RealDemo& demo : experiments::real_demo_table()) {
    names.emplace_back(demo.name);
  }
  add_choice(app, "demo", name_, names, "Nothing: a planted signal; else a demo on real data");
  add_text(app, "--data", data_,
           fmt::format("Where the data of a demo on real data are (default: {}/DEMO, as `make "
                       "demos` makes it; images: where Debian's dataset-fashion-mnist is)",
                       experiments::kDemoData))
      ->type_name("DIR");
  add_text(app, "--out", out_, "Folder for report.html")
      ->type_name("OUT-DIR")
      ->capture_default_str();
  add_common_options(app, common_);
  app.footer(
      "Plants a connected signal on a 32 x 32 grid and recovers it from 100 random\n"
      "measurements with the paper's four methods and our best. Writes DIR/report.html.\n\n" +
      describe_demos());
}

void DemoCommand::run() {
  if (name_.empty() && !data_.empty()) {
    throw UsageError("--data is for the demos on real data, such as: demo outbreak");
  }
  for (const experiments::RealDemo& demo : experiments::real_demo_table()) {
    if (demo.name == name_) {
      run_real(demo);
      return;
    }
  }
  run_planted();
}

void DemoCommand::run_real(const experiments::RealDemo& demo) const {
  // A wrong folder is told before the work, a new one made after it.
  std::error_code ignored;
  if (std::filesystem::exists(out_, ignored)) {
    make_directory(out_);
    check_writable(page());
  }
  experiments::DemoRequest request;
  request.data_folder = data_;
  request.seed = static_cast<std::uint64_t>(common_.seed);
  request.threads = common_.threads;
  request.run = record_run(app_);
  BarWatcher watcher(std::string(demo.name), common_.quiet);
  const std::optional<experiments::DemoReport> report = demo.run(request, watcher);
  if (!report) throw WorkError("interrupted; nothing is written");
  make_directory(out_);
  for (const experiments::DemoFile& file : report->files) {
    write_result(in_folder(file.name), file.content);
  }
  write_result(page(), report->page);
  if (!common_.quiet) {
    for (const std::string& note : report->notes) print_message("note: " + note);
  }
  if (common_.json) {
    write_result("", to_text(Json::parse(report->json)));
    return;
  }
  std::string text = fmt::format("{}\n\n{}\n", report->title,
                                 format_columns(report->table.columns, report->table.rows));
  for (const std::string& remark : report->remarks) text += remark + "\n";
  write_result("", fmt::format("{}\nWrote {}\n", text, page()));
}

void DemoCommand::run_planted() const {
  make_directory(out_);
  check_writable(page());
  const DemoScene scene = plant_signal(static_cast<std::uint64_t>(common_.seed));
  std::vector<DemoOutcome> outcomes;
  std::vector<std::string_view> solvers(kPaperSolvers.begin(), kPaperSolvers.end());
  solvers.push_back(kDefaultSolver);
  for (const std::string_view solver : solvers) {
    outcomes.push_back(recover(scene, solver, static_cast<std::uint64_t>(common_.seed)));
  }
  write_result(page(), demo_page(scene, outcomes, record_run(app_)));
  if (common_.json) {
    write_result("", to_text(to_json(scene, common_.seed, outcomes)));
    return;
  }
  write_result("", fmt::format("{}\n{} nodes of a {} x {} grid, {} measurements\n\n{}\nWrote {}\n",
                               to_picture(scene, outcomes), scene.signal.support.size(),
                               scene.width, scene.height, scene.observations,
                               format_columns(demo_columns(), demo_rows(outcomes)), page()));
}

}  // namespace

std::unique_ptr<Command> make_demo_command(CLI::App& app) {
  return std::make_unique<DemoCommand>(app);
}

}  // namespace graphsparse::cli
