// What makes each method of the table in projection.cpp. All throw InputError for options that the
// method cannot do with.
#pragma once

#include <memory>

#include "graphsparse/projection/projection.hpp"

namespace graphsparse {

// A short search over lambda for a tree somewhat larger than asked for, trimmed to the exact size
// by a tree knapsack, then improved by exchanging nodes.
std::unique_ptr<Projection> make_dp_projection(const Graph& graph,
                                               const ProjectionOptions& options);

// Head and tail projections for the weighted graph model of Hegde, Indyk and Schmidt (ICML 2015):
// supports of at most `max_size` nodes in at most g trees whose edges cost at most the budget. The
// result may be larger and costlier than the model allows, by constant factors; what it keeps or
// loses is within proven factors of the best in the model (docs/budget.md).
std::unique_ptr<Projection> make_budget_projection(const Graph& graph,
                                                   const ProjectionOptions& options);

// The best support there is, for forests of any size and for any graph of at most 20 nodes. It
// answers "is this right?" for the other methods (docs/exact.md).
std::unique_ptr<Projection> make_exact_projection(const Graph& graph,
                                                  const ProjectionOptions& options);

// Local search alone: no Steiner tree, no guarantee, and about as good inside a solver, where the
// last support is a good place to start.
std::unique_ptr<Projection> make_local_projection(const Graph& graph,
                                                  const ProjectionOptions& options);

// The boosted head projection of Hegde, Indyk and Schmidt ("Fast recovery from a union of
// subspaces", NIPS 2016): heads of what the heads before have left over, united until
// options.factor is proven.
std::unique_ptr<Projection> make_boosted_head(const ProjectionMethod& method, const Graph& graph,
                                              const ProjectionOptions& options);

}  // namespace graphsparse
