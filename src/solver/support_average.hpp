// Under noise several supports explain the data about equally well, and the one that fits best is
// often not the true one. The support of the average of their fits, weighted by likelihood and cut
// back to the model, is nearer to the truth (docs/notes/solvers.md).
#pragma once

#include <vector>

#include "graphsparse/objective/problem.hpp"
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

}  // namespace graphsparse
