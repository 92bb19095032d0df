#include "solver/step.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "graphsparse/core/random.hpp"

namespace graphsparse {
namespace {

double squared_norm(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value * value;
  return sum;
}

double factor_or(const SolverOptions& options, double standard) {
  return options.step_factor > 0.0 ? options.step_factor : standard;
}

// What recovers from the fewest rows (docs/solvers.md). A corrected gradient points nearly where
// the full one does, but the block's curvature is still the block's own: larger steps diverge.
double standard_factor(const SolverOptions& options) {
  if (options.sampler == SamplerKind::all_rows) return 1.0;
  return options.estimator == EstimatorKind::plain ? 0.8 : 0.2;
}

class ConstantStep final : public StepPolicy {
 public:
  explicit ConstantStep(const SolverOptions& options) : factor_(factor_or(options, 1.0)) {}

  double choose(StepContext& context) override { return factor_ * context.unit_step; }

 private:
  double factor_;
};

// Exact along a direction for the block's quadratic model: |d|^2 / d'Hd.
class LineModel {
 public:
  // Nothing to divide by: zero.
  double exact_step(StepContext& context, SparseView direction) {
    const double curvature = along(context, direction);
    return curvature > 0.0 ? squared_norm(direction.values) / curvature : 0.0;
  }

  double along(StepContext& context, SparseView direction) {
    products_.resize(context.block.rows().size());
    context.problem.design->multiply(context.block.rows(), direction, products_);
    return context.block.curvature_along(products_) +
           context.problem.l2 * squared_norm(direction.values);
  }

  // The gradient on these features; on all of them where there are none yet.
  SparseView gradient_on(const Support& support, const Gradient& gradient) {
    values_.clear();
    if (support.empty()) {
      everything_.resize(gradient.w.size());
      for (std::size_t j = 0; j < everything_.size(); ++j) everything_[j] = static_cast<NodeId>(j);
      return {everything_, gradient.w};
    }
    for (const NodeId feature : support) {
      values_.push_back(gradient.w[feature]);
    }
    return {support, values_};
  }

  std::span<const double> products() const { return products_; }

 private:
  std::vector<double> products_;
  std::vector<double> values_;
  std::vector<NodeId> everything_;
};

// eta = factor |g_T|^2 / |A_B g_T|^2 with T the current support: adapts to what the block and the
// support really are, where a constant step diverges below m = 4 s (docs/solvers.md).
class NormalizedStep final : public StepPolicy {
 public:
  explicit NormalizedStep(const SolverOptions& options)
      : factor_(factor_or(options, standard_factor(options))) {}

  double choose(StepContext& context) override {
    const double exact =
        line_.exact_step(context, line_.gradient_on(context.point.support, context.gradient));
    return factor_ * (exact > 0.0 ? exact : context.unit_step);
  }

 private:
  double factor_;
  LineModel line_;
};

// Blumensath and Davies 2010, with their constant c = 0.01.
class NihtStep final : public StepPolicy {
 public:
  explicit NihtStep(NihtMemory memory)
      : keeps_old_support_(memory == NihtMemory::support_before_direct_acceptance) {}

  double choose(StepContext& context) override {
    if (support_.empty()) {
      // The support of a first step from nothing; later the point's own.
      context.trial.make(context.point, context.gradient, 1.0);
      support_ = context.point.support.empty() ? context.trial.support() : context.point.support;
    }
    double step = line_.exact_step(context, line_.gradient_on(support_, context.gradient));
    if (!(step > 0.0)) step = 1.0;
    context.trial.make(context.point, context.gradient, step);
    if (context.trial.support() == support_) return step;
    bool was_shrunk = false;
    for (int halvings = 0; halvings < kMaxHalvings; ++halvings) {
      const SparseView difference = context.trial.difference(context.point);
      const double exact = line_.exact_step(context, difference);
      if (exact == 0.0 || step <= (1.0 - kSlack) * exact) break;
      step /= 2.0;
      was_shrunk = true;
      context.trial.make(context.point, context.gradient, step);
    }
    if (was_shrunk || !keeps_old_support_) support_ = context.trial.support();
    return step;
  }

 private:
  static constexpr double kSlack = 0.01;
  static constexpr int kMaxHalvings = 200;

