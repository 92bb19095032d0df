// Exchanges single features of a support for others as long as that lowers the objective: the last
// stage of a search, after abess (Zhu et al. 2020), within the supports that a structure allows.
#pragma once

#include <Eigen/Dense>
#include <memory>
#include <span>
#include <vector>

#include "data/row_tree.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/objective/problem.hpp"
#include "graphsparse/structure/structure.hpp"
#include "solver/support_average.hpp"
#include "solver/support_fit.hpp"

namespace graphsparse {

class Splicing {
 public:
  // The rows and the problem must outlive it.
  Splicing(const Problem& problem, Rows rows, std::unique_ptr<ExchangeRule> rule);

  // Takes a minimum on an allowed support to one that no exchange it tries improves. Returns the
  // number of exchanges.
  std::int64_t improve(Point& point);

  // Moves to another support near by, at random; its coefficients are not fitted.
  void perturb(Point& point, Structure& structure, RandomStream& stream);

  double value_at(const Point& point);

  // Multiply-adds so far, about.
  double work() const { return work_; }

 private:
  // One feature for another, and by how much a quadratic model of the objective falls by it.
  struct Exchange {
    NodeId leaving = kNoNode;
    NodeId entering = kNoNode;
    double decrease = 0.0;
  };

  bool improve_once(Point& point);
  void expand(const Point& point);
  void load_columns(std::span<const NodeId> features, bool ones, Eigen::MatrixXd& columns) const;
  Eigen::MatrixXd inner_products(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) const;
  std::vector<double> square_norms(const Eigen::MatrixXd& columns) const;
  void choose_candidates();
  void load_candidate_columns();
  void rank_exchanges(const Point& point);
  void rank_for(std::size_t candidate, const Point& point);
  bool take_best(Point& point);
  bool try_exchange(const Exchange& exchange, const Point& point);

  const Problem& problem_;
  Rows rows_;
  std::unique_ptr<ExchangeRule> rule_;
  BlockObjective objective_;
  SharedRows spread_;
  SupportFit fit_;
  bool is_quadratic_;

  double value_ = 0.0;            // at the point that is to be improved
  std::vector<double> gradient_;  // of the rule's candidates
  std::vector<double> squares_;   // mean squares of all columns
  std::vector<NodeId> entering_;  // the most promising candidates, and their slopes
  std::vector<double> slopes_;
  Eigen::VectorXd root_curvature_;  // by row
  Eigen::MatrixXd columns_;         // of the support and the intercept, times the roots, here
  Eigen::MatrixXd entering_columns_;
  std::vector<double> entering_squares_;
  Eigen::MatrixXd inverse_;   // of the Hessian on the support
  Eigen::MatrixXd products_;  // of the support's columns with those of candidates
  Eigen::MatrixXd reach_;     // inverse times products
  std::vector<Exchange> ranked_;
  std::vector<double> worth_;  // of every feature, for a perturbation
  Point trial_;
  Point best_;
  double best_value_ = 0.0;
  double work_ = 0.0;
};

// Splices a point found by a solver, then again from supports near by as long as that leads to
// better ones every now and then. Does nothing for structures without exchanges, and where a round
// would cost too much. Where `seen` is not null it is offered every support that ended so.
void splice(const Problem& problem, Rows rows, Structure& structure, std::uint64_t seed,
            Point& point, SupportAverage* seen = nullptr);

}  // namespace graphsparse
