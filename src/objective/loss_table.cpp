#include <fmt/format.h>

#include <array>
#include <cmath>

#include "graphsparse/core/error.hpp"
#include "graphsparse/objective/loss.hpp"
#include "objective/huber.hpp"
#include "objective/logistic.hpp"
#include "objective/poisson.hpp"
#include "objective/squares.hpp"

namespace graphsparse {
namespace {

template <class L>
std::unique_ptr<Loss> make(const LossOptions& /*options*/) {
  return std::make_unique<LossOf<L>>();
}

std::unique_ptr<Loss> make_huber(const LossOptions& options) {
  if (!(options.huber_threshold > 0.0) || !std::isfinite(options.huber_threshold)) {
    throw InputError(fmt::format("the threshold of Huber's loss is {}; it must be positive",
                                 options.huber_threshold));
  }
  return std::make_unique<LossOf<HuberLoss>>(HuberLoss{options.huber_threshold});
}

constexpr std::array<LossRow, 4> kLosses = {{
    {"squares", "half the squared error", make<SquaresLoss>},
    {"logistic", "two classes", make<LogisticLoss>},
    {"huber", "squares with a linear tail, for outliers", make_huber, true},
    {"poisson", "counts, with mean exp(z)", make<PoissonLoss>},
}};

}  // namespace

std::span<const LossRow> loss_table() { return kLosses; }

const LossRow& find_loss(std::string_view name) {
  for (const LossRow& row : kLosses) {
    if (row.name == name) return row;
  }
  std::string known;
  for (const LossRow& row : kLosses)
    known += fmt::format("{}{}", known.empty() ? "" : ", ", row.name);
  throw InputError(fmt::format("there is no loss '{}'; there are {}", name, known));
}

}  // namespace graphsparse
