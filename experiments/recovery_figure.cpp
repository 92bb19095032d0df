#include "recovery_figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/report/line_chart.hpp"
#include "published.hpp"
#include "recovery_run.hpp"
#include "statistics.hpp"
#include "task_pool.hpp"
#include "walk_problem.hpp"

namespace graphsparse::experiments {
namespace {

constexpr std::int64_t kValidationRows = 100;

struct Cell {
  std::size_t panel = 0;
  std::int64_t observations = 0;
  std::int64_t trial = 0;
};

// Tells the random numbers of one cell from those of another.
std::uint64_t key_of(const Cell& cell) {
  return static_cast<std::uint64_t>(cell.panel) * 100'000 +
         static_cast<std::uint64_t>(cell.observations);
}

class RecoveryRunner {
 public:
  RecoveryRunner(const RecoveryFigure& figure, const Request& request, std::vector<Method> methods)
      : figure_(figure), request_(request), methods_(std::move(methods)) {
    if (!figure.nested_designs) return;
    std::int64_t most = 0;
    for (const RecoveryPanel& panel : figure.panels) {
      for (const std::int64_t m : panel.observations) most = std::max(most, m);
    }
    nested_ = std::make_unique<NestedNormals>(request.seed, most,
                                              figure.panels.front().graph.node_count());
  }

  TaskResult run(const Cell& cell, const Cancelled& cancelled) const {
    RecoveryProblem problem = draw(cell);
    problem.cancelled = cancelled;
    TaskResult result;
    for (const Method& method : methods_) {
      if (cancelled()) break;
      result.push_back({std::string(method.name), {attempt(problem, method).error}});
    }
    return result;
  }

 private:
  RecoveryProblem draw(const Cell& cell) const {
    const RecoveryPanel& panel = figure_.panels[cell.panel];
    const auto trial = static_cast<std::uint64_t>(cell.trial);
    RandomStream stream(request_.seed, std::string_view(figure_.name), trial, key_of(cell));
    RecoveryProblem problem;
    problem.graph = &panel.graph;
    problem.sparsity = panel.sparsity;
    problem.components = panel.components;
    problem.head_components = panel.head_components;
    problem.patience = figure_.patience;
    problem.pursuit_steps = figure_.pursuit_steps;
    problem.seed = request_.seed;
    problem.trial = trial * 10'000'000 + key_of(cell);
    problem.truth = panel.draw_signal(stream);

    const NodeId columns = panel.graph.node_count();
    const auto draw_normals = [&](std::int64_t rows) {
      return std::make_shared<const std::vector<double>>(normal_matrix(rows, columns, 1.0, stream));
    };
    auto normals = nested_ ? nested_->of_trial(trial) : draw_normals(cell.observations);
    const bool as_ours = request_.convention == Convention::ours;
    const Precision precision = as_ours ? Precision::single_precision : Precision::double_precision;
    problem.design = scaled_rows(*normals, cell.observations, columns, precision);
    problem.target = measure(*problem.design, problem.truth);
    if (figure_.validation == Validation::none || as_ours) return problem;  // nothing is tuned
    if (figure_.validation == Validation::fresh) normals = draw_normals(kValidationRows);
    problem.validation_design =
        scaled_rows(*normals, std::min(kValidationRows, cell.observations), columns);
    problem.validation_target = measure(*problem.validation_design, problem.truth);
    return problem;
  }

  Attempt attempt(const RecoveryProblem& problem, const Method& method) const {
    if (request_.convention == Convention::ours || method.is_ours) {
      return run_as_ours(problem, method);
    }
    if (figure_.validation != Validation::none) return run_tuned(problem, method);
    return run_as_authors(problem, method, {1.0, problem.sparsity});
  }

