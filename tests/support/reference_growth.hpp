// Moat growing without any cleverness: each step looks at every edge and every cluster. Slow and
// plain, to compare the solver with.
#pragma once

#include <span>
#include <vector>

#include "graphsparse/graph/graph.hpp"
#include "graphsparse/pcst/pcst.hpp"

namespace graphsparse::test_support {

struct ReferenceGrowth {
  std::vector<EdgeId> bought;  // ascending
  double moats = 0.0;          // sum of all of them
  double end = 0.0;            // the time at which growth stopped
};

ReferenceGrowth grow_plainly(const Graph& graph, std::span<const double> prizes,
                             const PcstOptions& options);

}  // namespace graphsparse::test_support
