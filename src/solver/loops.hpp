// The loops, as solve() calls them. They count iterations in the result.
#pragma once

#include <cstdint>
#include <vector>

#include "graphsparse/solver/solver.hpp"
#include "solver/monitor.hpp"

namespace graphsparse {

struct LoopInput {
  std::vector<RowIndex> rows;  // those with a weight above zero
  std::int64_t block_size = 1;
  const Observer& observer;

  CallbackResult notify(const Progress& progress) const {
    return observer ? observer(progress) : CallbackResult::proceed;
  }
};

Termination run_thresholding(const Problem& problem, Structure& structure,
                             const SolverOptions& options, const LoopInput& input, Point& point,
                             Monitor& monitor, Result& result);

Termination run_pursuit(const Problem& problem, Structure& structure, const SolverOptions& options,
                        const LoopInput& input, Point& point, Monitor& monitor, Result& result);

Termination run_message_passing(const Problem& problem, Structure& structure,
                                const SolverOptions& options, const LoopInput& input, Point& point,
                                Monitor& monitor, Result& result);

Termination run_screening(const Problem& problem, Structure& structure,
                          const SolverOptions& options, const LoopInput& input, Point& point,
                          Monitor& monitor, Result& result);

}  // namespace graphsparse
