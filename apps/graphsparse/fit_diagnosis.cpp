#include "fit_diagnosis.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "text_table.hpp"

namespace graphsparse::cli {

Json diagnosis_to_json(const RunDiagnosis::Verdict& verdict) {
  return {{"alpha", verdict.curvature.alpha}, {"beta", verdict.curvature.beta},
          {"mu", verdict.curvature.mu()},     {"delta", verdict.curvature.delta()},
          {"kappa", verdict.kappa},           {"observed_rate", verdict.observed_rate},
          {"supports", verdict.supports}};
}

std::string diagnosis_to_table(const RunDiagnosis::Verdict& verdict) {
  return format_fields(
      {{"restricted convexity alpha", format_number(verdict.curvature.alpha)},
       {"restricted smoothness beta", format_number(verdict.curvature.beta)},
       {"mu = alpha / beta", format_number(verdict.curvature.mu())},
       {"kappa of theorem 1",
        fmt::format("{} ({})", format_number(verdict.kappa),
                    verdict.kappa < 1.0 ? "convergence is proven" : "it promises nothing here")},
       {"rate observed", fmt::format("{} an epoch", format_number(verdict.observed_rate))},
       {"supports looked at", fmt::format("{}", verdict.supports)}});
}

}  // namespace graphsparse::cli
