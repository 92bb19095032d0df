// Under noise several supports explain the data about equally well, and the one that fits best is
// often not the true one. The average of their fits, weighted by likelihood, is nearer to the truth
// (docs/notes/solvers.md); it has too many features, so that a point of the model stands for it.
#pragma once

#include <vector>

#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/objective/problem.hpp"
#include "graphsparse/solver/solver.hpp"
#include "graphsparse/structure/structure.hpp"

namespace graphsparse {

class SupportAverage {
 public:
  // Remembers the point if it is among the best with distinct supports.
  void offer(const Point& point, double objective);
  // The same for all that another run of the same search has remembered.
  void offer_all(const SupportAverage& other);

  // Moves the point to the average, cut back to the model. `rows` is the number of rows behind the
  // objective, and `scale` what rows * objective is divided by to give a log-likelihood.
  void combine(Structure& structure, double rows, double scale, Point& point) const;
  // Moves the point to the fit that is nearest to the average: of all fits it has the smallest
  // expected error.
  void choose_central(double rows, double scale, Point& point) const;

  std::size_t size() const { return fits_.size(); }
  double best_objective() const { return fits_.front().objective; }

 private:
  struct Fit {
    Support support;
    std::vector<double> values;
    double intercept = 0.0;
    double objective = 0.0;
  };

  // Whether a fit of this objective belongs to the best; one on the same support then is gone.
  bool makes_room(const Support& support, double objective);
  void insert(Fit fit);
  // The weighted average of all, with an intercept.
  Point average(std::size_t features, double rows, double scale) const;

  std::vector<Fit> fits_;  // best first
};

// The `scale` of a combination. Labels and counts need none; a measurement's is the noise's
// variance, which the residuals of the best fit tell, or for other losses than squares that of a
// quasi-likelihood. `at_best` was moved to the best fit, where the objective has this value;
// `freedom` is the number of rows less that of features.
double likelihood_scale(const Loss& loss, BlockObjective& at_best, double objective,
                        double freedom);

// solve(), which also tells what supports it saw if it averages.
Result solve(const Problem& problem, Structure& structure, const SolverOptions& options,
             const Point* start, const Observer& observer, SupportAverage& seen);

}  // namespace graphsparse
