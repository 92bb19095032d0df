#include "graphsparse/report/selection_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "graphsparse/report/grid_picture.hpp"
#include "graphsparse/report/network_picture.hpp"
#include "graphsparse/report/network_view.hpp"
#include "report/page_limits.hpp"

namespace graphsparse::report {
namespace {

constexpr std::int64_t kMostCells = 100'000;  // of a grid: a larger picture shows nothing more

bool is_small_grid(const SelectedPart& part) {
  return part.grid && part.grid->width * part.grid->height <= kMostCells;
}

// Node r * W + c is in row r and column c, whatever the order of the features.
std::optional<std::int64_t> cell_of(const SelectedPart& part, std::size_t i) {
  const std::string& name = part.names[i];
  std::int64_t cell = -1;
  std::from_chars(name.data(), name.data() + name.size(), cell);
  if (cell < 0 || cell >= part.grid->width * part.grid->height) return std::nullopt;
  return cell;
}

// Places of the largest nodes by the first measure, in their order; ties in their order.
std::vector<std::size_t> largest(const SelectedPart& part, std::size_t count) {
  std::vector<std::size_t> order(part.names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::vector<double>& values = part.measures.front().values;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(values[a]) > std::abs(values[b]);
  });
  order.resize(std::min(order.size(), count));
  std::sort(order.begin(), order.end());
  return order;
}

// The edges between these nodes, with their places among them.
std::vector<Edge> edges_among(const SelectedPart& part, const std::vector<std::size_t>& nodes) {
  std::vector<NodeId> place(part.names.size(), kNoNode);
  for (std::size_t i = 0; i < nodes.size(); ++i) place[nodes[i]] = static_cast<NodeId>(i);
  std::vector<Edge> edges;
  for (const Edge& edge : part.edges) {
    const NodeId u = place[static_cast<std::size_t>(edge.u)];
    const NodeId v = place[static_cast<std::size_t>(edge.v)];
    if (u != kNoNode && v != kNoNode) edges.push_back({u, v, edge.cost});
  }
  return edges;
}

std::string grid_svg(const SelectedPart& part) {
  std::vector<double> cells(static_cast<std::size_t>(part.grid->width * part.grid->height), 0.0);
  for (std::size_t i = 0; i < part.names.size(); ++i) {
    if (const auto cell = cell_of(part, i)) {
      cells[static_cast<std::size_t>(*cell)] = part.measures.front().values[i];
    }
  }
  GridPictures pictures;
  pictures.pictures.push_back({.title = "",
                               .width = static_cast<int>(part.grid->width),
                               .height = static_cast<int>(part.grid->height),
                               .cells = std::move(cells)});
  return to_svg(pictures, 2 * kGridPictureSize);
}

std::string network_svg(const SelectedPart& part) {
  const std::vector<std::size_t> drawn = largest(part, kMostDrawnNodes);
  NetworkPicture picture;
  picture.value_label = part.measures.front().name;
  const bool has_weights = part.measures.size() > 1;
  if (has_weights) picture.weight_label = part.measures[1].name;
  for (const std::size_t i : drawn) {
    const double weight = has_weights ? std::abs(part.measures[1].values[i]) : 1.0;
    picture.nodes.push_back({.name = part.names[i],
                             .value = part.measures.front().values[i],
                             .weight = std::isfinite(weight) ? weight : 0.0});
  }
  picture.edges = edges_among(part, drawn);
  return to_svg(picture);
}

NetworkView view_of(const SelectedPart& part, bool on_grid) {
  const std::vector<std::size_t> drawn = largest(part, kLargestNetworkView);
  NetworkView view;
  for (const NodeMeasure& measure : part.measures) view.measures.push_back(measure.name);
  view.size = part.measures.size() > 1 ? 1 : 0;
  for (const std::size_t i : drawn) {
    ViewNode node{.name = part.names[i]};
    for (const NodeMeasure& measure : part.measures) node.values.push_back(measure.values[i]);
    if (on_grid) {
      const std::int64_t cell = cell_of(part, i).value_or(0);
      place_on_grid(node, cell / part.grid->width, cell % part.grid->width);
    }
    view.nodes.push_back(std::move(node));
  }
  view.edges = edges_among(part, drawn);
  if (on_grid) {
    frame_grid(view, part.grid->width, part.grid->height);
  } else {
    place_nodes(view);
  }
  return view;
}

std::string caption_of(const SelectedPart& part, std::size_t drawn) {
  const std::size_t all = part.names.size();
  if (drawn >= all) return fmt::format("The selected {} and the edges between them.", part.noun);
  return fmt::format("The {} largest of {} selected {} and the edges between them.", drawn, all,
                     part.noun);
}

}  // namespace

std::string to_svg(const SelectedPart& part) {
  return is_small_grid(part) ? grid_svg(part) : network_svg(part);
}

void add_selection(HtmlPage& page, const SelectedPart& part) {
  const bool on_grid = is_small_grid(part);
  page.heading(on_grid ? "Selected part of the grid" : "Selected subnetwork");
  if (part.names.empty()) {
    page.paragraph(fmt::format("No {} were selected.", part.noun));
    return;
  }
  const std::string caption =
      on_grid ? part.measures.front().name + " of each cell." : caption_of(part, kMostDrawnNodes);
  page.network(HtmlPage::can_be_interactive() ? view_of(part, on_grid) : NetworkView{},
               to_svg(part), caption);
}

}  // namespace graphsparse::report
