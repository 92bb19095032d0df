// How the intercept moves in an iteration where it does not follow the solver's own rule.
#pragma once

#include "graphsparse/objective/block_objective.hpp"
#include "solver/gradient.hpp"

namespace graphsparse {

class InterceptRule {
 public:
  virtual ~InterceptRule() = default;

  // Changes the intercept's entry of the block's gradient before a step is chosen.
  virtual void change(const BlockObjective& block, Gradient& gradient) const = 0;

  // What that entry is multiplied by, given the step of the features.
  virtual double step(double feature_step) const = 0;
};

}  // namespace graphsparse
