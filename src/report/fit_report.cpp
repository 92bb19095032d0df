#include "graphsparse/report/fit_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "graphsparse/core/format.hpp"
#include "graphsparse/core/option.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/io/atomic_file.hpp"
#include "graphsparse/report/html_page.hpp"
#include "graphsparse/report/line_chart.hpp"
#include "graphsparse/report/selection_picture.hpp"
#include "graphsparse/selection/metrics.hpp"
#include "report/page_limits.hpp"

namespace graphsparse {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

std::string describe_samples(const Fit& fit) {
  if (fit.used_samples == fit.samples) return fmt::format("{} samples", fit.samples);
  return fmt::format("{} of {} samples", fit.used_samples, fit.samples);
}

std::string describe_support(const Fit& fit) {
  std::string text = fmt::format("{} features", fit.model.features.size());
  if (const auto components = fit.model.statistics.components) {
    text += fmt::format(" in {} connected component{}", *components, *components == 1 ? "" : "s");
  }
  if (!fit.spec().sparsity) return text;
  return text + fmt::format(" ({} wanted)", *fit.spec().sparsity);
}

std::string describe_restarts(const RestartStatistics& restarts) {
  std::string text =
      fmt::format("{}; {} found the best objective, supports within 1 % of it overlap by {:.2f}",
                  restarts.runs, restarts.hits, restarts.overlap);
  if (!restarts.is_average) return text;
  return text + fmt::format("; the model stands for their average (best objective {})",
                            format_number(restarts.best_objective));
}

void add_path(const PathStatistics& path, Facts& facts) {
  facts.emplace_back("penalty",
                     fmt::format("lambda {}, {} of lambda_max", format_number(path.lambda),
                                 format_number(path.lambda / path.lambda_max)));
  facts.emplace_back("duality gap", fmt::format("{:.1e}", path.duality_gap));
  if (path.group_count == 0) return;
  facts.emplace_back(
      "groups",
      fmt::format("{} of {}: {}", path.groups.size(), path.group_count,
                  format_list(path.groups.size(), [&](std::size_t i) { return path.groups[i]; })));
}

void add_coefficients(report::HtmlPage& page, const Fit& fit) {
  const std::vector<std::size_t> order = fit.by_size();
  report::Table table;
  table.columns = {"feature", "coefficient"};
  const std::vector<FeatureNumber> numbers = fit.model.known_numbers();
  for (const FeatureNumber& number : numbers) table.columns.emplace_back(number.name);
  for (std::size_t i = 0; i < order.size() && i < report::kMostRows; ++i) {
    table.rows.push_back({fit.name(order[i]), fmt::format("{:.6g}", fit.coefficient(order[i]))});
    for (const FeatureNumber& number : numbers) {
      const std::optional<double> value = fit.model.features[order[i]].*number.value;
      table.rows.back().push_back(fmt::format("{:.3g}", *value));
    }
  }
  if (order.size() > report::kMostRows) {
    table.caption = fmt::format("The {} largest of {}.", report::kMostRows, order.size());
  }
  page.heading("Coefficients");
  if (order.empty()) {
    page.paragraph("No feature was selected: the model predicts the intercept for every sample.");
    return;
  }
  page.table(table);
  if (fit.spec().standardize) {
    page.paragraph("A coefficient belongs to a change of its feature by one deviation.");
  }
}

report::LineChart history_chart(const Fit& fit) {
  report::Series series;
  series.name = fit.spec().solver;
  series.markers = fit.result.history.size() <= 40;
  bool all_positive = true;
  for (const EpochRecord& record : fit.result.history) {
    series.x.push_back(static_cast<double>(record.epoch));
    series.y.push_back(record.objective);
    all_positive = all_positive && record.objective > 0.0;
  }
  report::LineChart chart;
  chart.x_label = "epoch";
  chart.y_label = "objective";
  chart.log_y = all_positive;
  chart.series.push_back(std::move(series));
  return chart;
}

void add_history(report::HtmlPage& page, const Fit& fit) {
  if (fit.result.history.empty()) return;
  page.heading("Convergence").chart(history_chart(fit), "The objective after each epoch.");
}

report::SelectedPart selected_part(const Fit& fit) {
  report::SelectedPart part;
  part.measures.push_back({"coefficient", {}});
  for (const FeatureNumber& number : fit.model.known_numbers()) {
    part.measures.push_back({std::string(number.name), {}});
    for (const ModelFeature& feature : fit.model.features) {
      part.measures.back().values.push_back(*(feature.*number.value));
    }
  }
  for (const ModelFeature& feature : fit.model.features) {
    part.names.push_back(feature.name);
    part.measures.front().values.push_back(feature.coefficient);
  }
  part.edges = fit.edges;
  part.grid = fit.grid;
  return part;
}

// Of the used samples.
report::LineChart roc_chart(const Fit& fit) {
  report::Series series;
  series.name = fit.spec().solver;
  series.markers = false;
  for (const RocPoint& point : roc_curve(fit.predictors, fit.target)) {
    series.x.push_back(point.false_positive_rate);
    series.y.push_back(point.true_positive_rate);
  }
  report::LineChart chart;
  chart.x_label = "false positive rate";
  chart.y_label = "true positive rate";
  chart.series.push_back({.x = {0, 1}, .y = {0, 1}, .dashed = true, .markers = false});
  chart.series.push_back(std::move(series));
  return chart;
}

void add_roc(report::HtmlPage& page, const Fit& fit) {
  if (fit.model.classes.empty()) return;
  // All used samples may be of one class.
  if (std::isnan(area_under_curve(fit.predictors, fit.target))) return;
  const AucInterval area = area_with_interval(fit.predictors, fit.target);
  page.heading("ROC curve")
      .chart(roc_chart(fit),
             fmt::format("On the samples it was fitted on, which flatters: AUC {:.3f} (95 % "
                         "interval {:.3f} to {:.3f}, DeLong). 'graphsparse cv' tells of others.",
                         area.auc, area.low, area.high));
}

}  // namespace

