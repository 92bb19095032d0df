// Estimates of the gradient from one block. All are unbiased; the variance-reduced ones correct the
// block by what the same rows said at an earlier point.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/solver/options.hpp"

namespace graphsparse {

// Of the mean loss, without the penalty unless it is added.
struct Gradient {
  std::vector<double> w;  // one entry a feature
  double intercept = 0.0;

  void add_penalty(const Problem& problem, const Point& point);
  bool is_finite() const;
};

class GradientEstimator {
 public:
  virtual ~GradientEstimator() = default;

  // Before the first block of an epoch.
  virtual void begin_epoch(const Point& /*point*/, std::int64_t /*epoch*/) {}

  // From a block that was moved to the point.
  virtual void estimate(BlockObjective& block, const Point& point, Gradient& gradient) = 0;
};

// `rows` are all used rows; `block_size` is what SCSG's number of inner steps goes by.
std::unique_ptr<GradientEstimator> make_estimator(const Problem& problem,
                                                  std::vector<RowIndex> rows,
                                                  std::int64_t block_size,
                                                  const SolverOptions& options);

}  // namespace graphsparse
