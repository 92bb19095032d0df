#include "reference/authors_parts.hpp"

#include <algorithm>
#include <utility>

#include "solver/intercept.hpp"
#include "solver/sampler.hpp"
#include "solver/step.hpp"

namespace graphsparse {
namespace {

// docs/notes/figures/README.md: the stop tests of the recovery figures.
constexpr double kResidualToStop = 1e-7;
constexpr double kNormToStop = 1e3;

// The factor itself, on the mean objective.
class AbsoluteStep final : public StepPolicy {
 public:
  explicit AbsoluteStep(double step) : step_(step) {}

  double choose(StepContext& /*context*/) override { return step_; }

 private:
  double step_;
};

class ResidualTest final : public StopTest {
 public:
  bool has_diverged(const EpochState& state) const override { return state.norm >= kNormToStop; }
  bool has_converged(const EpochState& state) const override {
    return state.residual_norm <= kResidualToStop;
  }
};

// One gradient step with the features, its derivative summed and not averaged over the block.
class PlainIntercept final : public InterceptRule {
 public:
  void change(const BlockObjective& block, Gradient& gradient) const override {
    gradient.intercept *= block.row_count();
  }
  double step(double feature_step) const override { return feature_step; }
};

class AuthorsHooks : public SolverHooks {
 public:
  // The last m mod b rows are in no block.
  std::unique_ptr<Sampler> make_sampler(const Problem& problem, std::vector<RowIndex> rows,
                                        std::int64_t block_size,
                                        const SolverOptions& options) const override {
    if (options.sampler != SamplerKind::random_blocks) return nullptr;
    const auto size = static_cast<std::int64_t>(rows.size());
    block_size = std::clamp<std::int64_t>(block_size, 1, size);
    rows.resize(static_cast<std::size_t>(size / block_size * block_size));
    return graphsparse::make_sampler(problem, std::move(rows), block_size, options);
  }

  std::int64_t block_size_for(std::int64_t rows, std::int64_t blocks) const override {
    return std::max<std::int64_t>(1, rows / std::max<std::int64_t>(1, blocks));
  }

  bool returns_last_point() const override { return true; }
};

class RecoveryHooks final : public AuthorsHooks {
 public:
  std::unique_ptr<StepPolicy> make_step_policy(const Problem& /*problem*/,
                                               const SolverOptions& options) const override {
    if (options.step == StepKind::niht) {
      return make_niht_step(NihtMemory::support_before_direct_acceptance);
    }
    if (options.step != StepKind::constant) return nullptr;
    return std::make_unique<AbsoluteStep>(options.step_factor);
  }

  const StopTest* stop_test() const override { return &stop_test_; }

 private:
  ResidualTest stop_test_;
};

class ClassificationHooks final : public AuthorsHooks {
 public:
  const InterceptRule* intercept_rule() const override { return &intercept_; }

 private:
  PlainIntercept intercept_;
};

}  // namespace

const SolverHooks& authors_recovery_hooks() {
  static const RecoveryHooks kHooks;
  return kHooks;
}

const SolverHooks& authors_classification_hooks() {
  static const ClassificationHooks kHooks;
  return kHooks;
}

}  // namespace graphsparse
