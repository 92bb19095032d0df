// The options that say what to fit and how.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli_fwd.hpp"
#include "graphsparse/baseline/baseline_table.hpp"
#include "graphsparse/io/data_file.hpp"
#include "graphsparse/io/model_file.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse::cli {

inline constexpr std::string_view kEdgeGroups = "edges";  // of --groups: the edges of the graph

struct FitOptions {
  DataRequest data;
  std::string graph;
  std::string weights;
  std::string groups;           // a file, or kEdgeGroups
  bool ignore_unknown = false;  // members of groups that are no features
  std::string start;
  FitSettings settings;  // complete after settle()

  // Where not given, the solver or the projection decides.
  std::optional<double> slack;
  std::optional<std::int64_t> max_epochs;
  std::optional<double> tolerance;
  std::optional<std::int64_t> block_size;
  bool loss_given = false;
  bool sparsity_given = false;

  // The solver; a convex baseline is in another table.
  SolverChoice choice() const {
    return resolve_solver(settings.solver, std::nullopt, !graph.empty());
  }
  const BaselineRow* baseline() const { return find_baseline(settings.solver); }
  bool is_for(StructureKind structure) const {
    return baseline() == nullptr && choice().structure == structure;
  }

  // Checks what needs no file and fills in what was not given. Throws UsageError.
  void settle(std::uint64_t seed);

  // The parts of the named solver with the numbers asked for.
  SolverOptions solver_options() const;

  // Option and value of every file and column, for the model.
  std::vector<std::pair<std::string, std::string>> inputs() const;
};

// --solver, --sparsity and all that goes with them; the options write into `options`.
void add_fit_options(CLI::App& app, FitOptions& options);

// Names of the options that were given but mean nothing to the solver.
std::vector<std::string> unused_options(const CLI::App& app, const FitOptions& options);

// For the end of a help text.
std::string describe_solvers();

}  // namespace graphsparse::cli