  bool keeps_old_support_;
  Support support_;
  LineModel line_;
};

// Starts at twice the last step and halves it until the model f + <g, d> + |d|^2 / (2 t) lies above
// the block's objective at the projected point. Looks at the few features that change, not at the
// whole gradient, so that steps do not shrink with p.
class Backtracking final : public StepPolicy {
 public:
  explicit Backtracking(const SolverOptions& options) : factor_(factor_or(options, 1.0)) {}

  double choose(StepContext& context) override {
    double step = last_ > 0.0 ? 2.0 * last_ : 4.0 * factor_ * context.unit_step;
    const double here = context.block.mean_loss();
    for (int halvings = 0; halvings < kMaxHalvings; ++halvings, step /= 2.0) {
      context.trial.make(context.point, context.gradient, step);
      if (lies_below_model(context, here, step)) break;
    }
    last_ = step;
    return step;
  }

 private:
  static constexpr int kMaxHalvings = 60;

  bool lies_below_model(StepContext& context, double here, double step) {
    const SparseView difference = context.trial.difference(context.point);
    const std::size_t rows = context.block.rows().size();
    products_.resize(rows);
    context.problem.design->multiply(context.block.rows(), difference, products_);
    const auto slopes = context.block.derivatives();
    double linear = 0.0;
    for (std::size_t k = 0; k < rows; ++k) linear += slopes[k] * products_[k];
    for (std::size_t k = 0; k < rows; ++k) products_[k] += context.block.predictors()[k];
    const double excess = context.block.mean_loss_at(products_) - here - linear;
    const double room = (1.0 / step - context.problem.l2) * 0.5 * squared_norm(difference.values);
    return excess <= factor_ * room + 1e-12 * std::abs(here);
  }

  double factor_;
  double last_ = 0.0;
  std::vector<double> products_;
};

// The authors' line search (supplement; docs/solvers.md): t = 1, 0.8, 0.64, ... until
// F(v - t d) <= F(v) - (t/2) |d|^2 for v = (w, c) and the gradient d, at most 20 reductions.
class ArmijoStep final : public StepPolicy {
 public:
  double choose(StepContext& context) override {
    const SparseView direction = nonzero(context.gradient);
    const std::size_t rows = context.block.rows().size();
    products_.resize(rows);
    context.problem.design->multiply(context.block.rows(), direction, products_);
    const double square =
        squared_norm(direction.values) + context.gradient.intercept * context.gradient.intercept;
    const double here = value_at(context, direction, 0.0);
    double step = 1.0;
    for (int reductions = 0; reductions < kMaxReductions; ++reductions) {
      if (value_at(context, direction, step) <= here - 0.5 * step * square) break;
      step *= kShrink;
    }
    return step;
  }

 private:
  static constexpr double kShrink = 0.8;
  static constexpr int kMaxReductions = 20;

  SparseView nonzero(const Gradient& gradient) {
    indices_.clear();
    values_.clear();
    for (std::size_t j = 0; j < gradient.w.size(); ++j) {
      if (gradient.w[j] == 0.0) continue;
      indices_.push_back(static_cast<NodeId>(j));
      values_.push_back(gradient.w[j]);
    }
    return {indices_, values_};
  }

  double value_at(StepContext& context, SparseView direction, double step) {
    line_.resize(products_.size());
    for (std::size_t k = 0; k < line_.size(); ++k) {
      line_[k] = context.block.predictors()[k] - step * (products_[k] + context.gradient.intercept);
    }
    double squares = 0.0;
    double cross = 0.0;
    for (const NodeId feature : context.point.support) {
      const double w = context.point.w[feature];
      squares += w * w;
      cross += w * context.gradient.w[feature];
    }
    squares += step * (step * squared_norm(direction.values) - 2.0 * cross);
    return context.block.mean_loss_at(line_) + 0.5 * context.problem.l2 * squares;
  }

  std::vector<NodeId> indices_;
  std::vector<double> values_;
  std::vector<double> products_;
  std::vector<double> line_;
};

class RandomStep final : public StepPolicy {
 public:
  explicit RandomStep(const SolverOptions& options)
      : factor_(factor_or(options, 2.0)), options_(options) {}

  double choose(StepContext& context) override {
    RandomStream stream(options_.seed, "step", options_.trial,
                        static_cast<std::uint64_t>(context.iteration));
    return factor_ * std::exp(2.0 * stream.uniform() - 1.0) * context.unit_step;
  }

 private:
  double factor_;
  SolverOptions options_;
};

// Halves another policy's step until the block's objective is no higher at the projected point: a
// curvature that grows without bound makes every model of it too good far out.
class Descending final : public StepPolicy {
 public:
  explicit Descending(std::unique_ptr<StepPolicy> policy) : policy_(std::move(policy)) {}

