// A graph as its file tells it: named nodes and the edges between them, before it is joined with a
// vector. docs/formats.md describes the formats.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse {

struct EdgeTable {
  std::string source;  // what was read, for messages

  // In order of first appearance. Empty where nodes are numbers by nature (grid:WxH, .mtx): node i
  // is then named by the decimal number i, and a million strings are saved.
  std::vector<std::string> names;
  std::int64_t implied_node_count = 0;  // used only when `names` is empty

  // In the order of the file, self-loops included: the Graph drops and counts them.
  std::vector<Edge> edges;

  // Every name is a plain decimal number 0, 1, 2, ... without leading zeros, so that a vector
  // without names can be joined by position.
  bool numbered = false;

  // The third column, where there is one, and its name, where there is a header.
  bool has_values = false;
  std::string value_name;

  // The first line is read as an edge, but its two words never occur again: where neither is a
  // feature, it is a header. Joining decides.
  bool has_doubtful_header = false;

  std::vector<std::string> notes;  // for people, a line each

  std::int64_t node_count() const {
    return names.empty() ? implied_node_count : static_cast<std::int64_t>(names.size());
  }
  std::string name(std::int64_t node) const {
    return names.empty() ? std::to_string(node) : names[static_cast<std::size_t>(node)];
  }
};

// What the values of edges mean, and which edges and nodes are left out.
struct EdgeOptions {
  std::string values = {};                // cost, confidence or ignore; empty: confidence where
                                          // the column is called score, combined_score, weight or
                                          // confidence, else cost
  std::optional<double> min_score = {};   // weaker edges are dropped
  std::vector<std::string> exclude = {};  // nodes to leave out with their edges
};

// Reads what `--graph` accepts: grid:WxH, a file (.tsv .csv .txt .sif .graphml .mtx .npz),
// FILE.h5ad:NETWORK, or FILE:U,V[,COST] for columns of a table with a header. A file whose whole
// name is `spec` wins over the other readings. Throws InputError.
EdgeTable read_edge_table(const std::string& spec, const EdgeOptions& options = {});

// The table with the first line taken for a header instead of an edge.
EdgeTable without_header_line(const EdgeTable& table);

}  // namespace graphsparse