  const RecoveryFigure& figure_;
  const Request& request_;
  std::vector<Method> methods_;
  std::unique_ptr<NestedNormals> nested_;  // null unless the designs of a trial are nested
};

// All that the problems of the panels depend on; the signals, which may be from files, as one
// drawing shows them.
Fingerprint content_of(const std::vector<RecoveryPanel>& panels) {
  Fingerprint fingerprint;
  for (const RecoveryPanel& panel : panels) {
    RandomStream stream(0, "content of a panel");
    fingerprint.add(panel.name);
    fingerprint.add(fingerprint_of(panel.graph));
    fingerprint.add(panel.sparsity);
    fingerprint.add(panel.components);
    fingerprint.add(panel.head_components);
    fingerprint.add(panel.draw_signal(stream));
  }
  return fingerprint;
}

// A cell's random numbers depend on the place of its panel.
std::string names_of(const std::vector<RecoveryPanel>& panels) {
  std::string names;
  for (const RecoveryPanel& panel : panels) names += fmt::format("{};", panel.name);
  return names;
}

void keep_panels(RecoveryFigure& figure, const std::vector<std::int64_t>& sparsities) {
  if (sparsities.empty()) return;
  std::vector<std::int64_t> known;
  for (const RecoveryPanel& panel : figure.panels) known.push_back(panel.sparsity);
  for (const std::int64_t sparsity : sparsities) {
    const bool is_there =
        std::any_of(figure.panels.begin(), figure.panels.end(),
                    [&](const RecoveryPanel& panel) { return panel.sparsity == sparsity; });
    if (is_there) continue;
    throw InputError(fmt::format("--sparsity {}: {} has the sparsities {}", sparsity, figure.name,
                                 fmt::join(known, ", ")));
  }
  const std::set<std::int64_t> wanted(sparsities.begin(), sparsities.end());
  std::erase_if(figure.panels,
                [&](const RecoveryPanel& panel) { return !wanted.contains(panel.sparsity); });
}

void keep_observations(RecoveryFigure& figure, const std::vector<std::int64_t>& observations) {
  if (observations.empty()) return;
  for (RecoveryPanel& panel : figure.panels) {
    panel.observations = observations;
    panel.ratios.clear();
  }
}

}  // namespace

void mark_as_generated(RecoveryFigure& figure, std::string_view what) {
  figure.title += " (generated look-alikes)";
  figure.remarks.push_back(
      fmt::format("The {} are generated look-alikes; --data DIR takes the paper's own.", what));
}

std::optional<Report> run_recovery_figure(RecoveryFigure figure, const Request& request,
                                          Watcher& watcher) {
  const std::string content = content_of(figure.panels).hex();
  keep_panels(figure, request.sparsities);
  keep_observations(figure, request.observations);
  const std::vector<Method> methods = choose_methods(figure.methods, request);
  const PublishedRecovery published = read_published(figure, request);
  std::vector<Cell> cells;
  TaskPlan plan{figure.name};
  std::vector<std::string> method_names;
  for (const Method& method : methods) method_names.emplace_back(method.name);
  plan.settings = {{"data", content},
                   {"list of methods", fmt::format("{}", fmt::join(method_names, ","))},
                   {"list of sparsities", names_of(figure.panels)}};
  for (std::size_t panel = 0; panel < figure.panels.size(); ++panel) {
    for (const std::int64_t m : figure.panels[panel].observations) {
      for (std::int64_t trial = 0; trial < request.trials; ++trial) {
        cells.push_back({panel, m, trial});
        if (figure.nested_designs) plan.batches.push_back(trial);  // one design after the other
        plan.tasks.push_back(fmt::format("{} m={} trial={}", figure.panels[panel].name, m, trial));
      }
    }
  }
  const RecoveryRunner runner(figure, request, methods);
  plan.work = [&](std::size_t task, const Cancelled& cancelled) {
    return runner.run(cells[task], cancelled);
  };
  plan.check = [&](std::size_t /*task*/, const TaskResult& result) {
    expect_measurements(result, method_names, 1);
  };
  const std::optional<std::vector<TaskResult>> results = run_tasks(plan, request, watcher);
  if (!results) return std::nullopt;

  std::vector<RecoveryCell> summary;
  std::size_t next = 0;
  for (std::size_t panel = 0; panel < figure.panels.size(); ++panel) {
    for (std::size_t i = 0; i < figure.panels[panel].observations.size(); ++i) {
      const auto first = results->begin() + static_cast<std::ptrdiff_t>(next);
      next += static_cast<std::size_t>(request.trials);
      for (std::size_t method = 0; method < methods.size(); ++method) {
        std::vector<double> errors;
        for (std::int64_t trial = 0; trial < request.trials; ++trial) {
          errors.push_back(first[trial][method].values.front());
        }
        summary.push_back(summarize(figure, panel, i, methods[method], errors, request.convention));
      }
    }
  }
  return make_recovery_report(figure, request, methods, summary, published);
}

namespace {

report::LineChart chart_of(const RecoveryPanel& panel, const std::vector<Method>& methods,
                           const std::vector<RecoveryCell>& cells,
                           const PublishedRecovery& published) {
  report::LineChart chart;
  chart.title = panel.title;
  chart.x_label = "measurements m";
  chart.y_label = "probability of recovery";
  chart.y_range = report::Range{-0.03, 1.03};
  for (const Method& method : methods) {
    report::Series ours;
    ours.name = method.name;
    report::Series theirs = ours;
    theirs.name = fmt::format("{} (published)", method.name);
    theirs.method = method.name;
    theirs.dashed = true;
    theirs.markers = false;
    for (const RecoveryCell& cell : cells) {
      if (cell.panel != panel.name || cell.method != method.name) continue;
      ours.x.push_back(static_cast<double>(cell.observations));
      ours.y.push_back(cell.probability);
      const auto place = published.find({cell.panel, cell.observations, cell.method});
      if (place == published.end()) continue;
      theirs.x.push_back(static_cast<double>(cell.observations));
      theirs.y.push_back(place->second);
    }
    chart.series.push_back(std::move(ours));
    if (!theirs.x.empty()) chart.series.push_back(std::move(theirs));
  }
  return chart;
}

struct Difference {
  double sum = 0.0;
  double absolute = 0.0;
  int cells = 0;

