#include "graphsparse/reference/authors_protocol.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "graphsparse/reference/projection_table.hpp"
#include "graphsparse/solver/hooks.hpp"
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

// CoSaMP finds the signal within a few dozen iterations or wanders for all 500; the authors let it
// wander. Figures 5 and 7 agree with the published ones so (docs/notes/figures).
constexpr std::int64_t kPursuitPatience = 60;

// The batch methods take eta A'(Ax - y), the stochastic ones 2 eta A_B'(A_B x - y_B) without the
// factor n of the paper (docs/notes/figures/README.md). Our steps act on the mean over the block.
double step_on_the_mean(const AuthorsStep& step, bool is_stochastic, std::int64_t block) {
  return step.eta * static_cast<double>(is_stochastic ? 2 * block : block);
}

}  // namespace

void AuthorsProtocol::apply_to(GraphStructureOptions& structure) const {
  structure.projection = projection;
  structure.slack = projection->default_slack;
}

void AuthorsProtocol::apply_to(SolverOptions& solver) const {
  SolverOptions theirs = options;
  theirs.seed = solver.seed;
  theirs.trial = solver.trial;
  solver = theirs;
}

AuthorsProtocol authors_recovery(const SolverChoice& choice, const AuthorsStep& step,
                                 std::int64_t observations) {
  AuthorsProtocol protocol;
  SolverOptions& options = protocol.options;
  options = choice.row.options;
  const bool is_stochastic = options.sampler != SamplerKind::all_rows;
  const std::int64_t block = !is_stochastic || step.block_size == 0
                                 ? observations
                                 : std::min(step.block_size, observations);
  const bool is_thresholding = options.loop == LoopKind::thresholding;
  if (is_thresholding && options.step == StepKind::automatic) {
    options.step = StepKind::constant;
    options.step_factor = step_on_the_mean(step, is_stochastic, block);
  }
  options.block_size = is_stochastic ? block : 0;
  options.fit_steps = 0;
  options.head = is_thresholding && choice.structure == StructureKind::graph;
  options.stop_at_repetition = !is_stochastic;
  options.patience = is_thresholding ? 0 : kPursuitPatience;
  options.max_epochs = step.max_epochs;
  static const RecoveryHooks kHooks;
  options.hooks = &kHooks;
  protocol.projection = &find_projection("bisection-warm");
  return protocol;
}

SolverOptions authors_classification(SolverOptions options, StructureKind structure,
                                     const ProjectionMethod* projection) {
  options.step = StepKind::armijo;
  const bool is_their_search = projection != nullptr && is_authors_search(*projection);
  if (structure == StructureKind::graph && is_their_search) options.head = true;
  options.max_epochs = kAuthorsEpochs;
  options.tolerance = 0.0;
  options.patience = std::numeric_limits<std::int64_t>::max();
  static const ClassificationHooks kHooks;
  options.hooks = &kHooks;
  return options;
}

// Balanced weights are m / (2 m_own), theirs m_other / m.
std::vector<double> authors_class_weights(std::span<const double> labels) {
  std::vector<double> weights = balanced_weights(labels);
  for (double& weight : weights) weight = 1.0 - 0.5 / weight;
  return weights;
}

}  // namespace graphsparse
