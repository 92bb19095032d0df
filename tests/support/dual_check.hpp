// Checks that the moats of a solve are a feasible solution of the dual problem, which is what every
// certificate rests on. It also finds growth that missed an event or bought too early: some edge is
// paid too much or too little then.
#pragma once

#include <span>
#include <string>

#include "graphsparse/graph/graph.hpp"
#include "graphsparse/pcst/pcst.hpp"

namespace graphsparse::test_support {

// Empty where the moats are laminar and not negative, add up to their total, spend no more than the
// prizes inside them, pay no edge more than its cost, pay the forest's edges in full and leave the
// root out. Else what is wrong.
std::string dual_defect(const Graph& graph, std::span<const double> prizes,
                        const PcstOptions& options, const MoatForest& moats, const Forest& forest);

}  // namespace graphsparse::test_support
