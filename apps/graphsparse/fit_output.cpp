#include "fit_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "graphsparse/core/version.hpp"
#include "graphsparse/fit/options.hpp"
#include "graphsparse/report/fit_report.hpp"
#include "text_table.hpp"

namespace graphsparse::cli {
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
  return {{"runs", restarts->runs}, {"hits", restarts->hits}, {"overlap", restarts->overlap}};
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
