// Checks that a result is what it claims to be, written without the library's own helpers.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "graphsparse/graph/graph.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "graphsparse/projection/projection.hpp"

namespace graphsparse::test_support {

// Empty where the forest is right: a forest on its nodes with as many trees as it says and as
// asked for, its sums true, its lower bound not above its objective. Else what is wrong.
std::string forest_defect(const Graph& graph, std::span<const double> prizes,
                          const PcstOptions& options, const Forest& forest);

// Empty where the projection's support, sums, components and flags are right. Else what is wrong.
std::string projection_defect(const Graph& graph, std::span<const double> x,
                              const ProjectionOptions& options, const ProjectionResult& result);

// Connected parts of the subgraph induced by the nodes.
std::int64_t count_parts(const Graph& graph, std::span<const NodeId> nodes);

bool is_close(double a, double b, double scale, double tolerance = 1e-9);

}  // namespace graphsparse::test_support
