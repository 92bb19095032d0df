#include "fit_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "graphsparse/core/version.hpp"
#include "graphsparse/graph/components.hpp"
#include "text_table.hpp"

namespace graphsparse::cli {
namespace {

// The residual y - z says something where the target and the predictor are on one scale.
bool has_residual(const FitProblem& fit) {
  const std::string& loss = fit.options().settings.loss;
  return loss == "squares" || loss == "huber";
}

double coefficient(const Point& point, NodeId feature) {
  return point.w[static_cast<std::size_t>(feature)];
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

std::string used_samples(const FitProblem& fit) {
  const RowIndex rows = fit.data().design->rows();
  if (fit.used_row_count() == rows) return fmt::format("{} samples", rows);
  return fmt::format("{} of {} samples", fit.used_row_count(), rows);
}

std::string model_facts(const FitProblem& fit, const Result& result) {
  std::string text = fmt::format("{} features", result.x.support.size());
  if (fit.graph() != nullptr) {
    const auto parts = count_induced_components(*fit.graph(), result.x.support);
    text += fmt::format(" in {} connected part{}", parts, parts == 1 ? "" : "s");
  }
  if (fit.options().baseline() != nullptr) return text;
  return text + fmt::format(" ({} wanted)", fit.options().settings.sparsity);
}

void add_penalty(Json& document, const FitProblem& fit, const PenaltyFacts& penalty) {
  document["lambda"] = penalty.lambda;
  document["lambda_max"] = penalty.lambda_max;
  document["duality_gap"] = penalty.duality_gap;
  document["groups"] = fit.latent_group_names().empty() ? Json(nullptr) : Json(penalty.groups);
}

void add_penalty(std::vector<std::pair<std::string, std::string>>& facts, const FitProblem& fit,
                 const PenaltyFacts& penalty) {
  facts.emplace_back("penalty", fmt::format("lambda {}, {} of the least without features",
                                            format_number(penalty.lambda),
                                            format_number(penalty.lambda / penalty.lambda_max)));
  facts.emplace_back("duality gap", fmt::format("{:.1e}", penalty.duality_gap));
  if (fit.latent_group_names().empty()) return;
  facts.emplace_back("groups",
                     fmt::format("{} of {}: {}", penalty.groups.size(), fit.latent_groups().size(),
                                 format_list(penalty.groups.size(),
                                             [&](std::size_t i) { return penalty.groups[i]; })));
}

}  // namespace

std::vector<NodeId> by_size(const Point& point) {
  std::vector<NodeId> order = point.support;
  std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) {
    return std::abs(coefficient(point, a)) > std::abs(coefficient(point, b));
  });
  return order;
}

Json fit_to_json(const FitProblem& fit, const Result& result, bool with_times,
                 const PenaltyFacts* penalty) {
  const FitSettings& settings = fit.options().settings;
  Json support = Json::array();
  Json::object_t coefficients;
  for (const NodeId feature : result.x.support) {
    support.push_back(fit.data().feature_name(feature));
    coefficients.push_back({fit.data().feature_name(feature), coefficient(result.x, feature)});
  }
  Json components = nullptr;
  if (fit.graph() != nullptr) {
    components = count_induced_components(*fit.graph(), result.x.support);
  }
  const bool is_convex = fit.options().baseline() != nullptr;
  const bool uses_projection = fit.options().is_for(StructureKind::graph);
  Json document = {
      {"solver", settings.solver},
      {"loss", settings.loss},
      {"support", std::move(support)},
      {"coefficients", std::move(coefficients)},
      {"intercept", result.x.intercept},
      {"objective", result.objective},
      {"residual_norm", has_residual(fit) ? Json(result.residual_norm) : Json(nullptr)},
      {"epochs", result.epochs},
      {"iterations", result.iterations},
      {"stop_reason", to_string(result.termination)},
      {"pcst_calls", result.pcst_calls},
      {"seconds", result.seconds},
      {"seed", settings.seed},
      {"version", kVersion},
      {"components", std::move(components)},
      {"support_size", result.x.support.size()},
      {"sparsity", is_convex ? Json(nullptr) : Json(settings.sparsity)},
      {"projection", uses_projection ? Json(settings.projection) : Json(nullptr)},
      {"block_size", fit.block_size()},
      {"step", settings.step},
      {"samples", fit.used_row_count()},
      {"features", fit.data().design->columns()},
      {"classes", fit.classes().empty() ? Json(nullptr) : Json(fit.classes())},
      {"history", history_of(result, with_times)}};
  if (penalty != nullptr) add_penalty(document, fit, *penalty);
  return document;
}

std::vector<std::pair<std::string, std::string>> fit_facts(const FitProblem& fit,
                                                           const Result& result,
                                                           const PenaltyFacts* penalty) {
  const FitSettings& settings = fit.options().settings;
  std::vector<std::pair<std::string, std::string>> facts = {
      {"data", fmt::format("{}, {} features", used_samples(fit), fit.data().design->columns())}};
  if (fit.graph() != nullptr) {
    facts.emplace_back("graph", fmt::format("{} nodes, {} edges", fit.graph()->node_count(),
                                            fit.graph()->edge_count()));
  }
  facts.emplace_back("solver", settings.solver);
  facts.emplace_back("loss", settings.loss);
  if (!fit.classes().empty()) {
    facts.emplace_back("classes",
                       fmt::format("{} (-1), {} (+1)", fit.classes()[0], fit.classes()[1]));
  }
  facts.emplace_back("support", model_facts(fit, result));
  if (penalty != nullptr) add_penalty(facts, fit, *penalty);
  facts.emplace_back("objective", format_number(result.objective));
  if (has_residual(fit)) facts.emplace_back("residual norm", format_number(result.residual_norm));
  facts.emplace_back("intercept", format_number(result.x.intercept));
  facts.emplace_back(
      "stopped",
      fmt::format("{} after {} {}, {} iterations", to_string(result.termination), result.epochs,
                  fit.options().baseline() == nullptr ? "epochs" : "sweeps", result.iterations));
  if (fit.options().baseline() == nullptr) {
    facts.emplace_back("PCST solves", std::to_string(result.pcst_calls));
  }
  facts.emplace_back("time", format_duration(result.seconds));
  return facts;
}

std::string fit_to_table(const FitProblem& fit, const Result& result, const PenaltyFacts* penalty) {
  auto facts = fit_facts(fit, result, penalty);
  const std::vector<NodeId> order = by_size(result.x);
  facts.emplace_back("coefficients", format_list(order.size(), [&](std::size_t i) {
                       return fmt::format("{} {}", fit.data().feature_name(order[i]),
                                          format_number(coefficient(result.x, order[i])));
                     }));
  return format_fields(facts);
}

}  // namespace graphsparse::cli
