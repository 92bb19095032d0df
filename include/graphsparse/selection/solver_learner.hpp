// The solvers of the table as learners.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/objective/loss.hpp"
#include "graphsparse/selection/learner.hpp"
#include "graphsparse/solver/solver.hpp"
#include "graphsparse/structure/structure.hpp"

namespace graphsparse {

// How training rows are ordered before blocks are cut from them. Without classes (another loss than
// the logistic one) each means as_given.
enum class RowOrder {
  as_given,
  // Classes evenly mixed, shuffled within: every block of a few rows has both.
  stratified,
  // All of +1 first, as the authors' lists have it: of two blocks, one may hold a single class.
  classes_apart,
};

enum class ClassWeights {
  none,
  balanced,  // both classes have the same sum, mean 1
  authors,   // the share of the other class, about half as large
};

struct SolverLearnerOptions {
  // The parts and the structure of one solver; both may be changed afterwards.
  explicit SolverLearnerOptions(const SolverChoice& choice = resolve_solver(kDefaultSolver))
      : parts(choice.row.options), structure(choice.structure) {}

  SolverOptions parts;
  StructureKind structure;
  std::string loss{kDefaultLoss};
  LossOptions loss_options;
  bool intercept = true;
  bool standardize = false;  // means and deviations of the training rows alone
  ClassWeights class_weights = ClassWeights::none;
  RowOrder row_order = RowOrder::stratified;
  // Settings that differ in sparsity alone are fitted from the smallest up, each from the one
  // before.
  bool warm_start = false;

  // What a setting does not name.
  GraphStructureOptions model;  // sparsity, slack, components; the rest for all settings
  double l2 = 0.0;
  const Graph* graph = nullptr;      // where the structure needs one; must outlive the learner
  std::vector<std::int32_t> groups;  // where the structure needs them
};

// What a grid may name: sparsity, l2, blocks (how many are cut from the training rows; 1 for
// solvers that take all rows anyway), block-size, slack, components, step, max-epochs, tolerance.
std::span<const std::string_view> solver_setting_names();

// The authors' program for classes: their loss, intercept and line search, 40 epochs and the last
// point, blocks of the rows as their lists have them. With the projection `bisection` (and a slack
// of 0.1) also their head; with another one, none.
SolverLearnerOptions as_published(SolverLearnerOptions options);

// Throws InputError where the parts do not fit together.
std::unique_ptr<Learner> make_solver_learner(SolverLearnerOptions options);

}  // namespace graphsparse
