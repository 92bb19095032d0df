// The authors' search for lambda, call by call (docs/projections.md), so that published results can
// be reproduced.
#pragma once

#include <optional>
#include <vector>

#include "graphsparse/graph/components.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "graphsparse/projection/projection.hpp"
#include "projection/checks.hpp"

namespace graphsparse {

// Where the search starts: the prize at place n - high of the prizes in descending order (the
// authors' port), or in ascending order, that is the high-th largest (the original).
enum class BisectionStart { authors, largest };

// Whether a search may spare solves whose outcome it can tell: a forest shrinks as lambda grows
// (nearly always), so that a size above the range at one lambda is above it at all smaller ones.
// Two solves at the ends of the interval where the last search ended then decide most steps.
enum class BisectionMemory { none, last_search };

class BisectionProjection final : public Projection {
 public:
  BisectionProjection(const Graph& graph, const ProjectionOptions& options, BisectionStart start,
                      Pruning pruning = Pruning::gw,
                      BisectionMemory memory = BisectionMemory::none);

  const ProjectionResult& project(std::span<const double> x) override;

  // The number of nodes after each solve of the last search.
  const std::vector<std::int64_t>& sizes() const { return sizes_; }

 private:
  enum class SizeTest { too_large, fits, too_small };

  struct Interval {
    double low = 0.0;
    double high = 0.0;
  };
  // What the last search has left behind, as parts of its first lambda.
  struct Landing {
    double place = 0.0;
    double width = 0.0;  // of the interval to begin with
  };

  double first_lambda();
  void solve(double lambda);
  SizeTest ask(double lambda);
  void test_expected_interval(double first);
  void remember(double first, Interval end);
  void search();
  bool uses_authors_ties() const;

  const Graph& graph_;
  ProjectionOptions options_;
  BisectionStart start_;
  Pruning pruning_;
  BisectionMemory memory_;
  PcstSolver solver_;
  ScaledSquares prizes_;  // lambdas are on their scale, but for that of the result
  std::vector<double> sorted_;
  std::vector<std::int64_t> sizes_;
  std::optional<Landing> landing_;
  double too_large_up_to_ = 0.0;  // facts of this search, used with a memory only
  double too_small_from_ = 0.0;
  double known_fit_ = 0.0;  // negative if none
  std::vector<NodeId> fitting_support_;
  std::vector<Interval> way_;
  InducedComponents component_counter_;
  ProjectionResult result_;
};

std::unique_ptr<Projection> make_bisection_projection(const Graph& graph,
                                                      const ProjectionOptions& options);
std::unique_ptr<Projection> make_warm_bisection_projection(const Graph& graph,
                                                           const ProjectionOptions& options);
std::unique_ptr<Projection> make_largest_bisection_projection(const Graph& graph,
                                                              const ProjectionOptions& options);

}  // namespace graphsparse
