#include "recovery_figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/data/simulation.hpp"
#include "nested_normals.hpp"
#include "recovery_report.hpp"
#include "recovery_run.hpp"
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
  std::string known;
  for (const RecoveryPanel& panel : figure.panels) {
    known += fmt::format("{}{}", known.empty() ? "" : ", ", panel.sparsity);
  }
  for (const std::int64_t sparsity : sparsities) {
    const bool is_there =
        std::any_of(figure.panels.begin(), figure.panels.end(),
                    [&](const RecoveryPanel& panel) { return panel.sparsity == sparsity; });
    if (is_there) continue;
    throw InputError(
        fmt::format("--sparsity {}: {} has the sparsities {}", sparsity, figure.name, known));
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

}  // namespace graphsparse::experiments
