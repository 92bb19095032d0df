// Approximate message passing with a prior that the structure spreads (nearest-neighbour sparsity
// pattern learning, Meng et al. 2016): posterior means and inclusion probabilities of all features
// at once, without a projection. docs/solvers.md has the equations.
#pragma once

#include <span>
#include <vector>

#include "graphsparse/objective/problem.hpp"
#include "graphsparse/structure/structure.hpp"

namespace graphsparse {

// Coefficients are normal with variance tau where a feature is selected and zero elsewhere. Losses
// other than squares are replaced by their quadratic models at the present predictors. Where the
// problem has an intercept, columns are centred.
class MessagePassing {
 public:
  // The problem, the rows and the structure must outlive it.
  MessagePassing(const Problem& problem, Rows rows, const Structure& structure);

  // From the start's coefficients (null: from none), each step taken only by 1 - damping.
  void begin(const Point* start, double damping);
  void iterate();

  std::span<const double> probability() const { return probability_; }
  std::span<const double> mean() const { return mean_; }
  // Relative, of the last iteration; not finite where the messages diverge.
  double change() const { return change_; }

 private:
  void measure_columns();
  void begin_at_constant();
  void predict();
  void weigh_rows();
  void update_features();
  void update_dispersion();
  void spread_prior();

  const Problem& problem_;
  Rows rows_;
  const Structure& structure_;
  double count_;         // of rows
  bool has_dispersion_;  // numbers have a noise of unknown size; labels and counts have not
  std::vector<double> target_;
  std::vector<double> weights_;  // empty: ones
  std::vector<NodeId> features_;

  std::vector<double> center_;   // of the columns; zero without an intercept
  std::vector<double> squares_;  // mean squares of the centred columns
  std::vector<double> mean_;
  std::vector<double> variance_;
  std::vector<double> probability_;
  std::vector<double> prior_;
  std::vector<double> sums_;  // of the columns with the rows' messages

  std::vector<double> predictor_;
  std::vector<double> slope_;
  std::vector<double> curvature_;
  std::vector<double> message_;  // of each row: minus its slope over its variance
  double predictor_variance_ = 0.0;
  double precision_ = 0.0;  // mean over the rows
  double intercept_ = 0.0;
  double dispersion_ = 1.0;
  double smallest_dispersion_ = 0.0;
  double tau_ = 1.0;
  double damping_ = 0.0;
  double change_ = 0.0;
  bool is_first_ = true;
};

}  // namespace graphsparse
