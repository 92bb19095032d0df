// The authors' search for lambda, call by call (docs/projections.md), so that published results can
// be reproduced.
#pragma once

#include <vector>

#include "graphsparse/pcst/pcst.hpp"
#include "graphsparse/projection/projection.hpp"

namespace graphsparse {

// Where the search starts: the prize at place n - high of the prizes in descending order (the
// authors' port), or in ascending order, that is the high-th largest (the original).
enum class BisectionStart { authors, largest };

class BisectionProjection final : public Projection {
 public:
  BisectionProjection(const Graph& graph, const ProjectionOptions& options, BisectionStart start,
                      Pruning pruning = Pruning::gw);

  const ProjectionResult& project(std::span<const double> x) override;

  // The number of nodes after each solve of the last search.
  const std::vector<std::int64_t>& sizes() const { return sizes_; }

 private:
  double first_lambda();
  std::int64_t solve(double lambda);
  void search();

  const Graph& graph_;
  ProjectionOptions options_;
  BisectionStart start_;
  Pruning pruning_;
  PcstSolver solver_;
  std::vector<double> prizes_;
  std::vector<double> sorted_;
  const Forest* forest_ = nullptr;
  std::vector<std::int64_t> sizes_;
  ProjectionResult result_;
};

std::unique_ptr<Projection> make_paper_projection(const Graph& graph,
                                                  const ProjectionOptions& options);
std::unique_ptr<Projection> make_paper_largest_projection(const Graph& graph,
                                                          const ProjectionOptions& options);

}  // namespace graphsparse
