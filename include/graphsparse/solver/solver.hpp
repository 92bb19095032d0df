// Minimizes an objective over the supports of a structure: one loop for the paper's methods, their
// relatives and ours.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/objective/problem.hpp"
#include "graphsparse/solver/options.hpp"
#include "graphsparse/structure/structure.hpp"

namespace graphsparse {

enum class Termination { failed, converged, max_epochs, diverged, interrupted, time_limit };

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
  double start_objective = 0.0;
  double residual_norm = 0.0;  // |y - z| over the used rows
  std::int64_t epochs = 0;
  std::int64_t iterations = 0;
  std::int64_t block_size = 0;  // rows per block
  std::int64_t pcst_calls = 0;
  double seconds = 0.0;
  std::vector<EpochRecord> history;
  std::vector<double> probability;  // of each feature to be selected; empty: not told
};

// What an observer sees after each iteration, and once more at the end of each epoch.
struct Progress {
  std::int64_t epoch = 0;      // the first is 1
  std::int64_t iteration = 0;  // over all epochs; the first is 1
  bool epoch_ended = false;
  double objective = 0.0;  // only at an epoch's end
  const Point& point;
};

enum class CallbackResult { proceed, stop };

using Observer = std::function<CallbackResult(const Progress&)>;

// Throws InputError for options, sizes or numbers that make no sense; whatever happens numerically
// is told by the result. `start` may be null. Unless the hooks ask for the last point,
// the result is never worse than the start (as far as the structure allows that) nor than the best
// model without features. Solvers with refit or average return the minimum on the support.
Result solve(const Problem& problem, Structure& structure, const SolverOptions& options,
             const Point* start = nullptr, const Observer& observer = {});

// Rows a block where the caller does not say: half as many as a support has features, but at least
// eight (fifty for labels and counts) and at least a fifth of the rows, because each block costs a
// projection.
std::int64_t choose_block_size(const Problem& problem, std::int64_t rows, std::int64_t sparsity);

// A row of the table of solvers: a method, which goes with any structure.
struct SolverRow {
  std::string_view name;
  std::string_view summary;
  bool prefers_graph;       // the bare name means supports of the graph where there is one
  std::string_view effort;  // how many runs a fit makes unless told
  SolverOptions options;
};

std::span<const SolverRow> solver_table();
inline constexpr std::string_view kDefaultSolver = "graph-rand-htp";

// A method and the structure of its supports: what `--solver` and `--structure` choose.
struct SolverChoice {
  const SolverRow& row;
  StructureKind structure;

  // The full name: graph-iht, group-iht, iht. Resolves to this choice whatever else is given.
  std::string name() const;
};

// By a full name (graph-iht is iht with the structure graph), or by a bare one and the structure
// given beside it. A bare name without a structure means any s features; for the methods that
// prefer a graph, connected ones where `has_graph`. Throws InputError for an unknown name, listing
// those there are, and for a name that contradicts the structure.
SolverChoice resolve_solver(std::string_view solver,
                            std::optional<StructureKind> structure = std::nullopt,
                            bool has_graph = true);

// The method of a full or bare name.
const SolverRow& find_solver(std::string_view name);

// Every full and every bare name: what `--solver` accepts.
std::vector<std::string> solver_names();

// With a head of the size that the solver needs, unless the specification has one.
std::unique_ptr<Structure> make_structure(StructureSpec spec, const SolverOptions& options);

}  // namespace graphsparse