  void add(double difference) {
    sum += difference;
    absolute += std::abs(difference);
    ++cells;
  }
  double mean() const { return cells == 0 ? 0.0 : sum / cells; }
  double mean_absolute() const { return cells == 0 ? 0.0 : absolute / cells; }
};

report::Table differences(const RecoveryFigure& figure, const std::vector<Method>& methods,
                          const std::vector<RecoveryCell>& cells,
                          const PublishedRecovery& published) {
  report::Table table;
  table.caption = "Difference from the published probabilities (ours - published)";
  table.columns = {"panel", "method", "cells", "mean difference", "mean absolute difference"};
  Difference all;
  for (const RecoveryPanel& panel : figure.panels) {
    for (const Method& method : methods) {
      Difference here;
      for (const RecoveryCell& cell : cells) {
        if (cell.panel != panel.name || cell.method != method.name) continue;
        const auto place = published.find({cell.panel, cell.observations, cell.method});
        if (place == published.end()) continue;
        here.add(cell.probability - place->second);
        all.add(cell.probability - place->second);
      }
      if (here.cells == 0) continue;
      table.rows.push_back({panel.name, std::string(method.name), fmt::format("{}", here.cells),
                            fmt::format("{:+.3f}", here.mean()),
                            fmt::format("{:.3f}", here.mean_absolute())});
    }
  }
  table.rows.push_back({"all", "all", fmt::format("{}", all.cells),
                        fmt::format("{:+.4f}", all.mean()),
                        fmt::format("{:.4f}", all.mean_absolute())});
  return table;
}

// For each method the fewest measurements of the figure from which on it recovers in 95 % of the
// trials.
report::Table thresholds(const RecoveryFigure& figure, const std::vector<Method>& methods,
                         const std::vector<RecoveryCell>& cells) {
  report::Table table;
  table.caption = "Smallest m with recovery in at least 95 % of the trials";
  table.columns = {"panel"};
  for (const Method& method : methods) table.columns.emplace_back(method.name);
  for (const RecoveryPanel& panel : figure.panels) {
    std::vector<std::string> row = {panel.name};
    for (const Method& method : methods) {
      std::string smallest = "-";
      for (const RecoveryCell& cell : cells) {
        if (cell.panel != panel.name || cell.method != method.name) continue;
        if (cell.probability < 0.95) continue;
        smallest = fmt::format("{}", cell.observations);
        break;
      }
      row.push_back(std::move(smallest));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string to_csv(const std::vector<RecoveryCell>& cells) {
  std::string csv = "panel,m,method,prob,trials,ratio\n";
  for (const RecoveryCell& cell : cells) {
    csv += fmt::format("{},{},{},{:.6g},{},{:.4g}\n", cell.panel, cell.observations, cell.method,
                       cell.probability, cell.trials, cell.ratio);
  }
  return csv;
}

std::string to_picture(const RecoveryFigure& figure, const std::vector<Method>& methods,
                       const std::vector<RecoveryCell>& cells, const PublishedRecovery& published) {
  report::Panels panels;
  panels.title = figure.title;
  for (const RecoveryPanel& panel : figure.panels) {
    panels.charts.push_back(chart_of(panel, methods, cells, published));
  }
  const auto count = static_cast<int>(panels.charts.size());
  panels.columns = std::min(count, 2);
  const int rows = (count + panels.columns - 1) / panels.columns;
  return report::to_svg(panels, 480.0 * panels.columns, 80.0 + 340.0 * rows);
}

}  // namespace

PublishedRecovery read_published(const RecoveryFigure& figure, const Request& request) {
  PublishedRecovery published;
  if (request.data_folder.empty()) return published;
  const CsvTable table(find_data_file(request.data_folder, figure.published_file));
  const std::string& column = figure.published_panel_column;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::string panel = column.empty() ? figure.panels.front().name : table.text(row, column);
    const auto m = static_cast<std::int64_t>(std::llround(table.number(row, "m")));
    published[{panel, m, table.text(row, "method")}] = table.number(row, "prob");
  }
  return published;
}

RecoveryCell summarize(const RecoveryFigure& figure, std::size_t panel, std::size_t observation,
                       const Method& method, const std::vector<double>& errors,
                       Convention convention) {
  const RecoveryPanel& here = figure.panels[panel];
  const std::size_t cut =
      convention == Convention::authors ? trimmed_at_each_end(errors.size()) : 0;
  const std::vector<double> kept = trimmed(errors, cut);
  RecoveryCell cell;
  cell.panel = here.name;
  cell.observations = here.observations[observation];
  cell.ratio = here.ratios.empty()
                   ? static_cast<double>(cell.observations) / static_cast<double>(here.sparsity)
                   : here.ratios[observation];
  cell.method = method.name;
  cell.trials = static_cast<std::int64_t>(kept.size());
  const auto recovered =
      std::count_if(kept.begin(), kept.end(), [](double error) { return error <= kRecovered; });
  cell.probability = static_cast<double>(recovered) / static_cast<double>(kept.size());
  return cell;
}

Report make_recovery_report(const RecoveryFigure& figure, const Request& request,
                            const std::vector<Method>& methods,
                            const std::vector<RecoveryCell>& cells,
                            const PublishedRecovery& published) {
  Report report;
  report.name = figure.name;
  report.title = figure.title;
  report.remarks = figure.remarks;
  report.csv = to_csv(cells);
  report.svg = to_picture(figure, methods, cells, published);
  report.settings = trial_settings(request);
  report.tables.push_back(thresholds(figure, methods, cells));
  if (!published.empty()) {
    report.tables.push_back(differences(figure, methods, cells, published));
  }
  return report;
}

}  // namespace graphsparse::experiments
