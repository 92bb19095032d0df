#include "graphsparse/report/network_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/report/escape_xml.hpp"
#include "report/colour_scale.hpp"
#include "report/graph_layout.hpp"
#include "report/utf8.hpp"

namespace graphsparse::report {
namespace {

constexpr double kSmallestRadius = 5;
constexpr double kLargestRadius = 13;
constexpr double kNameSize = 10.5;
constexpr double kNameHeight = 14;  // below the circle
constexpr std::size_t kLongestName = 18;
constexpr double kBorder = 18;
constexpr double kNetworkTitleHeight = 28;
constexpr double kLegendHeight = 44;
constexpr double kSmallestWidth = 420;  // room for the legend

void check(const NetworkPicture& picture) {
  if (picture.nodes.size() > kLargestNetworkPicture) {
    throw InputError(fmt::format("network picture: {} nodes are more than the {} that can be drawn",
                                 picture.nodes.size(), kLargestNetworkPicture));
  }
  for (const NetworkNode& node : picture.nodes) {
    if (std::isfinite(node.weight) && node.weight >= 0) continue;
    throw InputError(fmt::format("network picture: the weight {} of node '{}' is not a number >= 0",
                                 node.weight, node.name));
  }
}

double largest_weight(const std::vector<NetworkNode>& nodes) {
  double largest = 0;
  for (const NetworkNode& node : nodes) largest = std::max(largest, node.weight);
  return largest;
}

bool has_equal_weights(const std::vector<NetworkNode>& nodes) {
  return std::all_of(nodes.begin(), nodes.end(),
                     [&](const NetworkNode& node) { return node.weight == nodes.front().weight; });
}

// The root, because the eye compares areas.
double radius_of(double weight, double largest) {
  const double share = largest > 0 ? weight / largest : 1;
  return kSmallestRadius + (kLargestRadius - kSmallestRadius) * std::sqrt(share);
}

double value_limit(const std::vector<NetworkNode>& nodes) {
  double limit = 0;
  for (const NetworkNode& node : nodes) {
    if (std::isfinite(node.value)) limit = std::max(limit, std::abs(node.value));
  }
  return limit > 0 ? limit : 1;
}

// A node on paper: the circle, and below it the name.
struct Disc {
  Point centre;
  double radius = 0;
  std::string name;
};

std::vector<Edge> distinct_edges(const std::vector<Edge>& edges) {
  std::set<std::pair<NodeId, NodeId>> seen;
  std::vector<Edge> distinct;
  for (const Edge& edge : edges) {
    if (seen.insert(std::minmax(edge.u, edge.v)).second) distinct.push_back({edge.u, edge.v});
  }
  return distinct;
}

void draw_edges(SvgWriter& svg, const Graph& graph, const std::vector<Disc>& discs) {
  if (graph.edge_count() == 0) return;
  PathData lines;
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const Edge edge = graph.edge(e);
    lines.move_to(discs[static_cast<std::size_t>(edge.u)].centre);
    lines.line_to(discs[static_cast<std::size_t>(edge.v)].centre);
  }
  svg.path(lines, R"(fill="none" stroke="#aab" stroke-width="1.2")");
}

std::string tooltip(const NetworkPicture& picture, const NetworkNode& node) {
  const auto label = [](const std::string& given, const char* otherwise) {
    return given.empty() ? std::string(otherwise) : given;
  };
  std::string text = fmt::format("{}: {} {}", node.name, label(picture.value_label, "value"),
                                 readable_number(node.value));
  if (has_equal_weights(picture.nodes)) return text;
  return text + fmt::format(", {} {}", label(picture.weight_label, "weight"),
                            readable_number(node.weight));
}

void draw_discs(SvgWriter& svg, const NetworkPicture& picture, const std::vector<Disc>& discs,
                double limit) {
  svg.raw("<g stroke=\"#444\" stroke-width=\".9\">\n");
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const NetworkNode& node = picture.nodes[i];
    svg.raw(fmt::format(R"(<circle cx="{}" cy="{}" r="{}" fill="{}"><title>{}</title></circle>)"
                        "\n",
                        short_number(discs[i].centre.x), short_number(discs[i].centre.y),
                        short_number(discs[i].radius), colour_on(picture.scale, limit, node.value),
                        escape_xml(tooltip(picture, node))));
  }
  svg.raw("</g>\n");
}

// With a white rim, so that edges do not run through the letters.
void draw_names(SvgWriter& svg, const std::vector<Disc>& discs) {
  svg.raw(fmt::format(R"(<g text-anchor="middle" font-size="{}" stroke="#fff" stroke-width="2.5" )"
                      R"(stroke-linejoin="round" paint-order="stroke" pointer-events="none">)"
                      "\n",
                      short_number(kNameSize)));
  for (const Disc& disc : discs) {
    svg.text({disc.centre.x, disc.centre.y + disc.radius + kNameSize}, disc.name);
  }
  svg.raw("</g>\n");
}

void draw_size_legend(SvgWriter& svg, const NetworkPicture& picture, Point corner) {
  const double largest = largest_weight(picture.nodes);
  double x = corner.x;
  for (const double share : {0.25, 1.0}) {
    const double radius = radius_of(share * largest, largest);
    x += radius;
    svg.raw(fmt::format(R"(<circle cx="{}" cy="{}" r="{}" fill="#fff" stroke="#444"/>)"
                        "\n",
                        short_number(x), short_number(corner.y + 5), short_number(radius)));
    const std::string number = readable_number(share * largest, 2);
    svg.text({x + radius + 4, corner.y + 9}, number, {.size = 10});
    x += radius + 4 + text_width(number, 10) + 8;
  }
  svg.text({x + 2, corner.y + 9}, picture.weight_label, {.size = 11});
}

void draw_legend(SvgWriter& svg, const NetworkPicture& picture, double limit, double top) {
  const Point corner{kBorder + 10, top + 12};
  draw_colour_bar(svg, corner, picture.scale, limit, picture.value_label);
  if (has_equal_weights(picture.nodes)) return;
  const double used = kColourBarWidth + 10 + text_width(picture.value_label, 11) + 28;
  draw_size_legend(svg, picture, {corner.x + used, corner.y});
}

double legend_width(const NetworkPicture& picture) {
  return 2 * kBorder + 200 + kColourBarWidth + text_width(picture.value_label, 11) +
         text_width(picture.weight_label, 11);
}

}  // namespace

