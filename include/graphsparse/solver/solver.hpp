// Minimises an objective over the supports of a model: one loop for the paper's methods, their
// relatives and ours.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/model/sparsity_model.hpp"
#include "graphsparse/objective/problem.hpp"
#include "graphsparse/solver/options.hpp"

namespace graphsparse {

enum class Termination { failed, converged, max_epochs, diverged, interrupted };

std::string_view to_string(Termination termination);

// One line of the history: the state at the end of an epoch.
struct EpochRecord {
  std::int64_t epoch = 0;  // the first is 1
  double objective = 0.0;
  std::int64_t support_size = 0;
  double step = 0.0;  // the last one
  double seconds = 0.0;
  std::int64_t pcst_calls = 0;  // in this epoch
};

struct Result {
  Point x;
  Termination termination = Termination::failed;
  std::string message;
  double objective = 0.0;
  double residual_norm = 0.0;  // |y - z| over the used rows
  std::int64_t epochs = 0;
  std::int64_t iterations = 0;
  std::int64_t block_size = 0;  // rows a block
  std::int64_t pcst_calls = 0;
  double seconds = 0.0;
  std::vector<EpochRecord> history;
};

// What an observer sees after each iteration, and once more at the end of each epoch.
struct Progress {
  std::int64_t epoch = 0;      // the first is 1
  std::int64_t iteration = 0;  // over all epochs; the first is 1
  bool epoch_ended = false;
  double objective = 0.0;  // only at an epoch's end
  const Point& point;
};

enum class Answer { go_on, stop };

using Observer = std::function<Answer(const Progress&)>;

// Throws InputError for options, sizes or numbers that make no sense; whatever happens numerically
// is told by the result. `start` may be null. With keep_best the result is never worse than the
// start (as far as that belongs to the model) nor than the best model without features. Solvers
// with refit or average return the minimum on the support.
Result solve(const Problem& problem, SparsityModel& model, const SolverOptions& options,
             const Point* start = nullptr, const Observer& observer = {});

// Rows a block where the caller does not say: half as many as a support has features, but at least
// eight (fifty for labels and counts) and at least a fifth of the rows, because each block costs a
// projection.
std::int64_t choose_block_size(const Problem& problem, std::int64_t rows, std::int64_t sparsity);

// Rows a block for a number of blocks: rounded up, or down where the last rows that make no whole
// block are left out.
std::int64_t block_size_for(std::int64_t rows, std::int64_t blocks, bool drop_remainder);

enum class ModelKind { top, graph, group };

// The rows of the table of solvers: what `--solver` accepts.
struct SolverRow {
  std::string_view name;
  std::string_view summary;
  ModelKind model;
  SolverOptions options;
};

std::span<const SolverRow> solver_table();
inline constexpr std::string_view kDefaultSolver = "graph-rand-htp";

// Throws InputError for an unknown name, suggesting those there are.
const SolverRow& find_solver(std::string_view name);

}  // namespace graphsparse
