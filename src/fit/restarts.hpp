// Several runs of one solver from different starts, of which the one with the lowest objective
// wins.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "graphsparse/fit/restarts.hpp"
#include "graphsparse/objective/problem.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse {

struct RestartInput {
  const Problem& problem;
  std::function<std::unique_ptr<Structure>()> make_structure;  // by several threads at a time
  SolverOptions options;
  std::int64_t edges = 0;            // of the graph, which a Steiner solve goes through
  std::int64_t runs = 1;             // at most
  std::optional<double> time_limit;  // seconds, looked at between runs
  bool consensus = false;            // the support that the best runs agree on
  std::int64_t threads = 1;          // 0: as many as the machine has cores
  const Point* start = nullptr;      // of the first run
  Observer observer = {};            // of the first run
  std::function<bool()> cancelled = {};
  std::function<void(std::int64_t done, std::int64_t total)> progress = {};  // after each run
};

struct RestartOutcome {
  Result result;  // of the winner; Steiner solves and seconds are those of all runs
  RestartStatistics statistics;
  std::vector<double> frequency;  // of each feature in the best runs' supports; with consensus
};

// The first run is that of the solver alone, but for splicing at its end where it ends in a refit;
// run k > 0 draws from the stream (seed, "restart", k). The lowest objective wins, unless the
// solver averages and the problem's penalty is too small to tell supports apart: then the outcome
// stands for the average over all runs. Between the first run and the others, and then
// after every ten, it stops early: where nothing is left of the residual, where the best objective
// was found three times, and where the work done exceeds what so many runs of a usual size need. So
// the number of threads changes nothing.
RestartOutcome run_restarts(const RestartInput& input);

}  // namespace graphsparse
