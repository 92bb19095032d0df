// Figure 1: random-walk subgraphs drawn on the 16 x 16 grid (docs/notes/figures/fig1.md).
#include <fmt/format.h>

#include "experiment.hpp"
#include "graphsparse/report/grid_picture.hpp"
#include "walk_problem.hpp"

namespace graphsparse::experiments {

std::optional<Report> run_fig1(const Request& request, Watcher& /*watcher*/) {
  Report report;
  report.name = "fig1";
  report.title = "Random-walk subgraphs of the 16 x 16 grid";
  report.settings = {{"seed", fmt::format("{}", request.seed)}};
  report.csv = "s,node,row,column\n";
  report::GridPictures pictures;
  pictures.title = report.title;
  std::vector<std::int64_t> sparsities = request.sparsities;
  if (sparsities.empty()) sparsities = {8, 20, 28, 36};
  for (const std::int64_t sparsity : sparsities) {
    RandomStream stream(request.seed, "fig1", 0, static_cast<std::uint64_t>(sparsity));
    std::vector<report::CellClass> cells(walk_grid().node_count(), report::CellClass::background);
    for (const NodeId node : draw_walk(sparsity, stream)) {
      cells[node] = report::CellClass::planted;
      report.csv +=
          fmt::format("{},{},{},{}\n", sparsity, node, node / kWalkSide, node % kWalkSide);
    }
    pictures.pictures.push_back(
        {fmt::format("s = {}", sparsity), kWalkSide, kWalkSide, std::move(cells), {}});
  }
  report.svg = report::to_svg(pictures);
  return report;
}

}  // namespace graphsparse::experiments
