#include "graphsparse/reference/authors_protocol.hpp"

#include <algorithm>
#include <limits>

#include "graphsparse/reference/projection_table.hpp"
#include "reference/authors_parts.hpp"

namespace graphsparse {
namespace {

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
  options.hooks = &authors_recovery_hooks();
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
  options.hooks = &authors_classification_hooks();
  return options;
}

// Balanced weights are m / (2 m_own), theirs m_other / m.
std::vector<double> authors_class_weights(std::span<const double> labels) {
  std::vector<double> weights = balanced_weights(labels);
  for (double& weight : weights) weight = 1.0 - 0.5 / weight;
  return weights;
}

}  // namespace graphsparse
