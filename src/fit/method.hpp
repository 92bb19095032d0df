// What a spec's solver is: a row of the table of solvers, or a convex one.
#pragma once

#include <optional>
#include <string_view>

#include "graphsparse/baseline/regularization_path.hpp"
#include "graphsparse/core/fit_spec.hpp"
#include "graphsparse/fit/options.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse {

struct Method {
  std::optional<SolverChoice> choice;   // nothing for a convex one
  const BaselineRow* convex = nullptr;  // null for all others

  const SolverOptions& options() const { return choice->row.options; }
  StructureKind structure() const { return choice->structure; }
};

// Throws InputError for an unknown name. Whether there is a graph decides what some bare names
// mean.
Method find_method(const FitSpec& spec, bool has_graph = true);

// What the authors' program does for two classes, as far as options go. Throws InputError.
void apply_authors_protocol(FitSpec& spec);

// The parts of the solver with the numbers asked for; the spec is resolved.
SolverOptions solver_options(const FitSpec& spec);

// What `head` boosted is, and the factor that it is boosted to: the theory lets it go to 1.
inline constexpr std::string_view kBoostedHead = "boosted";
inline constexpr double kBoostedFactor = 0.95;

// A tenth of the largest penalty that matters: a few features of wide data.
inline constexpr double kDefaultLambdaRatio = 0.1;

}  // namespace graphsparse
