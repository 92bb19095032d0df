#include "solver/intercept.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <vector>

#include "graphsparse/data/dense_matrix.hpp"
#include "support/planted.hpp"

namespace graphsparse {
namespace {

class CountedProducts final : public DesignMatrix {
 public:
  explicit CountedProducts(const DesignMatrix& whole) : whole_(whole) {}

  RowIndex rows() const override { return whole_.rows(); }
  NodeId columns() const override { return whole_.columns(); }
  void multiply(Rows rows, SparseView w, Output products) const override {
    ++products_;
    whole_.multiply(rows, w, products);
  }
  void add_transposed(Rows rows, Input factors, Output sums) const override {
    whole_.add_transposed(rows, factors, sums);
  }
  void gather(Rows rows, Columns columns, Output column_major) const override {
    whole_.gather(rows, columns, column_major);
  }

  int products() const { return products_; }

 private:
  const DesignMatrix& whole_;
  mutable int products_ = 0;
};

Point point_of(NodeId features) {
  Point point(features);
  point.support = {3, 100, 101};
  for (const NodeId feature : point.support) point.w[feature] = 0.01 * (feature + 1);
  return point;
}

TEST(Intercept, isFittedByOneProductWithTheData) {
  for (const char* const name : {"logistic", "poisson"}) {
    const PlantedProblem planted = PlantedProblem::logistic(5, 30);
    Problem problem = planted.problem(true);
    const CountedProducts counted(*problem.design);
    problem.design = &counted;
    const auto loss = find_loss(name).make();
    problem.loss = loss.get();
    std::vector<double> target(30);
    for (std::size_t k = 0; k < target.size(); ++k) target[k] = k % 3 == 0 ? -1.0 : 1.0;
    if (loss->traits().response == Response::counts) {
      for (double& value : target) value += 1.0;
    }
    problem.target = target;

    const std::vector<RowIndex> rows = all_rows(30);
    Point point = point_of(problem.features());
    BlockObjective all(problem);
    fit_intercept(problem, rows, all, point);
    EXPECT_EQ(counted.products(), 1) << name;
    const auto slopes = all.derivatives();
    EXPECT_NEAR(std::accumulate(slopes.begin(), slopes.end(), 0.0), 0.0, 1e-10) << name;
  }
}

TEST(Intercept, movesPredictorsAsTheWholePointDoes) {
  const PlantedProblem planted = PlantedProblem::logistic(5, 30);
  const Problem problem = planted.problem(true);
  const std::vector<RowIndex> rows = all_rows(30);
  Point point = point_of(problem.features());
  BlockObjective moved(problem);
  moved.move_to(rows, point);
  point.intercept = 0.3;
  moved.move_intercept(point.intercept);
  BlockObjective anew(problem);
  anew.move_to(rows, point);
  EXPECT_EQ(std::vector<double>(moved.predictors().begin(), moved.predictors().end()),
            std::vector<double>(anew.predictors().begin(), anew.predictors().end()));
}

}  // namespace
}  // namespace graphsparse
