// Figure 4: probability of recovery on random-walk subgraphs of the 16 x 16 grid
// (docs/notes/figures/fig4.md).
#include <fmt/format.h>

#include <utility>

#include "recovery_figure.hpp"
#include "walk_problem.hpp"

namespace graphsparse::experiments {
namespace {

RecoveryPanel make_panel(std::int64_t sparsity) {
  RecoveryPanel panel;
  panel.name = fmt::format("{}", sparsity);
  panel.title = fmt::format("s = {}", sparsity);
  panel.graph = walk_grid();
  panel.sparsity = sparsity;
  for (std::int64_t m = 5; m <= 250; m += 5) panel.observations.push_back(m);
  panel.draw_signal = [sparsity](RandomStream& stream) {
    return draw_walk_signal(sparsity, stream);
  };
  return panel;
}

}  // namespace

std::optional<Report> run_fig4(const Request& request, Watcher& watcher) {
  RecoveryFigure figure;
  figure.name = "fig4";
  figure.title = "Recovery of random-walk subgraphs of the 16 x 16 grid";
  for (const std::int64_t sparsity : {8, 20, 28, 36}) figure.panels.push_back(make_panel(sparsity));
  figure.methods = {"IHT", "StoIHT", "GraphIHT", "GraphStoIHT"};
  figure.published_file = "fig4_recovery_random_walk.csv";
  figure.published_panel_column = std::string("s");  // g++ 12 warns of the literal alone
  return run_recovery_figure(std::move(figure), request, watcher);
}

}  // namespace graphsparse::experiments
