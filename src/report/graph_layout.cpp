#include "report/graph_layout.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "graphsparse/graph/components.hpp"
#include "report/stress_layout.hpp"

namespace graphsparse::report {
namespace {

// Pixels an edge, before overlaps are removed.
constexpr double kEdgeLength = 52;
// Names are wider than high, so the drawing is too.
constexpr double kWidening = 1.2;
constexpr double kComponentGap = 18;
// Of all components together, wider than high.
constexpr double kAspect = 1.5;

struct Piece {
  std::vector<NodeId> nodes;
  std::vector<Point> centres;  // relative to the upper left corner of the piece
  double width = 0;
  double height = 0;
};

std::size_t index(NodeId node) { return static_cast<std::size_t>(node); }

std::vector<Piece> pieces_of(const Graph& graph) {
  const Components components = connected_components(graph);
  std::vector<Piece> pieces(static_cast<std::size_t>(components.count()));
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    pieces[index(components.label[index(node)])].nodes.push_back(node);
  }
  return pieces;
}

Graph induced(const Graph& graph, const std::vector<NodeId>& nodes) {
  std::vector<NodeId> local(index(graph.node_count()), kNoNode);
  for (std::size_t i = 0; i < nodes.size(); ++i) local[index(nodes[i])] = static_cast<NodeId>(i);
  std::vector<Edge> edges;
  for (const NodeId node : nodes) {
    for (const auto& [neighbour, half] : graph.incident(node)) {
      if (node < neighbour) edges.push_back({local[index(node)], local[index(neighbour)]});
    }
  }
  return Graph::from_edges(static_cast<std::int64_t>(nodes.size()), edges);
}

void move_to_corner(Piece& piece, std::span<const Extent> extents) {
  Point low{INFINITY, INFINITY};
  Point high{-INFINITY, -INFINITY};
  for (std::size_t i = 0; i < piece.nodes.size(); ++i) {
    const Extent& extent = extents[i];
    const Point& centre = piece.centres[i];
    low = {std::min(low.x, centre.x - extent.half_width),
           std::min(low.y, centre.y - extent.half_height)};
    high = {std::max(high.x, centre.x + extent.half_width),
            std::max(high.y, centre.y + extent.half_height)};
  }
  for (Point& centre : piece.centres) centre = {centre.x - low.x, centre.y - low.y};
  piece.width = high.x - low.x;
  piece.height = high.y - low.y;
}

void shape(const Graph& graph, std::span<const Extent> extents, Piece& piece) {
  std::vector<Extent> own;
  for (const NodeId node : piece.nodes) own.push_back(extents[index(node)]);
  piece.centres = stress_layout(induced(graph, piece.nodes));
  for (Point& centre : piece.centres) {
    centre = {centre.x * kEdgeLength * kWidening, centre.y * kEdgeLength};
  }
  remove_overlaps(piece.centres, own);
  move_to_corner(piece, own);
}

// Fills rows from the left, each as high as its first and highest piece.
GraphLayout fill_rows(const std::vector<Piece>& pieces, std::span<const std::size_t> order,
                      double row_width, std::size_t node_count) {
  GraphLayout layout;
  layout.centres.resize(node_count);
  Point corner;
  double row_height = 0;
  for (const std::size_t p : order) {
    const Piece& piece = pieces[p];
    if (corner.x > 0 && corner.x + piece.width > row_width) {
      corner = {0, corner.y + row_height + kComponentGap};
      row_height = 0;
    }
    row_height = std::max(row_height, piece.height);
    for (std::size_t i = 0; i < piece.nodes.size(); ++i) {
      layout.centres[index(piece.nodes[i])] = {corner.x + piece.centres[i].x,
                                               corner.y + piece.centres[i].y};
    }
    layout.width = std::max(layout.width, corner.x + piece.width);
    layout.height = std::max(layout.height, corner.y + piece.height);
    corner.x += piece.width + kComponentGap;
  }
  return layout;
}

// The rows that make the smallest sheet of the usual proportions.
GraphLayout pack(const std::vector<Piece>& pieces, std::size_t node_count) {
  std::vector<std::size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return pieces[a].height > pieces[b].height;
  });
  double widest = 0;
  double total = 0;
  for (const Piece& piece : pieces) {
    widest = std::max(widest, piece.width);
    total += piece.width + kComponentGap;
  }
  constexpr int trials = 24;
  GraphLayout best;
  double best_sheet = INFINITY;
  for (int trial = 0; trial <= trials; ++trial) {
    const double row_width = std::lerp(widest, total, static_cast<double>(trial) / trials);
    GraphLayout layout = fill_rows(pieces, order, row_width, node_count);
    const double sheet = std::max(layout.width / kAspect, layout.height);
    if (sheet >= best_sheet) continue;
    best_sheet = sheet;
    best = std::move(layout);
  }
  return best;
}

}  // namespace

GraphLayout lay_out(const Graph& graph, std::span<const Extent> extents) {
  std::vector<Piece> pieces = pieces_of(graph);
  for (Piece& piece : pieces) shape(graph, extents, piece);
  return pack(pieces, index(graph.node_count()));
}

}  // namespace graphsparse::report
