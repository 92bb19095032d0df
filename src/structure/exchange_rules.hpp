// Exchanges of single features for the structures that have them.
#pragma once

#include <cstdint>
#include <memory>

#include "graphsparse/graph/graph.hpp"
#include "graphsparse/structure/structure.hpp"

namespace graphsparse {

// Any feature for any other.
std::unique_ptr<ExchangeRule> make_sparse_exchange_rule(NodeId features, std::int64_t sparsity);

// Whatever leaves at most so many components, and the root where there is one.
std::unique_ptr<ExchangeRule> make_graph_exchange_rule(const Graph& graph, std::int64_t sparsity,
                                                       std::int64_t components, NodeId root);

}  // namespace graphsparse
