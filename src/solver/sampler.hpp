// Sizes of the data that steps and samplers are scaled by.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graphsparse/objective/problem.hpp"
#include "graphsparse/solver/options.hpp"

namespace graphsparse {

// |a_i|^2 of each of the rows. One pass over them.
std::vector<double> squared_row_norms(const DesignMatrix& design, Rows rows);

// One over the curvature of the mean loss along a typical feature: the step that is exact for an
// orthogonal design, and that every `--step` factor multiplies. Judged by at most 256 rows spread
// evenly over the data. 1 for data that is zero throughout.
double unit_step(const Problem& problem, Rows rows);

// The curvature of the loss as a function of the predictor: its bound, or its mean at the
// best model without features.
double typical_curvature(const Problem& problem, Rows rows);

// The l2 that a refit needs at least. Zero unless the loss needs a penalty: then that of a prior of
// variance one for features of variance one, which finds more of the truth than none or a larger
// one (docs/notes/solvers.md).
double smallest_penalty(const Problem& problem, Rows rows);

// An l2 of sparsity / rows for features of variance one and squares: what predicts well where a
// support is as large as there are samples (docs/notes/solvers.md).
double penalty_by_size(const Problem& problem, Rows rows, std::int64_t sparsity);

// Which rows an iteration sees.

// Block `index` of `count` nearly equal ones.
Rows cut_block(Rows rows, std::int64_t count, std::int64_t index);

class Sampler {
 public:
  virtual ~Sampler() = default;

  virtual std::int64_t blocks_an_epoch() const = 0;
  // The rows of a block; valid until the next call.
  virtual Rows block(std::int64_t epoch, std::int64_t index) = 0;
  // What the rows' weights are multiplied by so that the block's mean stays unbiased; empty: ones.
  virtual std::span<const double> factors() const { return {}; }
};

// `rows` are those with a weight above zero.
std::unique_ptr<Sampler> make_sampler(const Problem& problem, std::vector<RowIndex> rows,
                                      std::int64_t block_size, const SolverOptions& options);

}  // namespace graphsparse
