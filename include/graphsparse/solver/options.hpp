// What a solver is made of. A named solver is a row of a table that fills these fields in.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace graphsparse {

class SolverHooks;

enum class LoopKind {
  thresholding,     // gradient step, then tail: the paper's algorithm 1
  pursuit,          // least squares on a merged support, then tail: CoSaMP
  message_passing,  // posterior means and probabilities, then tail
  screening,        // one tail of the slopes at the best model without features, then a fit
};

enum class SamplerKind {
  all_rows,         // one block: the batch methods
  random_blocks,    // contiguous blocks, drawn with replacement, as in the paper
  shuffled_blocks,  // a new random order every epoch, each row once
  weighted_rows,    // rows drawn by their squared norms, and divided by how often they are drawn
};

enum class EstimatorKind { plain, svrg, saga, scsg };

enum class StepKind {
  automatic,     // normalized where the loss has bounded curvature, else backtracking
  constant,      // the factor times the problem's unit step
  normalized,    // exact along the gradient on the current support, times the factor
  niht,          // normalized, halved until Blumensath and Davies' test holds
  backtracking,  // shrinks until the step's quadratic model lies above the objective
  armijo,        // Armijo-Goldstein with the paper's constants
  random,        // the factor times exp(U(-1, 1)) times the unit step: escapes wrong supports
};

struct SolverOptions {
  // The parts.
  LoopKind loop = LoopKind::thresholding;
  SamplerKind sampler = SamplerKind::all_rows;
  EstimatorKind estimator = EstimatorKind::plain;
  StepKind step = StepKind::automatic;
  bool head = false;   // restrict the gradient by a head projection: the theory asks for it, but it
                       // gains next to nothing in recovery (docs/theory.md)
  bool refit = false;  // minimize on the support after each tail
  bool average = false;  // return the average of the best fits instead, cut back to the model
  bool polish_on_support = false;  // once the support stands still, minimize on it: if nothing is
                                   // left of the residual the run is over; a result with a residual
                                   // is fitted on its support (squares)

  bool penalty_by_size = false;  // where no l2 is asked for, one in proportion to the support's
                                 // size over the rows

  bool splice = false;  // at the end exchange single features while that lowers the objective

  // Their numbers.
  std::int64_t block_size = 0;  // rows per block; 0: chosen by choose_block_size
  double step_factor = 0.0;     // 0: the step policy's own
  int fit_steps = 0;  // the pursuit loop's steps of conjugate gradients towards the least squares
                      // fit on a merged support; 0: the fit itself (other losses: always)

  // When to stop.
  std::int64_t max_epochs = 500;
  double tolerance = 1e-8;          // of the relative residual (squares) and of the relative change
  bool stop_at_repetition = false;  // a deterministic method that comes back to a point it was at
                                    // will do so for ever
  std::int64_t patience = 100;  // epochs without a better objective until it counts as converged;
                                // 0: without end
  double min_relative_improvement =
      1e-6;  // the part of the objective that a better one must be below

  const SolverHooks* hooks = nullptr;  // parts that a protocol replaces

  std::uint64_t seed = 0;
  std::uint64_t trial = 0;  // independent repetitions with one seed
};

// Which options mean something to a solver.

// Whether it has no blocks, so that block_size says nothing.
constexpr bool takes_all_rows(const SolverOptions& options) {
  return options.sampler == SamplerKind::all_rows || options.loop != LoopKind::thresholding;
}
// Whether another step policy or factor may be asked for.
constexpr bool has_step(const SolverOptions& options) {
  return options.loop == LoopKind::thresholding && options.step != StepKind::niht;
}
// Whether the coefficients it returns are a fit on their support.
constexpr bool ends_in_refit(const SolverOptions& options) {
  return options.refit || options.average;
}

// The policies that `--step` knows by name: auto, backtracking, armijo and what armijo was called
// before. Nothing for any other text.
std::optional<StepKind> parse_step(std::string_view name);
// Today's name of a policy asked for by an earlier one; nothing for any other text.
std::optional<std::string_view> renamed_step(std::string_view name);

// The samplers that `--sampling` knows: random, shuffled, norm. Nothing for any other text.
std::optional<SamplerKind> parse_sampling(std::string_view name);

// Throws InputError naming the field.
void check_options(const SolverOptions& options);

}  // namespace graphsparse
