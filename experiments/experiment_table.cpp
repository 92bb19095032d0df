#include <array>

#include "experiment.hpp"

namespace graphsparse::experiments {
namespace {

constexpr std::string_view kTables = "tables";

constexpr std::array kExperiments = {
    Experiment{"fig1", "random-walk subgraphs on the 16 x 16 grid", run_fig1},
    Experiment{"fig2", "choice of block size and learning rate", run_fig2},
    Experiment{"fig3", "observations required, with and without noise", run_fig3},
    Experiment{"fig4", "probability of recovery on random-walk subgraphs", run_fig4},
    Experiment{"fig5", "probability of recovery of three images", run_fig5},
    Experiment{"fig6", "probability of recovery of four 33 x 33 shapes", run_fig6},
    Experiment{"fig7", "probability of recovery of a square in the 30 x 30 grid", run_fig7},
    Experiment{"table1", "contraction factors of GraphIHT and GraphStoIHT", run_table1},
    Experiment{"table2", "AUC on gene expression, nested cross-validation", run_table2, kTables},
    Experiment{"table3", "balanced error of the same models", run_table3, kTables},
    Experiment{"table4", "how many genes these models use", run_table4, kTables},
    Experiment{"table5", "which known genes these models use", run_table5, kTables},
};

}  // namespace

std::string_view to_string(Convention convention) {
  return convention == Convention::authors ? "authors" : "ours";
}

std::vector<report::Fact> trial_settings(const Request& request) {
  return {{"trials", std::to_string(request.trials)},
          {"as", std::string(to_string(request.convention))},
          {"seed", std::to_string(request.seed)}};
}

std::span<const Experiment> experiment_table() { return kExperiments; }

}  // namespace graphsparse::experiments
