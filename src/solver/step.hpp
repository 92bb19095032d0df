// How far to go along the gradient.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/solver/options.hpp"
#include "solver/gradient.hpp"
#include "solver/thresholding_loop.hpp"

namespace graphsparse {

// What a policy may look at.
struct StepContext {
  const Problem& problem;
  BlockObjective& block;  // moved to the point
  const Point& point;
  const Gradient& gradient;  // with the penalty's, after the head
  ProjectedStep& trial;
  double unit_step;
  std::int64_t iteration;  // over all epochs; the first is 0
};

class StepPolicy {
 public:
  virtual ~StepPolicy() = default;

  virtual double choose(StepContext& context) = 0;
};

// The support that the next NIHT step is exact on: that of the last accepted trial, or, where the
// trial was accepted directly, still the one before.
enum class NihtMemory { last_support, support_before_direct_acceptance };
std::unique_ptr<StepPolicy> make_niht_step(NihtMemory memory);

std::unique_ptr<StepPolicy> make_step_policy(const Problem& problem, const SolverOptions& options);

}  // namespace graphsparse
