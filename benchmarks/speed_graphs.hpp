// The graphs of the speed instances, as lists of edges with unit costs.
#pragma once

#include <string>
#include <vector>

#include "graphsparse/graph/graph.hpp"
#include "legacy_random.hpp"

namespace graphsparse::bench {

struct EdgeList {
  NodeId node_count = 0;
  std::vector<Edge> edges;
};

// side x side nodes with 4 neighbours, in the order of make_grid.
EdgeList square_grid(NodeId side);

// So many distinct edges between random nodes.
EdgeList random_graph(NodeId node_count, std::size_t edge_count, LegacyRandom& random);

// Every new node is joined to so many distinct old ones, chosen in proportion to their degrees.
EdgeList preferential_attachment(NodeId node_count, std::size_t edges_a_node, LegacyRandom& random);

// The largest component of a network in a file of index pairs, one per line, without self-loops and
// repeated edges; nodes are renumbered in ascending order. Throws InputError for a file that cannot
// be read.
EdgeList largest_component_of_file(const std::string& path);

}  // namespace graphsparse::bench
