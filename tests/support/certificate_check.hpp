// Whether a projection's certified factor is true, by trying every support of a small graph.
#pragma once

#include <span>
#include <string>

#include "graphsparse/graph/graph.hpp"
#include "graphsparse/projection/projection.hpp"

namespace graphsparse::test_support {

// Empty where the factor holds against every set of at most max_size nodes in at most `components`
// connected parts (with a budget: whose edges can be had for it). Else what is wrong. At most 16
// nodes; energies are summed in more range than a double has.
std::string certificate_defect(const Graph& graph, std::span<const double> x,
                               const ProjectionOptions& options, const ProjectionResult& result);

}  // namespace graphsparse::test_support
