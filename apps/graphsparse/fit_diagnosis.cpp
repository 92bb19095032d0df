#include "fit_diagnosis.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "text_table.hpp"

namespace graphsparse::cli {

Json diagnosis_to_json(const Diagnosis& diagnosis) {
  return {{"alpha", diagnosis.curvature.alpha}, {"beta", diagnosis.curvature.beta},
          {"mu", diagnosis.curvature.mu()},     {"delta", diagnosis.curvature.delta()},
          {"kappa", diagnosis.kappa},           {"observed_rate", diagnosis.observed_rate},
          {"supports", diagnosis.supports}};
}

std::string diagnosis_to_table(const Diagnosis& diagnosis) {
  return format_fields(
      {{"restricted convexity alpha", format_number(diagnosis.curvature.alpha)},
       {"restricted smoothness beta", format_number(diagnosis.curvature.beta)},
       {"mu = alpha / beta", format_number(diagnosis.curvature.mu())},
       {"kappa of theorem 1",
        fmt::format("{} ({})", format_number(diagnosis.kappa),
                    diagnosis.kappa < 1.0 ? "convergence is proven" : "no guarantee (kappa >= 1)")},
       {"rate observed", fmt::format("{} per epoch", format_number(diagnosis.observed_rate))},
       {"supports looked at", fmt::format("{}", diagnosis.supports)}});
}

}  // namespace graphsparse::cli
