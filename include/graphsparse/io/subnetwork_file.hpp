// Selected features with the edges between them, as files for Cytoscape and the like.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graphsparse/graph/graph.hpp"

namespace graphsparse {

struct NodeAttribute {
  std::string name;
  std::vector<double> values;  // of the nodes
};

struct Subnetwork {
  std::vector<std::string> names;              // of the nodes
  std::vector<double> coefficients;            // of the nodes
  std::vector<Edge> edges;                     // ends are places in `names`
  std::vector<NodeAttribute> attributes = {};  // what else is known of the nodes
  std::string value_name = "coefficient";      // what the files call the coefficients
};

// The part of the graph between these nodes, parallel edges included; names and coefficients are
// left to the caller.
std::vector<Edge> induced_edges(const Graph& graph, const Support& nodes);

// A path and the text to be written there.
using TextFile = std::pair<std::string, std::string>;

// By the extension of the path: .graphml with a coefficient at each node and a cost at each edge;
// .sif or .tsv (u, v, cost), each with a second file NAME.nodes.tsv of all names, coefficients and
// further attributes.
// All can be read back as graphs. Throws InputError for another extension, and for a name that the
// format cannot hold.
std::vector<TextFile> format_subnetwork(const Subnetwork& network, const std::string& path);

// Writes them, each under a temporary name first.
void write_subnetwork(const Subnetwork& network, const std::string& path);

// The files that format_subnetwork() would write. Throws InputError for another extension.
std::vector<std::string> subnetwork_paths(const std::string& path);

}  // namespace graphsparse
