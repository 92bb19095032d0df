#include "fit_diagnosis.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "text_table.hpp"

namespace graphsparse::cli {

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

}  // namespace graphsparse::cli
