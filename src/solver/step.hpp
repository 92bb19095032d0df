// How far to go along the gradient.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/solver/options.hpp"
#include "solver/gradient.hpp"
#include "solver/trial.hpp"

namespace graphsparse {

// What a policy may look at.
struct StepContext {
  const Problem& problem;
  BlockObjective& block;  // moved to the point
  const Point& point;
  const Gradient& gradient;  // with the penalty's, after the head
  Trial& trial;
  double unit_step;
  std::int64_t iteration;  // over all epochs; the first is 0
};

class StepPolicy {
 public:
  virtual ~StepPolicy() = default;

  virtual double choose(StepContext& context) = 0;
};

std::unique_ptr<StepPolicy> make_step_policy(const Problem& problem, const SolverOptions& options);

}  // namespace graphsparse
