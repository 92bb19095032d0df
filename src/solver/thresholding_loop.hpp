// A point that a step might lead to: tail(x - t g). Step policies may look at several before one is
// accepted.
#pragma once

#include <span>
#include <vector>

#include "graphsparse/objective/problem.hpp"
#include "graphsparse/structure/structure.hpp"
#include "solver/gradient.hpp"

namespace graphsparse {

class ProjectedStep {
 public:
  explicit ProjectedStep(Structure& structure) : structure_(structure) {}

  // Does nothing if this step was the last one made since forget().
  void make(const Point& from, const Gradient& gradient, double step);
  void forget() { is_made_ = false; }

  const Support& support() const { return support_; }

  // The difference to the point it was made from, entry by entry where either may be nonzero.
  SparseView difference(const Point& from);

  // Moves the point there; the intercept stays.
  void accept(Point& point);
  // Moves only the support there: features that stay keep their coefficients, new ones have 0.
  void accept_support(Point& point);

 private:
  const Support& tail_of_scaled(double largest);

  Structure& structure_;
  std::vector<double> shifted_;
  std::vector<double> scaled_;
  Support support_;
  double step_ = 0.0;
  bool is_made_ = false;
  std::vector<NodeId> indices_;
  std::vector<double> values_;
};

}  // namespace graphsparse