  double choose(StepContext& context) override {
    double step = policy_->choose(context);
    const double here = context.block.value(context.point);
    for (int halvings = 0; halvings < kMaxHalvings; ++halvings, step /= 2.0) {
      context.trial.make(context.point, context.gradient, step);
      if (value_there(context) <= here) break;
    }
    return step;
  }

 private:
  static constexpr int kMaxHalvings = 60;

  double value_there(StepContext& context) {
    const SparseView difference = context.trial.difference(context.point);
    products_.resize(context.block.rows().size());
    context.problem.design->multiply(context.block.rows(), difference, products_);
    for (std::size_t k = 0; k < products_.size(); ++k) {
      products_[k] += context.block.predictors()[k];
    }
    double squares = 0.0;
    for (std::size_t i = 0; i < difference.indices.size(); ++i) {
      const double w = context.point.w[difference.indices[i]];
      if (context.problem.is_unpenalized(difference.indices[i])) continue;
      squares += (w + difference.values[i]) * (w + difference.values[i]);
    }
    return context.block.mean_loss_at(products_) + 0.5 * context.problem.l2 * squares;
  }

  std::unique_ptr<StepPolicy> policy_;
  std::vector<double> products_;
};

std::unique_ptr<StepPolicy> make_plain_policy(const Problem& problem,
                                              const SolverOptions& options) {
  switch (options.step) {
    case StepKind::constant:
      return std::make_unique<ConstantStep>(options);
    case StepKind::normalized:
      return std::make_unique<NormalizedStep>(options);
    case StepKind::niht:
      return make_niht_step(NihtMemory::last_support);
    case StepKind::backtracking:
      return std::make_unique<Backtracking>(options);
    case StepKind::armijo:
      return std::make_unique<ArmijoStep>();
    case StepKind::random:
      return std::make_unique<RandomStep>(options);
    case StepKind::automatic:
      break;
  }
  if (problem.loss->traits().curvature_bound) return std::make_unique<NormalizedStep>(options);
  return std::make_unique<Backtracking>(options);
}

}  // namespace

std::unique_ptr<StepPolicy> make_niht_step(NihtMemory memory) {
  return std::make_unique<NihtStep>(memory);
}

std::unique_ptr<StepPolicy> make_step_policy(const Problem& problem, const SolverOptions& options) {
  std::unique_ptr<StepPolicy> policy = make_plain_policy(problem, options);
  const bool is_bounded = problem.loss->traits().curvature_bound.has_value();
  // A refit takes nothing but the support from a step.
  if (is_bounded || options.refit) return policy;
  return std::make_unique<Descending>(std::move(policy));
}

void ProjectedStep::make(const Point& from, const Gradient& gradient, double step) {
  if (is_made_ && step == step_) return;
  shifted_.resize(from.w.size());
  for (std::size_t j = 0; j < from.w.size(); ++j) shifted_[j] = from.w[j] - step * gradient.w[j];
  step_ = step;
  is_made_ = true;
  // A step into infinity has no projection; the monitor calls it divergence.
  const bool is_finite = std::all_of(shifted_.begin(), shifted_.end(),
                                     [](double value) { return std::isfinite(value); });
  support_ = is_finite ? structure_.tail(shifted_) : from.support;
}

SparseView ProjectedStep::difference(const Point& from) {
  indices_.clear();
  std::set_union(support_.begin(), support_.end(), from.support.begin(), from.support.end(),
                 std::back_inserter(indices_));
  values_.clear();
  auto kept = support_.begin();
  for (const NodeId feature : indices_) {
    const bool is_kept = kept != support_.end() && *kept == feature;
    if (is_kept) ++kept;
    values_.push_back((is_kept ? shifted_[feature] : 0.0) - from.w[feature]);
  }
  return {indices_, values_};
}

void ProjectedStep::accept(Point& point) {
  for (const NodeId feature : point.support) point.w[feature] = 0.0;
  for (const NodeId feature : support_) {
    point.w[feature] = shifted_[feature];
  }
  point.support = support_;
  is_made_ = false;
}

void ProjectedStep::accept_support(Point& point) {
  for (const NodeId feature : point.support) {
    const bool stays = std::binary_search(support_.begin(), support_.end(), feature);
    if (!stays) point.w[feature] = 0.0;
  }
  point.support = support_;
  is_made_ = false;
}

}  // namespace graphsparse
