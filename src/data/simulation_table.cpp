#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "graphsparse/core/error.hpp"
#include "graphsparse/data/simulation.hpp"

namespace graphsparse {
namespace {

constexpr std::array kSimulations = {
    SimulationRow{"squares", "Numbers A x + e", "the norm of e", normal_signal, measure_linear},
    SimulationRow{"logistic", "labels -1 and 1 drawn with the odds exp(A x)",
                  "the deviation of what is added to A x", bounded_signal, measure_logistic},
};

}  // namespace

std::span<const SimulationRow> simulation_table() { return kSimulations; }

const SimulationRow& find_simulation(std::string_view loss) {
  const auto* const row =
      std::find_if(kSimulations.begin(), kSimulations.end(),
                   [loss](const SimulationRow& each) { return each.loss == loss; });
  if (row == kSimulations.end()) {
    throw InputError(fmt::format("there is no simulation for the loss '{}'", loss));
  }
  return *row;
}

}  // namespace graphsparse
