// Which rows an iteration sees.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graphsparse/objective/problem.hpp"
#include "graphsparse/solver/options.hpp"

namespace graphsparse {

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
