// What the theory promises of a run, next to what the run did: restricted convexity and smoothness
// on the supports visited, and the contraction factor of the paper's theorem 1.
#pragma once

#include <cstdint>
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

// The contraction factor kappa of theorem 1, the free parameter tau chosen best. `eta` is the step,
// c_head at most 1, c_tail at least 1. Where nothing is promised it is 1 or more.
double contraction_factor(const RestrictedCurvature& curvature, double eta, double c_head,
                          double c_tail);

// Table 1: both for c_head -> 1, as functions of delta; GraphIHT's is Hegde, Indyk and Schmidt's.
double graph_iht_factor(double delta, double c_tail);
double graph_sto_iht_factor(double delta, double c_tail);

// The delta up to which a factor that grows with delta stays below 1.
double largest_delta(double (*factor)(double delta, double c_tail), double c_tail);

struct Diagnosis {
  RestrictedCurvature curvature;  // smallest alpha and largest beta over the supports looked at
  std::int64_t supports = 0;      // how many those were
  double kappa = 0.0;             // for eta = 1/beta, c_head = c_tail = 1
  double observed_rate = 0.0;     // factor by which the distance to the end shrank each epoch
};

// Looks over a solver's shoulder: give `observer()` to solve(), then ask.
class RunDiagnosis {
 public:
  RunDiagnosis(const Problem& problem, std::int64_t supports_at_most = 20);

  // Calls `next` too where there is one.
  Observer observer(Observer next = {});

  // `end`: where the run arrived; it counts as one of the supports.
  Diagnosis diagnose(const Point& end) const;

 private:
  const Problem& problem_;
  std::size_t most_;
  std::vector<Point> visited_;  // the last ones, one per epoch
};

}  // namespace graphsparse
