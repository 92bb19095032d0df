#include "graphsparse/solver/hooks.hpp"

#include <algorithm>

#include "graphsparse/solver/options.hpp"
#include "solver/sampler.hpp"
#include "solver/step.hpp"

namespace graphsparse {

std::unique_ptr<Sampler> SolverHooks::make_sampler(const Problem& /*problem*/,
                                                   std::vector<RowIndex> /*rows*/,
                                                   std::int64_t /*block_size*/,
                                                   const SolverOptions& /*options*/) const {
  return nullptr;
}

std::unique_ptr<StepPolicy> SolverHooks::make_step_policy(const Problem& /*problem*/,
                                                          const SolverOptions& /*options*/) const {
  return nullptr;
}

// The last block may be smaller than the others, never missing.
std::int64_t SolverHooks::block_size_for(std::int64_t rows, std::int64_t blocks) const {
  const std::int64_t count = std::max<std::int64_t>(1, blocks);
  return std::max<std::int64_t>(1, (rows + count - 1) / count);
}

bool returns_last_point(const SolverOptions& options) {
  return options.hooks != nullptr && options.hooks->returns_last_point();
}

std::int64_t block_size_for(const SolverOptions& options, std::int64_t rows, std::int64_t blocks) {
  return options.hooks == nullptr ? SolverHooks().block_size_for(rows, blocks)
                                  : options.hooks->block_size_for(rows, blocks);
}

}  // namespace graphsparse
