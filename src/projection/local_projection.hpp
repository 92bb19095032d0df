// Local search alone: no Steiner tree, no guarantee, and about as good inside a solver, where the
// last support is a good place to start.
#pragma once

#include <span>
#include <vector>

#include "graphsparse/graph/components.hpp"
#include "graphsparse/projection/projection.hpp"
#include "projection/exact_forest.hpp"
#include "projection/support_search.hpp"
#include "projection/tree_trimmer.hpp"

namespace graphsparse {

class LocalProjection final : public Projection {
 public:
  LocalProjection(const Graph& graph, const ProjectionOptions& options);

  const ProjectionResult& project(std::span<const double> x) override;
  // Without a lambda to start from, the last support is forgotten too.
  void set_lambda(std::optional<double> lambda) override {
    if (!lambda) support_.clear();
  }

 private:
  void search();
  void regrow();

  const Graph& graph_;
  ProjectionOptions options_;
  std::int64_t target_;
  SupportSearch support_search_;
  TreeTrimmer trimmer_;
  ScaledSquares prizes_;
  std::vector<NodeId> support_;
  std::vector<EdgeId> edges_;
  InducedComponents component_counter_;
  ProjectionResult result_;
};

std::unique_ptr<Projection> make_local_projection(const Graph& graph,
                                                  const ProjectionOptions& options);

}  // namespace graphsparse
