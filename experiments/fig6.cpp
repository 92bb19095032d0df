// Figure 6: probability of recovery of four shapes in the 33 x 33 grid
// (docs/notes/figures/fig6.md).
#include <array>
#include <utility>

#include "graphsparse/data/simulation.hpp"
#include "graphsparse/graph/builders.hpp"
#include "recovery_figure.hpp"
#include "shapes.hpp"

namespace graphsparse::experiments {
namespace {

constexpr std::array<std::pair<std::int64_t, std::int64_t>, 4> kObservations = {
    {{30, 200}, {70, 240}, {170, 390}, {250, 490}}};

RecoveryPanel make_panel(const Shape& shape, std::pair<std::int64_t, std::int64_t> observations) {
  RecoveryPanel panel;
  panel.name = shape.name;
  panel.title = shape.name;
  panel.graph = make_grid(kShapeSide, kShapeSide);
  panel.sparsity = static_cast<std::int64_t>(shape.support.size());
  for (std::int64_t m = observations.first; m <= observations.second; m += 10) {
    panel.observations.push_back(m);
  }
  panel.draw_signal = [support = shape.support](RandomStream& stream) {
    return normal_signal(support, kShapeSide * kShapeSide, stream).values;
  };
  return panel;
}

}  // namespace

std::optional<Report> run_fig6(const Request& request, Watcher& watcher) {
  RecoveryFigure figure;
  figure.name = "fig6";
  figure.title = "Recovery of shapes in the 33 x 33 grid";
  const bool has_data = !request.data_folder.empty();
  const std::vector<Shape> shapes =
      has_data ? read_shapes(request.data_folder) : generated_shapes();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    figure.panels.push_back(make_panel(shapes[i], kObservations[i]));
  }
  if (!has_data) mark_as_generated(figure, "shapes");
  figure.methods = {"IHT", "StoIHT", "GraphIHT", "GraphStoIHT"};
  figure.validation = Validation::fresh;
  figure.published_file = "fig6_recovery_benchmark_graphs.csv";
  figure.published_panel_column = "graph";
  return run_recovery_figure(std::move(figure), request, watcher);
}

}  // namespace graphsparse::experiments
