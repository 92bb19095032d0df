// The training rows as a problem of their own: in a chosen order, standardised by themselves,
// weighted by their own classes.
#pragma once

#include <memory>
#include <vector>

#include "graphsparse/selection/solver_learner.hpp"

namespace graphsparse {

class TrainingPart {
 public:
  TrainingPart(const TrainingSet& training, const SolverLearnerOptions& options);
  TrainingPart(const TrainingPart&) = delete;
  TrainingPart& operator=(const TrainingPart&) = delete;

  RowIndex rows() const { return problem_.design->rows(); }
  Problem problem(double l2) const;
  const std::shared_ptr<const Standardization>& standardization() const { return standardization_; }

 private:
  void make_design(const TrainingSet& training, std::vector<RowIndex> order, bool standardize);

  std::unique_ptr<Loss> loss_;
  std::shared_ptr<const Standardization> standardization_;
  std::unique_ptr<DesignMatrix> view_;
  std::unique_ptr<DesignMatrix> design_;
  std::vector<double> target_;
  std::vector<double> weights_;
  Problem problem_;
};

}  // namespace graphsparse
