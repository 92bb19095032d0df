#include "fit_output.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "errors.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/fit/options.hpp"
#include "graphsparse/report/fit_report.hpp"
#include "graphsparse/report/html_page.hpp"
#include "interrupt.hpp"
#include "option_types.hpp"
#include "output.hpp"

namespace graphsparse::cli {
namespace {

// Also where the path is empty, or what is there tells better what is wrong with it.
bool has_extension(const std::string& path, std::initializer_list<std::string_view> allowed) {
  std::error_code ignored;
  if (path.empty() || std::filesystem::is_other(path, ignored)) return true;
  if (std::filesystem::is_directory(path, ignored)) return true;
  const std::string extension = std::filesystem::path(path).extension().string();
  return std::find(allowed.begin(), allowed.end(), extension) != allowed.end();
}

void check_figure_name(const std::string& path) {
  if (has_extension(path, {".svg"})) return;
  throw UsageError(
      fmt::format("--figure {}: a figure is an SVG picture; end the name with .svg", path));
}

}  // namespace

void add_result_options(CLI::App& app, FitResults& results) {
  add_text(app, "--model", results.model, "Write the model there, for 'predict' and --init")
      ->type_name("OUT.json")
      ->group(kResultGroup);
  add_text(app, "--report", results.report, "Write a page with tables and pictures there")
      ->type_name("OUT.html")
      ->group(kResultGroup);
  add_text(app, "--figure", results.figure,
           "Write one figure for a paper there: the selected subnetwork, without a graph a chart")
      ->type_name("OUT.svg")
      ->group(kResultGroup);
  add_export_option(app, results.exports);
}

void add_export_option(CLI::App& app, std::vector<std::string>& exports) {
  app.add_option("--export", exports,
                 "Write the selected subnetwork there, for Cytoscape (.graphml; .sif and .tsv with "
                 "a second file .nodes.tsv); may be repeated")
      ->type_name("OUT.graphml")
      ->allow_extra_args(false)
      ->take_all()
      ->group(kResultGroup);
}

void check_report_name(const std::string& path) {
  if (has_extension(path, {".html", ".htm"})) return;
  throw UsageError(fmt::format(
      "--report {}: a report is an HTML page; end the name with .html (browsers print it as PDF)",
      path));
}

void note_static_page(bool quiet) {
  if (quiet || report::HtmlPage::can_be_interactive()) return;
  print_message(
      "note: the report is a static page: d3 (Debian package node-d3) was missing when graphsparse "
      "was built");
}

void check_results(const FitResults& results, bool has_graph) {
  check_report_name(results.report);
  check_figure_name(results.figure);
  for (const std::string& path : {results.out, results.model, results.report, results.figure}) {
    check_writable(path);
  }
  if (!results.exports.empty() && !has_graph) {
    throw UsageError("--export writes a part of the graph, so it needs --graph");
  }
  for (const std::string& path : results.exports) {
    for (const std::string& file : subgraph_files(path)) check_writable(file);
  }
}

void check_names(const FitResults& results, const Dataset& data) {
  if (results.model.empty()) return;
  check_model_names(data.feature_names);
  if (data.target) check_model_names(data.target->values);
}

void write_models(const FitResults& results, const Fit& fit, const FitPictures& pictures,
                  const std::vector<NodeAttribute>& attributes) {
  const DeferInterrupts until_renamed;
  if (!results.model.empty()) fit.model.save(results.model);
  if (!results.exports.empty()) {
    Subnetwork network = selected_subnetwork(fit);
    network.attributes.insert(network.attributes.end(), attributes.begin(), attributes.end());
    for (const std::string& path : results.exports) write_subnetwork(network, path);
  }
  if (!results.report.empty()) write_result(results.report, pictures.page);
  if (!results.figure.empty()) write_result(results.figure, pictures.figure);
}

namespace {

Json class_condition_to_json(const std::optional<ClassCondition>& condition) {
  if (!condition) return nullptr;
  return {{"theta_max", condition->theta_max},
          {"nu", condition->nu},
          {"mu", condition->mu},
          {"holds", condition->holds()},
          {"least_l2", condition->least_l2}};
}

}  // namespace

Json diagnosis_to_json(const Diagnosis& diagnosis) {
  const auto or_null = [](const std::optional<double>& value) {
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
  };
  return {{"alpha", diagnosis.curvature.alpha},
          {"beta", diagnosis.curvature.beta},
          {"mu", diagnosis.curvature.mu()},
          {"delta", diagnosis.curvature.delta()},
          {"kappa", diagnosis.kappa},
          {"observed_rate", diagnosis.observed_rate},
          {"supports", diagnosis.supports},
          {"gradient_norm", diagnosis.gradient_norm},
          {"sigma_2", or_null(diagnosis.sigma_2)},
          {"error_term", or_null(diagnosis.error_term)},
          {"corollary_2", class_condition_to_json(diagnosis.classes)}};
}

std::string diagnosis_to_table(const Diagnosis& diagnosis) {
  const std::string kappa =
      diagnosis.kappa < 1.0 ? "convergence is proven" : "no guarantee (kappa >= 1)";
  std::vector<std::pair<std::string, std::string>> fields = {
      {"restricted convexity alpha", format_number(diagnosis.curvature.alpha)},
      {"restricted smoothness beta", format_number(diagnosis.curvature.beta)},
      {"mu = alpha / beta", format_number(diagnosis.curvature.mu())},
      {"kappa of theorem 1", fmt::format("{} ({})", format_number(diagnosis.kappa), kappa)},
      {"error sigma_2 / (1 - kappa)",
       diagnosis.error_term ? format_number(*diagnosis.error_term) : "none (kappa >= 1)"},
      {"rate observed", fmt::format("{} per epoch", format_number(diagnosis.observed_rate))},
      {"supports looked at", fmt::format("{}", diagnosis.supports)}};
  if (const auto& condition = diagnosis.classes) {
    fields.emplace_back("theta_max of corollary 2",
                        fmt::format("{}, nu {}", format_number(condition->theta_max),
                                    format_number(condition->nu)));
    fields.emplace_back(
        "mu of corollary 2",
        fmt::format("{} ({} 243/250; it takes an l2 of {})", format_number(condition->mu),
                    condition->holds() ? "at least" : "below", format_number(condition->least_l2)));
  }
  return format_fields(fields);
}

namespace {

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json history_of(const Result& result, bool with_times) {
  Json history = Json::array();
  for (const EpochRecord& record : result.history) {
    Json entry = {{"epoch", record.epoch},
                  {"objective", record.objective},
                  {"support_size", record.support_size},
                  {"step", record.step},
                  {"pcst_calls", record.pcst_calls}};
    if (with_times) entry["seconds"] = record.seconds;
    history.push_back(std::move(entry));
  }
  return history;
}

Json restarts_of(const std::optional<RestartStatistics>& restarts) {
  if (!restarts) return nullptr;
  return {{"runs", restarts->runs},
          {"hits", restarts->hits},
          {"overlap", restarts->overlap},
          {"best_objective", restarts->best_objective},
          {"average", restarts->is_average}};
}

}  // namespace

Json fit_to_json(const Fit& fit, bool with_times) {
  const FitSpec& spec = fit.spec();
  const Result& result = fit.result;
  Json support = Json::array();
  Json::object_t coefficients;
  for (const ModelFeature& feature : fit.model.features) {
    support.push_back(feature.name);
    coefficients.push_back({feature.name, feature.coefficient});
  }
  const bool uses_projection = (uses_of(spec) & kUsedByGraphs) != 0;
  Json document = {{"solver", spec.solver},
                   {"loss", spec.loss},
                   {"support", std::move(support)},
                   {"coefficients", std::move(coefficients)},
                   {"intercept", fit.model.intercept},
                   {"objective", result.objective},
                   {"residual_norm", fit.has_residual ? Json(result.residual_norm) : Json(nullptr)},
                   {"epochs", result.epochs},
                   {"iterations", result.iterations},
                   {"stop_reason", to_string(result.termination)},
                   {"pcst_calls", result.pcst_calls},
                   {"seconds", result.seconds},
                   {"seed", spec.seed},
                   {"version", kVersion},
                   {"components", or_null(fit.model.statistics.components)},
                   {"support_size", fit.model.features.size()},
                   {"sparsity", or_null(spec.sparsity)},
                   {"projection", uses_projection ? Json(spec.projection) : Json(nullptr)},
                   {"block_size", std::min(result.block_size, fit.used_samples)},
                   {"step", spec.step},
                   {"samples", fit.used_samples},
                   {"features", fit.model.feature_count},
                   {"classes", fit.model.classes.empty() ? Json(nullptr) : Json(fit.model.classes)},
                   {"restarts", restarts_of(fit.restarts)},
                   {"history", history_of(result, with_times)}};
  if (!fit.model.covariates.empty()) {
    Json::object_t values;
    for (const ModelFeature& covariate : fit.model.covariates) {
      values.push_back({covariate.name, covariate.coefficient});
    }
    document["covariates"] = std::move(values);
  }
  for (const FeatureNumber& number : fit.model.known_numbers()) {
    Json::object_t values;
    for (const ModelFeature& feature : fit.model.features) {
      values.push_back({feature.name, *(feature.*number.value)});
    }
    document[std::string(number.name)] = std::move(values);
  }
  if (fit.path) {
    document["lambda"] = fit.path->lambda;
    document["lambda_max"] = fit.path->lambda_max;
    document["duality_gap"] = fit.path->duality_gap;
    document["groups"] = fit.path->group_count == 0 ? Json(nullptr) : Json(fit.path->groups);
  }
  return document;
}

std::string fit_to_table(const Fit& fit) {
  auto facts = fit_facts(fit);
  const std::vector<std::size_t> order = fit.by_size();
  facts.emplace_back("coefficients", format_list(order.size(), [&](std::size_t i) {
                       return fmt::format("{} {}", fit.name(order[i]),
                                          format_number(fit.coefficient(order[i])));
                     }));
  const auto& covariates = fit.model.covariates;
  if (!covariates.empty()) {
    facts.emplace_back("covariates", format_list(covariates.size(), [&](std::size_t i) {
                         return fmt::format("{} {}", covariates[i].name,
                                            format_number(covariates[i].coefficient));
                       }));
  }
  return format_fields(facts);
}

}  // namespace graphsparse::cli
