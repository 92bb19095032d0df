// Figure 7: probability of recovery of a 5 x 5 square in the 30 x 30 grid
// (docs/notes/figures/fig7.md).
#include <utility>

#include "graphsparse/data/simulation.hpp"
#include "graphsparse/graph/builders.hpp"
#include "recovery_figure.hpp"

namespace graphsparse::experiments {
namespace {

constexpr NodeId kSide = 30;

// Rows and columns 3 to 7.
Support square() {
  Support support;
  for (NodeId row = 3; row <= 7; ++row) {
    for (NodeId column = 3; column <= 7; ++column) support.push_back(row * kSide + column);
  }
  return support;
}

}  // namespace

std::optional<Report> run_fig7(const Request& request, Watcher& watcher) {
  RecoveryPanel panel;
  panel.name = "grid";
  panel.title = "5 x 5 square, s = 25";
  panel.graph = make_grid(kSide, kSide);
  panel.sparsity = 25;
  for (std::int64_t m = 20; m <= 150; m += 5) panel.observations.push_back(m);
  panel.draw_signal = [](RandomStream& stream) {
    return normal_signal(square(), kSide * kSide, stream).values;
  };
  RecoveryFigure figure;
  figure.name = "fig7";
  figure.title = "Recovery of a square in the 30 x 30 grid";
  figure.panels.push_back(std::move(panel));
  figure.methods = {"IHT", "StoIHT", "GraphIHT", "GraphStoIHT", "NIHT", "CoSaMP", "GraphCoSaMP"};
  figure.validation = Validation::fresh;
  figure.published_file = "fig7_recovery_grid.csv";
  return run_recovery_figure(std::move(figure), request, watcher);
}

}  // namespace graphsparse::experiments
