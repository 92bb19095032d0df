#include "graphsparse/report/network_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "graphsparse/core/error.hpp"
#include "graphsparse/report/escape_xml.hpp"
#include "report/graph_layout.hpp"
#include "report/json_text.hpp"
#include "report/page_limits.hpp"
#include "report/utf8.hpp"

namespace graphsparse::report {
namespace {

constexpr double kDiscRadius = 9;
constexpr double kSmallDiscRadius = 5;  // where the page is too full for more
constexpr double kViewNameSize = 11;
constexpr std::size_t kViewNameLength = 18;
constexpr double kGridCell = 24;

void check(const NetworkView& view) {
  if (view.nodes.size() > kLargestNetworkView) {
    throw InputError(fmt::format("network view: {} nodes are more than the {} that can be drawn",
                                 view.nodes.size(), kLargestNetworkView));
  }
  const auto count = static_cast<NodeId>(view.nodes.size());
  for (const Edge& edge : view.edges) {
    if (edge.u >= 0 && edge.v >= 0 && edge.u < count && edge.v < count) continue;
    throw InputError(fmt::format("network view: the edge {} - {} is outside of the {} nodes",
                                 edge.u, edge.v, count));
  }
  for (const ViewNode& node : view.nodes) {
    if (node.values.size() == view.measures.size()) continue;
    throw InputError(fmt::format("network view: node '{}' has {} values for {} measures", node.name,
                                 node.values.size(), view.measures.size()));
  }
}

Extent extent_of(const ViewNode& node, bool with_name) {
  if (!with_name) return {kSmallDiscRadius, kSmallDiscRadius};
  const double name = text_width(shortened(node.name, kViewNameLength), kViewNameSize);
  return {std::max(kDiscRadius, name / 2), kDiscRadius + kViewNameSize / 2};
}

std::string facts_in_json(const ViewNode& node) {
  std::string json = ",\"facts\":{";
  for (std::size_t i = 0; i < node.facts.size(); ++i) {
    json += i == 0 ? "" : ",";
    json += json_text(node.facts[i].first) + ":" + json_text(node.facts[i].second);
  }
  return json + "}";
}

std::string rings_in_json(const std::vector<std::vector<double>>& rings) {
  std::string json = ",\"rings\":[";
  for (std::size_t i = 0; i < rings.size(); ++i) {
    json += (i == 0 ? "" : ",") + json_numbers(rings[i]);
  }
  return json + "]";
}

std::string node_in_json(const ViewNode& node) {
  return fmt::format(
      R"({{"name":{},"x":{:.5g},"y":{:.5g},"values":{}{}{}{}}})", json_text(node.name), node.x,
      node.y, json_numbers(node.values), node.facts.empty() ? "" : facts_in_json(node),
      node.rings ? rings_in_json(*node.rings) : "", node.is_marked ? ",\"marked\":true" : "");
}

bool has_costs(const std::vector<Edge>& edges) {
  return std::any_of(edges.begin(), edges.end(), [](const Edge& edge) { return edge.cost != 1; });
}

}  // namespace

void place_nodes(NetworkView& view) {
  check(view);
  const bool with_names = view.nodes.size() <= kMostDrawnNodes;
  std::vector<Extent> extents;
  for (const ViewNode& node : view.nodes) extents.push_back(extent_of(node, with_names));
  const Graph graph = Graph::from_edges(static_cast<std::int64_t>(view.nodes.size()), view.edges);
  const GraphLayout layout = lay_out(graph, extents);
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    view.nodes[i].x = layout.centres[i].x;
    view.nodes[i].y = layout.centres[i].y;
  }
}

void place_on_grid(ViewNode& node, std::int64_t row, std::int64_t column) {
  node.x = (static_cast<double>(column) + 0.5) * kGridCell;
  node.y = (static_cast<double>(row) + 0.5) * kGridCell;
}

void frame_grid(NetworkView& view, std::int64_t width, std::int64_t height) {
  view.cell = kGridCell;
  view.frame = {0, 0, static_cast<double>(width) * kGridCell,
                static_cast<double>(height) * kGridCell};
}

std::string to_json(const NetworkView& view) {
  check(view);
  std::string json = "{\"measures\":[";
  for (std::size_t i = 0; i < view.measures.size(); ++i) {
    json += (i == 0 ? "" : ",") + json_text(view.measures[i]);
  }
  json += fmt::format("],\"size\":{}", view.size ? static_cast<std::int64_t>(*view.size) : -1);
  if (view.frame) json += ",\"frame\":" + json_numbers(*view.frame);
  if (view.cell > 0) json += ",\"cell\":" + json_number(view.cell);
  json += ",\"nodes\":[";
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    json += (i == 0 ? "\n" : ",\n") + node_in_json(view.nodes[i]);
  }
  json += "],\"edges\":[";
  const bool with_costs = has_costs(view.edges);
  for (std::size_t i = 0; i < view.edges.size(); ++i) {
    const Edge& edge = view.edges[i];
    json += fmt::format("{}[{},{}", i == 0 ? "" : ",", edge.u, edge.v);
    json += with_costs ? "," + json_number(edge.cost) + "]" : "]";
  }
  return json + "]}";
}

}  // namespace graphsparse::report
