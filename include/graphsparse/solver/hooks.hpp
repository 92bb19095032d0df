// Parts of a solver that a protocol may replace by its own, such as that of another program whose
// results are to be reproduced. A part that is not replaced is the solver's.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graphsparse/objective/problem.hpp"

namespace graphsparse {

class Sampler;
class StepPolicy;
class InterceptRule;
struct SolverOptions;

// What a run is like at the end of an epoch.
struct EpochState {
  double norm;           // |x|
  double residual_norm;  // |y - z| over the used rows
};

// Instead of the solver's tests of divergence, of the residual and of the change.
class StopTest {
 public:
  virtual ~StopTest() = default;

  virtual bool has_diverged(const EpochState& state) const = 0;
  virtual bool has_converged(const EpochState& state) const = 0;
};

// Each null or default means: as the solver does. Must outlive the runs it is used in.
class SolverHooks {
 public:
  virtual ~SolverHooks() = default;

  virtual std::unique_ptr<Sampler> make_sampler(const Problem& problem, std::vector<RowIndex> rows,
                                                std::int64_t block_size,
                                                const SolverOptions& options) const;
  virtual std::unique_ptr<StepPolicy> make_step_policy(const Problem& problem,
                                                       const SolverOptions& options) const;
  virtual const InterceptRule* intercept_rule() const { return nullptr; }
  virtual const StopTest* stop_test() const { return nullptr; }

  // Rows a block where so many blocks are asked for.
  virtual std::int64_t block_size_for(std::int64_t rows, std::int64_t blocks) const;

  // Whether the result is the last point instead of the best seen at an epoch's end.
  virtual bool returns_last_point() const { return false; }
};

// What the options' hooks say, or the solver itself.
bool returns_last_point(const SolverOptions& options);
std::int64_t block_size_for(const SolverOptions& options, std::int64_t rows, std::int64_t blocks);

}  // namespace graphsparse
