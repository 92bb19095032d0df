// Figure 5: probability of recovery of three 50 x 50 images (docs/notes/figures/fig5.md).
#include <utility>

#include "graphsparse/graph/builders.hpp"
#include "recovery_figure.hpp"
#include "shapes.hpp"

namespace graphsparse::experiments {
namespace {

RecoveryPanel make_panel(const Shape& image) {
  RecoveryPanel panel;
  panel.name = image.name;
  panel.title = image.name;
  panel.graph = make_grid(kImageSide, kImageSide);
  panel.sparsity = static_cast<std::int64_t>(image.support.size());
  panel.components = image.components;
  panel.head_components = 2 * image.components;
  for (int tenths = 15; tenths <= 35; ++tenths) {
    panel.ratios.push_back(tenths / 10.0);
    panel.observations.push_back(tenths * panel.sparsity / 10);
  }
  panel.draw_signal = [values = image.values](RandomStream&) { return values; };
  return panel;
}

}  // namespace

std::optional<Report> run_fig5(const Request& request, Watcher& watcher) {
  RecoveryFigure figure;
  figure.name = "fig5";
  figure.title = "Recovery of images";
  const bool has_data = !request.data_folder.empty();
  for (const Shape& image : has_data ? read_images(request.data_folder) : generated_images()) {
    figure.panels.push_back(make_panel(image));
  }
  if (!has_data) mark_as_generated(figure, "images");
  figure.methods = {"IHT", "StoIHT", "GraphIHT", "GraphStoIHT", "NIHT", "CoSaMP", "GraphCoSaMP"};
  figure.patience = 30;
  figure.pursuit_steps = 10;  // on images as good as twenty
  figure.validation = Validation::first_rows;
  figure.nested_designs = true;
  figure.published_file = "fig5_recovery_images.csv";
  figure.published_panel_column = "image";
  return run_recovery_figure(std::move(figure), request, watcher);
}

}  // namespace graphsparse::experiments
