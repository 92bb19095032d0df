#include "fig2.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "experiment.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/report/line_chart.hpp"
#include "graphsparse/report/palette.hpp"
#include "published.hpp"
#include "statistics.hpp"
#include "task_pool.hpp"
#include "walk_problem.hpp"

namespace graphsparse::experiments {
namespace {

report::LineChart chart_of(const std::string& panel, const std::vector<ErrorCurve>& curves,
                           const PublishedErrors& published) {
  report::LineChart chart;
  const bool by_epoch = panel == "b";
  chart.title = by_epoch ? "block size b (m = 180)" : "learning rate eta (m = 80, b = 8)";
  chart.x_label = by_epoch ? "epoch" : "iteration";
  chart.y_label = "log10 of the mean error";
  chart.y_range = report::Range{-8.0, 2.0};
  const auto count = std::count_if(curves.begin(), curves.end(),
                                   [&](const ErrorCurve& curve) { return curve.panel == panel; });
  const std::vector<std::string> colours = report::ordered_colours(static_cast<std::size_t>(count));
  std::size_t next_colour = 0;
  for (const ErrorCurve& curve : curves) {
    if (curve.panel != panel) continue;
    report::Series ours;
    ours.name = fmt::format("{} = {}", panel, curve.value);
    ours.colour = colours[next_colour++];
    ours.markers = false;
    const std::size_t stride = by_epoch ? 1 : 10;
    for (std::size_t i = 0; i < curve.means.size(); i += stride) {
      ours.x.push_back(static_cast<double>(i + 1));
      ours.y.push_back(curve.means[i]);
    }
    report::Series theirs;
    theirs.method = ours.name;
    theirs.colour = ours.colour;
    theirs.dashed = true;
    theirs.markers = false;
    const auto place = published.find({panel, curve.value});
    if (place != published.end()) {
      for (const auto& [index, value] : place->second) {
        theirs.x.push_back(static_cast<double>(index + 1));
        theirs.y.push_back(value);
      }
    }
    chart.series.push_back(std::move(ours));
    if (!theirs.x.empty()) chart.series.push_back(std::move(theirs));
  }
  return chart;
}

report::Table differences(const std::vector<ErrorCurve>& curves, const PublishedErrors& published) {
  report::Table table;
  table.caption =
      "log10 of the mean error (by chance: what two such runs differ by at most in 95 % of cases)";
  table.columns = {"curve", "after", "ours", "published", "difference", "by chance"};
  std::size_t told = 0;
  std::size_t within = 0;
  for (const ErrorCurve& curve : curves) {
    const auto place = published.find({curve.panel, curve.value});
    if (place == published.end()) continue;
    const bool by_epoch = curve.panel == "b";
    for (const std::size_t index : compared_points(curve.panel)) {
      const auto value = place->second.find(index);
      if (value == place->second.end()) continue;
      const double ours = curve.means[index];
      const auto chance = curve.chance.find(index);
      if (chance != curve.chance.end()) {
        ++told;
        if (std::abs(ours - value->second) <= chance->second) ++within;
      }
      table.rows.push_back({fmt::format("{} = {}", curve.panel, curve.value),
                            fmt::format("{} {}", index + 1, by_epoch ? "epochs" : "iterations"),
                            fmt::format("{:.2f}", ours), fmt::format("{:.2f}", value->second),
                            fmt::format("{:+.2f}", ours - value->second),
                            chance == curve.chance.end() ? std::string("-")
                                                         : fmt::format("{:.2f}", chance->second)});
    }
  }
  if (told > 0) {
    table.rows.push_back({"all", "", "", "", "", fmt::format("{} of {} within", within, told)});
  }
  return table;
}

}  // namespace

std::array<std::size_t, 2> compared_points(std::string_view panel) {
  if (panel == "b") return {9, 29};
  return {100, 990};
}

PublishedErrors read_errors(const Request& request) {
  PublishedErrors published;
  if (request.data_folder.empty()) return published;
  const auto read = [&](const std::string& file, const std::string& column,
                        const std::string& index) {
    const CsvTable table(find_data_file(request.data_folder, file));
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const auto place = static_cast<std::size_t>(std::llround(table.number(row, index)));
      published[{column, table.number(row, column)}][place] = table.number(row, "log10_mean_error");
    }
  };
  read("fig2a_error_vs_epoch_by_b.csv", "b", "epoch_index");
  read("fig2b_error_vs_iteration_by_eta_grid10.csv", "eta", "iteration_index");
  return published;
}

Report make_error_report(const Request& request, const std::vector<ErrorCurve>& curves,
                         const PublishedErrors& published) {
  Report report;
  report.name = "fig2";
  report.title = "Choice of the block size and of the learning rate";
  report.settings = trial_settings(request);
  report.csv = "panel,value,index,log10_mean_error\n";
  for (const ErrorCurve& curve : curves) {
    for (std::size_t i = 0; i < curve.means.size(); ++i) {
      report.csv += fmt::format("{},{},{},{:.5f}\n", curve.panel, curve.value, i, curve.means[i]);
    }
  }
  report::Panels panels;
  panels.title = report.title;
  panels.columns = 2;
  panels.charts = {chart_of("b", curves, published), chart_of("eta", curves, published)};
  report.svg = report::to_svg(panels, 1000.0, 560.0);
  if (!published.empty()) report.tables.push_back(differences(curves, published));
  return report;
}

// Figure 2: GraphStoIHT's error for several block sizes b and learning rates eta
// (docs/notes/figures/fig2.md).