std::string to_svg(const NetworkPicture& picture) {
  check(picture);
  const Graph graph = Graph::from_edges(static_cast<std::int64_t>(picture.nodes.size()),
                                        distinct_edges(picture.edges));
  const double largest = largest_weight(picture.nodes);
  std::vector<Disc> discs;
  std::vector<Extent> extents;
  for (const NetworkNode& node : picture.nodes) {
    const double radius = radius_of(node.weight, largest);
    discs.push_back({.centre = {}, .radius = radius, .name = shortened(node.name, kLongestName)});
    extents.push_back({.half_width = std::max(radius, text_width(discs.back().name, kNameSize) / 2),
                       .half_height = radius + kNameHeight / 2});
  }
  const GraphLayout layout = lay_out(graph, extents);
  const double width =
      std::max({layout.width + 2 * kBorder, kSmallestWidth, legend_width(picture)});
  const double top = kBorder + (picture.title.empty() ? 0 : kNetworkTitleHeight);
  const double left = (width - layout.width) / 2;
  for (std::size_t i = 0; i < discs.size(); ++i) {
    discs[i].centre = {left + layout.centres[i].x, top + layout.centres[i].y - kNameHeight / 2};
  }
  const double bottom = top + layout.height;
  const double limit = value_limit(picture.nodes);

  SvgWriter svg(
      width, bottom + kLegendHeight + kBorder / 2,
      picture.title.empty() ? "Network" : picture.title,
      fmt::format("A network of {} nodes and {} edges.", graph.node_count(), graph.edge_count()));
  if (!picture.title.empty()) {
    svg.text({width / 2, 24}, picture.title, {.anchor = Anchor::middle, .size = 15, .bold = true});
  }
  draw_edges(svg, graph, discs);
  draw_discs(svg, picture, discs, limit);
  draw_names(svg, discs);
  if (!picture.nodes.empty()) draw_legend(svg, picture, limit, bottom);
  return svg.finish();
}

}  // namespace graphsparse::report
