// Under noise several supports explain the data about equally well, and the one that fits best is
// often not the true one. The support of the average of their fits, weighted by likelihood and cut
// back to the model, is nearer to the truth (docs/notes/solvers.md).
#pragma once

#include <vector>

#include "graphsparse/core/random.hpp"
#include "graphsparse/objective/problem.hpp"
#include "graphsparse/solver/options.hpp"
#include "graphsparse/structure/structure.hpp"

namespace graphsparse {

class SupportAverage {
 public:
  // Remembers the point if it is among the best with distinct supports.
  void offer(const Point& point, double objective);

  // Moves the point to the average. `rows` is the number of rows behind the objective, and
  // `scale` what rows * objective is divided by to give a log-likelihood.
  void combine(Structure& structure, double rows, double scale, Point& point) const;

  std::size_t size() const { return fits_.size(); }
  double best_objective() const { return fits_.front().objective; }

 private:
  struct Fit {
    Support support;
    std::vector<double> values;
    double intercept = 0.0;
    double objective = 0.0;
  };

  std::vector<Fit> fits_;  // best first
};

// Where a restart begins.

// The minimum on a support drawn at random: the tail projection of the slopes at the best model
// without features, each times a random factor.
Point draw_restart_point(const Problem& problem, Rows rows, Structure& structure,
                         RandomStream& stream);

// What a run returns for what it found.

// The point found, fitted on its support by solvers that refit; but where the start (cut back to
// the model, and fitted too) or the best model without features is better, that one. Options that
// ask for the last point get it. `start` may be null; `found_penalty` is the l2 it was found with.
Point final_point(const Problem& problem, Rows rows, Structure& structure,
                  const SolverOptions& options, const Point* start, double found_penalty,
                  Point found);

// The minimum on the support of a point, from there.
Point fit_on_support(const Problem& problem, Rows rows, Point point);

}  // namespace graphsparse
