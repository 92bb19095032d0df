// What the theory promises of a run, next to what the run did: restricted convexity and smoothness
// on the supports visited, the contraction factor and the error term of the paper's theorem 1, and
// the condition of its corollary 2 for two classes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graphsparse/objective/problem.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse {

// The smallest and largest curvature of the objective along vectors with a given support.
struct RestrictedCurvature {
  double alpha = 0.0;  // restricted strong convexity
  double beta = 0.0;   // restricted strong smoothness

  double mu() const { return beta > 0.0 ? alpha / beta : 0.0; }
  // With alpha = 1 - delta and beta = 1 + delta up to a common scale.
  double delta() const { return (1.0 - mu()) / (1.0 + mu()); }
};

// At the point's coefficients, over the rows given, by power iterations on the support's columns.
RestrictedCurvature restricted_curvature(const Problem& problem, std::span<const RowIndex> rows,
                                         const Point& at, const Support& support);

// The largest alone.
double restricted_smoothness(const Problem& problem, std::span<const RowIndex> rows,
                             const Point& at, const Support& support);

// The constants of lemma 1 and theorem 1, the free parameter tau chosen where alpha_0 is largest.
struct Contraction {
  double tau = 0.0;
  double alpha_0 = 0.0;
  double beta_0 = 0.0;
  double kappa = 0.0;  // where nothing is promised it is 1 or more
  // sigma_2 over E|grad_I f_xi(x*)|; infinite where alpha_0 is 0 or 1.
  double error_weight = 0.0;
};

// `eta` is the step, c_head at most 1, c_tail at least 1.
Contraction contraction(const RestrictedCurvature& curvature, double eta, double c_head,
                        double c_tail);
// Its kappa.
double contraction_factor(const RestrictedCurvature& curvature, double eta, double c_head,
                          double c_tail);

// Table 1: both for c_head -> 1, as functions of delta; GraphIHT's is Hegde, Indyk and Schmidt's.
double graph_iht_factor(double delta, double c_tail);
double graph_sto_iht_factor(double delta, double c_tail);

// The delta up to which a factor that grows with delta stays below 1.
double largest_delta(double (*factor)(double delta, double c_tail), double c_tail);

// E|grad_I f_xi(x*)|, or a little more: the mean over blocks of the norm of a block gradient's
// `features` largest entries, as no support I of so many features has a larger one.
double block_gradient_norm(const Problem& problem, std::span<const RowIndex> rows, const Point& at,
                           std::int64_t block_size, std::int64_t features);

// Corollary 2: when theorem 1 holds for two classes, with rows scaled to norm 1.
struct ClassCondition {
  double theta_max = 0.0;  // largest eigenvalue of the expected sum of a a' over a block
  double nu = 0.0;         // the smallest of at least 1 with p exp(-theta_max nu / 4) <= 0.05
  double mu = 0.0;         // l2 / (l2 + n (1 + nu) theta_max / (4 m))
  double least_l2 = 0.0;   // from which on the condition holds

  bool holds() const;
};

// The mu that the condition asks for.
inline constexpr double kSufficientMu = 243.0 / 250.0;

// Nothing for losses without classes or without a bound on their curvature.
std::optional<ClassCondition> class_condition(const Problem& problem,
                                              std::span<const RowIndex> rows,
                                              std::int64_t block_size);

struct Diagnosis {
  // Smallest alpha of the objective and largest beta of a block over the supports looked at.
  RestrictedCurvature curvature;
  std::int64_t supports = 0;         // how many those were
  double kappa = 0.0;                // for eta = 1/beta, c_head = c_tail = 1
  double observed_rate = 0.0;        // factor by which the distance to the end shrank each epoch
  double gradient_norm = 0.0;        // E|grad_I f_xi| at the end, which stands for x*
  double sigma_2 = 0.0;              // theorem 1's; infinite where nothing is promised
  std::optional<double> error_term;  // sigma_2 / (1 - kappa), where kappa < 1
  std::optional<ClassCondition> classes;
};

// Keeps points of a run: give `observer()` to solve(), then call diagnose().
class RunDiagnosis {
 public:
  RunDiagnosis(const Problem& problem, std::int64_t supports_at_most = 20);

  // Calls `next` too where there is one.
  Observer observer(Observer next = {});

  // `end`: where the run arrived; it counts as one of the supports. Blocks of so many rows (0: all
  // rows), supports of so many features.
  Diagnosis diagnose(const Point& end, std::int64_t block_size = 0,
                     std::int64_t sparsity = 0) const;

 private:
  RestrictedCurvature curvature_of(std::span<const RowIndex> rows, std::int64_t block_size,
                                   const Point& at, const Support& support) const;

  const Problem& problem_;
  std::size_t most_;
  std::vector<Point> visited_;  // the last ones, one per epoch
};

}  // namespace graphsparse
