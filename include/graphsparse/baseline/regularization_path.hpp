// Leaves out, before a fit, features that hardly vary with the label.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "graphsparse/baseline/latent_groups.hpp"
#include "graphsparse/objective/problem.hpp"

namespace graphsparse {

// The `count` of the candidates whose absolute correlation with the target is largest over the
// problem's used rows; ties go to the smaller number. Rows weigh the same, whatever their weights.
Support most_correlated_features(const Problem& problem, const Support& candidates,
                                 std::int64_t count);

// Logistic regression with the lasso or the latent overlapping group lasso, along a whole path of
// penalties: the convex methods the paper compares with. docs/baselines.md tells how.

struct PathOptions {
  // Penalties in decreasing order. Empty: `count` of them from the largest that matters down to
  // `lowest_ratio` times that, in equal ratios.
  std::vector<double> lambdas;
  std::int64_t count = 100;
  double lowest_ratio = 0.01;  // below that the classes of wide data are separated anyway

  double tolerance = 1e-6;             // of the duality gap, relative to the objective
  std::int64_t max_iterations = 1000;  // Newton steps a penalty

  // Asked before each Newton step; true ends the path at the point reached. May be empty.
  std::function<bool()> cancelled;
};

struct PathPoint {
  double lambda = 0.0;
  Point x;  // of the features; the group lasso's v_g are added up
  double objective = 0.0;
  double gap = 0.0;                 // (objective - dual bound) / objective
  std::vector<std::size_t> groups;  // those with a vector that is not zero
  std::int64_t iterations = 0;      // Newton steps
  std::int64_t sweeps = 0;          // passes of block coordinate descent over the active groups
  bool converged = false;           // the gap is within the tolerance

  std::int64_t nonzeros() const { return static_cast<std::int64_t>(x.support.size()); }
};

struct RegularizationPath {
  double lambda_max = 0.0;        // the least penalty whose solution is zero
  std::vector<PathPoint> points;  // one a penalty; fewer where the path was cancelled, and the last
                                  // of these need not be a solution
};

// Minimizes (1/m) sum_i weight_i log(1 + exp(-y_i z_i)) + lambda * penalty(w), z = A w + c, for
// each lambda, each solution starting from the one before. The problem's target holds -1 and +1,
// its loss must be the logistic one (or null) and its l2 zero. Throws InputError for sizes and
// numbers that make no sense.
RegularizationPath follow_path(const Problem& problem, const LatentGroups& groups,
                               const PathOptions& options = {});

// What makes the solution zero: at this penalty it is, below it is not.
double largest_lambda(const Problem& problem, const LatentGroups& groups);

// `count` penalties from `high` down to `low`, in equal ratios.
std::vector<double> geometric_lambdas(double high, double low, std::int64_t count);

// The convex baselines by name: what `--solver` accepts beside the solvers of the table in solver/.

struct BaselineRow {
  std::string_view name;
  std::string_view summary;
  std::string_view loss;
  bool has_groups;  // groups are penalized together; else features one by one
};

std::span<const BaselineRow> baseline_table();

// Null where no baseline has that name.
const BaselineRow* find_baseline(std::string_view name);

}  // namespace graphsparse