namespace {

constexpr std::array<std::int64_t, 12> kBlockSizes = {1, 2, 4, 8, 16, 24, 32, 40, 48, 56, 64, 180};
constexpr std::int64_t kRates = 16;  // eta = 0.1 to 1.6
constexpr std::size_t kEpochsShown = 30;
constexpr std::size_t kIterationsShown = 1000;
// From fewer trials nobody can tell how much they vary.
constexpr std::size_t kTrialsThatTellChance = 10;

// One curve: (a) the error after each epoch with m = 180, (b) after each iteration with m = 80.
struct Curve {
  std::string panel = {};  // "b" or "eta"
  double value = 0.0;      // of what the panel varies
  std::int64_t observations = 0;
  AuthorsStep step = {};
  std::size_t points = 0;
};

std::vector<Curve> all_curves() {
  std::vector<Curve> curves;
  for (const std::int64_t b : kBlockSizes) {
    // With b = m the authors halve the rate, which the paper does not say.
    const double eta = b == 180 ? 0.5 : 1.0;
    curves.push_back({"b",
                      static_cast<double>(b),
                      180,
                      {eta, b, static_cast<std::int64_t>(kEpochsShown)},
                      kEpochsShown});
  }
  for (std::int64_t tenths = 1; tenths <= kRates; ++tenths) {
    const double eta = static_cast<double>(tenths) / 10.0;
    curves.push_back({"eta", eta, 80, {eta, 8, 100}, kIterationsShown});
  }
  return curves;
}

std::vector<double> run_curve(const Curve& curve, const Request& request, std::int64_t trial) {
  const auto number = static_cast<std::uint64_t>(trial);
  const auto key = static_cast<std::uint64_t>(std::llround(10.0 * curve.value)) +
                   (curve.panel == "b" ? 0 : 100'000);
  RandomStream stream(request.seed, "fig2", number, key);
  RecoveryProblem problem;
  problem.graph = &walk_grid();
  problem.sparsity = kWalkSparsity;
  problem.seed = request.seed;
  problem.trial = number * 1'000'000 + key;
  problem.truth = draw_walk_signal(kWalkSparsity, stream);
  const NodeId columns = walk_grid().node_count();
  problem.design = scaled_rows(normal_matrix(curve.observations, columns, 1.0, stream),
                               curve.observations, columns);
  problem.target = measure(*problem.design, problem.truth);

  std::vector<double> errors;
  const bool by_epoch = curve.panel == "b";
  FitHooks hooks;
  hooks.observer = [&](const Progress& progress) {
    if (progress.epoch_ended == by_epoch && errors.size() < curve.points) {
      errors.push_back(distance(progress.point.w, problem.truth));
    }
    return CallbackResult::proceed;
  };
  const Method& method = find_method("GraphStoIHT");
  if (request.convention == Convention::authors) {
    run_as_authors(problem, method, curve.step, hooks);
  } else {
    run_as_ours(problem, method,
                {by_epoch ? 0.0 : curve.step.eta, curve.step.block_size, curve.step.max_epochs},
                hooks);
  }
  // A run that stopped early stays where it is.
  if (errors.empty()) errors.push_back(std::sqrt(std::numeric_limits<double>::max()));
  errors.resize(curve.points, errors.back());
  return errors;
}

// log10 of the mean over the trials, 2 of 50 trimmed at each end.
double log_mean(const std::vector<double>& errors) {
  const std::vector<double> kept = trimmed(errors, errors.size() * 2 / 50);
  double sum = 0.0;
  for (const double error : kept) sum += error;
  return std::log10(sum / static_cast<double>(kept.size()));
}

// Trimmed at each point separately. Chance is of interest only beside a published curve.
ErrorCurve mean_curve(const Curve& curve, const std::vector<std::vector<double>>& trials,
                      bool is_compared) {
  ErrorCurve line{curve.panel, curve.value};
  const auto errors_at = [&](std::size_t index) {
    std::vector<double> errors;
    for (const std::vector<double>& trial : trials) errors.push_back(trial[index]);
    return errors;
  };
  for (std::size_t i = 0; i < curve.points; ++i) line.means.push_back(log_mean(errors_at(i)));
  if (!is_compared || trials.size() < kTrialsThatTellChance) return line;
  for (const std::size_t i : compared_points(curve.panel)) {
    line.chance[i] = difference_by_chance(errors_at(i), log_mean);
  }
  return line;
}

}  // namespace

std::optional<Report> run_fig2(const Request& request, Watcher& watcher) {
  const std::vector<Curve> curves = all_curves();
  const PublishedErrors published = read_errors(request);
  TaskPlan plan{"fig2"};
  for (const Curve& curve : curves) {
    for (std::int64_t trial = 0; trial < request.trials; ++trial) {
      plan.tasks.push_back(fmt::format("{}={} trial={}", curve.panel, curve.value, trial));
    }
  }
  const auto trials = static_cast<std::size_t>(request.trials);
  const std::vector<std::string> methods = {"GraphStoIHT"};
  plan.work = [&](std::size_t task, const Cancelled& /*each takes a moment*/) -> TaskResult {
    return {{methods.front(),
             run_curve(curves[task / trials], request, static_cast<std::int64_t>(task % trials))}};
  };
  plan.check = [&](std::size_t task, const TaskResult& result) {
    expect_measurements(result, methods, curves[task / trials].points);
  };
  const auto results = run_tasks(plan, request, watcher);
  if (!results) return std::nullopt;

  std::vector<ErrorCurve> lines;
  for (std::size_t k = 0; k < curves.size(); ++k) {
    std::vector<std::vector<double>> runs;
    for (std::size_t trial = 0; trial < trials; ++trial) {
      runs.push_back((*results)[k * trials + trial].front().values);
    }
    lines.push_back(mean_curve(curves[k], runs, !published.empty()));
  }
  return make_error_report(request, lines, published);
}

}  // namespace graphsparse::experiments
