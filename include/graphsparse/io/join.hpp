// Brings a graph and a vector together: nodes in the order of the vector, whatever the order of the
// edge file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/graph/graph.hpp"
#include "graphsparse/io/edge_table.hpp"
#include "graphsparse/io/vector_file.hpp"

namespace graphsparse {

struct JoinReport {
  bool by_position = false;
  std::int64_t features_without_node = 0;  // they become isolated nodes
  std::int64_t nodes_without_feature = 0;  // they follow after the features, with value 0
  std::int64_t self_loops = 0;             // dropped
  std::vector<std::string> features_without_node_examples;  // at most five
  std::vector<std::string> nodes_without_feature_examples;
  std::string date;    // a feature without a node that a spreadsheet made of a gene, as 1-Mar
  std::string header;  // the first line of the graph, where it was taken for a header after all

  // Every feature has a node, every node a feature, and no edge was dropped.
  bool is_complete() const {
    return features_without_node == 0 && nodes_without_feature == 0 && self_loops == 0 &&
           header.empty();
  }
  // One line for people, without a line end.
  std::string describe() const;
};

struct JoinedGraph {
  Graph graph;
  std::vector<std::string> names;  // one per node; empty when node i is simply called i
  std::vector<double> values;      // one per node
  JoinReport report;

  std::string name(NodeId node) const;
  // The node of that name, or kNoNode. Looks at every name: meant for a root, not for a loop.
  NodeId find(std::string_view name) const;
};

// Whether the first line of the table is a header: two words that never occur again, and none of
// them a feature.
bool is_header_line(const EdgeTable& table, std::span<const std::string> features);

// By name where the vector has names, else by position. Nodes that the vector does not name follow
// after it with value 0, by number where the graph is numbered, else by the bytes of their names.
// Edges are sorted by (smaller end, larger end, cost). Throws InputError where the two do not fit.
JoinedGraph join(const EdgeTable& table, const NamedVector& vector);

}  // namespace graphsparse
