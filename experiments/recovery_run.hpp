// The methods of the figures (the paper's names, and which of our solvers each is), one recovery
// problem of the linear experiments, and one method's try at it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "experiment.hpp"
#include "graphsparse/data/design_matrix.hpp"
#include "graphsparse/fit/fit.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/reference/authors_protocol.hpp"
#include "task_pool.hpp"

namespace graphsparse::experiments {

// Which numbers the authors choose on validation data.
enum class Tuning { nothing, step, step_and_blocks };

struct Method {
  std::string_view name;    // in figures and files
  std::string_view solver;  // a row of our table of solvers
  Tuning tuning;
  bool is_ours;  // not in the paper
};

// Throws InputError for an unknown name; case and dashes do not matter, so that "graph-sto-iht" is
// GraphStoIHT.
const Method& find_method(std::string_view name);

// The figure's methods, and ours too under our convention; those asked for where there are any.
std::vector<Method> choose_methods(std::span<const std::string_view> of_figure,
                                   const Request& request);

// y = A x* (+ noise) on a graph, with further measurements to choose a step on.
struct RecoveryProblem {
  const Graph* graph = nullptr;
  std::int64_t sparsity = 0;
  std::int64_t components = 1;
  std::int64_t head_components = 1;  // of GraphCoSaMP's head
  std::int64_t patience = 0;         // of our own runs, in epochs; 0: the solver's
  int pursuit_steps = 0;             // of our own CoSaMP; 0: the solver's
  std::vector<double> truth = {};
  std::shared_ptr<const DesignMatrix> design = {};
  std::vector<double> target = {};
  std::shared_ptr<const DesignMatrix> validation_design = {};  // null: nothing is tuned
  std::vector<double> validation_target = {};
  std::uint64_t seed = 0;
  std::uint64_t trial = 0;   // tells the solver's random numbers apart
  Cancelled cancelled = {};  // may be empty

  std::int64_t observations() const { return design->rows(); }
  bool is_cancelled() const { return cancelled && cancelled(); }
};

struct Attempt {
  Fit fit;             // without a model
  double error = 0.0;  // |x - x*|
};

// As the authors' program does it: its scaling of steps, its blocks, its stop tests, its windows.
Attempt run_as_authors(const RecoveryProblem& problem, const Method& method,
                       const AuthorsStep& step, const FitHooks& hooks = {});

// The same problem with our conventions and our defaults; the step's `eta` is then a factor on the
// normalized step (0: our own), and its block size holds where the method has blocks.
Attempt run_as_ours(const RecoveryProblem& problem, const Method& method,
                    const AuthorsStep& step = {0.0, 0}, const FitHooks& hooks = {});

// The authors' choice by validation error among eta = 0.2, 0.4, 0.6, 0.8 and, for the stochastic
// methods, b = m/5, m/10.
Attempt run_tuned(const RecoveryProblem& problem, const Method& method);

double distance(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace graphsparse::experiments