Facts fit_facts(const Fit& fit) {
  const bool is_convex = fit.path.has_value();
  Facts facts = {
      {"data", fmt::format("{}, {} features", describe_samples(fit), fit.model.feature_count)}};
  if (fit.has_graph) {
    facts.emplace_back("graph",
                       fmt::format("{} nodes, {} edges", fit.model.feature_count, fit.edge_count));
  }
  facts.emplace_back("solver", fit.spec().solver);
  facts.emplace_back("loss", fit.spec().loss);
  if (!fit.model.classes.empty()) {
    facts.emplace_back("classes",
                       fmt::format("{} (-1), {} (+1)", fit.model.classes[0], fit.model.classes[1]));
  }
  facts.emplace_back("support", describe_support(fit));
  if (is_convex) add_path(*fit.path, facts);
  facts.emplace_back("objective", format_number(fit.result.objective));
  if (fit.has_residual) {
    facts.emplace_back("residual norm", format_number(fit.result.residual_norm));
  }
  facts.emplace_back("intercept", format_number(fit.model.intercept));
  facts.emplace_back(
      "stopped",
      fmt::format("{} after {} {}, {} iterations", to_string(fit.result.termination),
                  fit.result.epochs, is_convex ? "sweeps" : "epochs", fit.result.iterations));
  if (fit.restarts && fit.restarts->runs > 1) {
    facts.emplace_back("runs", describe_restarts(*fit.restarts));
  }
  if (!is_convex) facts.emplace_back("PCST solves", std::to_string(fit.result.pcst_calls));
  facts.emplace_back("time", format_duration(fit.result.seconds));
  return facts;
}

RunRecord record_of(const Fit& fit) {
  RunRecord run;
  run.settings = fit.model.inputs;
  for (auto& setting : describe_options(fit.spec())) run.settings.push_back(std::move(setting));
  return run;
}

std::string fit_page(const Fit& fit, const RunRecord& run) {
  report::HtmlPage page(fmt::format("{} on {}", fit.spec().solver, fit.data_source),
                        fmt::format("Fitted by graphsparse {}", kVersion));
  std::vector<report::Fact> facts;
  for (auto& [name, value] : fit_facts(fit)) facts.push_back({name, value});
  page.facts(facts);
  const std::string warning = fit.restarts ? restart_warning(*fit.restarts) : std::string();
  if (!warning.empty()) page.paragraph("Note: " + with_option_names(warning) + ".");
  if (fit.has_graph) add_selection(page, selected_part(fit));
  add_coefficients(page, fit);
  add_roc(page, fit);
  add_history(page, fit);
  add_run(page, run);
  return page.to_string();
}

std::string fit_figure(const Fit& fit) {
  if (fit.has_graph && !fit.model.features.empty()) return to_svg(selected_part(fit));
  return to_svg(fit.model.classes.empty() ? history_chart(fit) : roc_chart(fit));
}

void write_report(const Fit& fit, const std::string& path) {
  AtomicFile file(path);
  file.write(fit_page(fit, record_of(fit)));
  file.commit();
}

}  // namespace graphsparse
