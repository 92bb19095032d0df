// The graph of a data set: one node a feature, in the order of the features.
#pragma once

#include "graphsparse/io/data_file.hpp"
#include "graphsparse/io/edge_table.hpp"
#include "graphsparse/io/join.hpp"

namespace graphsparse {

// Joined by name where the data has names, else by position. Features without a node become nodes
// without edges; nodes without a feature are left out together with their edges. The report counts
// both. Throws InputError where the two have no name in common, or no position can be meant.
JoinedGraph join_features(const EdgeTable& table, const Dataset& data);

}  // namespace graphsparse
