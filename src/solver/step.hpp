// How far to go along the gradient.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/solver/options.hpp"
#include "graphsparse/structure/structure.hpp"
#include "solver/gradient.hpp"

namespace graphsparse {

// A point that a step might lead to: tail(x - t g). Step policies may look at several before one is
// accepted.
class ProjectedStep {
 public:
  explicit ProjectedStep(Structure& structure) : structure_(structure) {}

  // Does nothing if this step was the last one made since forget().
  void make(const Point& from, const Gradient& gradient, double step);
  void forget() { is_made_ = false; }

  const Support& support() const { return support_; }

  // The difference to the point it was made from, entry by entry where either may be nonzero.
  SparseView difference(const Point& from);

  // Moves the point there; the intercept stays.
  void accept(Point& point);
  // Moves only the support there: features that stay keep their coefficients, new ones have 0.
  void accept_support(Point& point);

 private:
  Structure& structure_;
  std::vector<double> shifted_;
  Support support_;
  double step_ = 0.0;
  bool is_made_ = false;
  std::vector<NodeId> indices_;
  std::vector<double> values_;
};

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
