// The paper's lemmas and theorem 1 as inequalities between numbers: every block, every sequence of
// blocks and every support of small problems (docs/theory.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>

#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/solver/diagnosis.hpp"
#include "graphsparse/structure/structure.hpp"
#include "solver/sampler.hpp"

namespace graphsparse {
namespace {

using Vector = std::vector<double>;

double norm(const Vector& v) {
  return std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0));
}

Vector difference(const Vector& a, const Vector& b) {
  Vector result(a.size());
  std::transform(a.begin(), a.end(), b.begin(), result.begin(), std::minus<>());
  return result;
}

// Three blocks of nearly orthogonal rows: the only kind of data for which theorem 1 says anything.
class Theory : public testing::TestWithParam<std::string_view> {
 protected:
  static constexpr NodeId kFeatures = 8;
  static constexpr std::int64_t kSparsity = 2;
  static constexpr std::int64_t kBlocks = 3;

  Theory() : loss_(find_loss(GetParam()).make()), rows_(kBlocks * kFeatures) {
    RandomStream stream(5, "theory test");
    const auto width = static_cast<std::size_t>(kFeatures);
    std::vector<double> entries;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      rows_[i] = static_cast<RowIndex>(i);
      for (std::size_t j = 0; j < width; ++j) {
        entries.push_back((i % width == j ? std::sqrt(8.0) : 0.0) + 0.002 * stream.normal());
      }
      const double z = entries[i * width] * truth_[0] + entries[i * width + 1] * truth_[1];
      const bool is_class = loss_->traits().response == Response::classes;
      target_.push_back(is_class ? (z + 0.1 * stream.normal() > 0.0 ? 1.0 : -1.0)
                                 : z + 0.01 * stream.normal());
    }
    design_ = std::make_unique<DenseMatrix<double>>(static_cast<RowIndex>(rows_.size()), kFeatures,
                                                    std::move(entries));
    // A logistic curvature is anything up to 1/4 of the design's: the penalty makes up for it.
    problem_ = {design_.get(), target_, loss_.get(), {}, GetParam() == "squares" ? 0.0 : 30.0,
                false};
    all_.resize(width);
    std::iota(all_.begin(), all_.end(), NodeId{0});
    measure_curvature();
  }

  static Point at(const Vector& x) {
    Point point(kFeatures);
    point.w = x;
    for (NodeId j = 0; j < kFeatures; ++j) {
      if (x[static_cast<std::size_t>(j)] != 0.0) point.support.push_back(j);
    }
    return point;
  }

  Vector gradient(Rows rows, const Vector& x) const {
    BlockObjective objective(problem_);
    const Point point = at(x);
    objective.move_to(rows, point);
    Vector result(x.size(), 0.0);
    design_->add_transposed(rows, objective.derivatives(), result);
    for (std::size_t j = 0; j < x.size(); ++j) result[j] += problem_.l2 * x[j];
    return result;
  }

  Rows block(std::int64_t index) const { return cut_block(rows_, kBlocks, index); }

  // Of all vectors, not of sparse ones alone: then it holds for those, too. The loss's curvature is
  // smallest far out and largest at 0.
  void measure_curvature() {
    Vector far(all_.size(), 0.0);
    far[0] = 3.0;
    curvature_.alpha = restricted_curvature(problem_, rows_, at(far), all_).alpha;
    for (std::int64_t index = 0; index < kBlocks; ++index) {
      const double beta = restricted_smoothness(problem_, block(index), Point(kFeatures), all_);
      curvature_.beta = std::max(curvature_.beta, beta);
    }
    if (GetParam() != "squares") curvature_.alpha = problem_.l2;  // corollary 2: lambda-RSC
  }

  // Sparse vectors as they come up in a run.
  std::vector<Vector> sparse_vectors() const {
    RandomStream stream(6, "theory test");
    std::vector<Vector> all;
    for (int i = 0; i < 20; ++i) {
      Vector x(all_.size(), 0.0);
      for (int k = 0; k < kSparsity; ++k) {
        x[static_cast<std::size_t>(stream.below(kFeatures))] = stream.normal();
      }
      all.push_back(std::move(x));
    }
    return all;
  }

  double noise() const {  // E|grad_I f_xi(x*)|
    return block_gradient_norm(problem_, rows_, at(x_star()), kFeatures, 4 * kSparsity);
  }
  Vector x_star() const { return {truth_[0], truth_[1], 0, 0, 0, 0, 0, 0}; }

  const std::array<double, 2> truth_ = {1.0, -0.5};
  std::unique_ptr<Loss> loss_;
  std::vector<RowIndex> rows_;
  std::vector<double> target_;
  std::unique_ptr<DesignMatrix> design_;
  Problem problem_;
  Support all_;
  RestrictedCurvature curvature_;
};

// Lemma 2 (co-coercivity) and lemma 3, on every block.
TEST_P(Theory, lemmas2And3HoldOnEveryBlock) {
  const std::vector<Vector> points = sparse_vectors();
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Vector step = difference(points[i], points[i - 1]);
    for (std::int64_t index = 0; index < kBlocks; ++index) {
      const Vector change =
          difference(gradient(block(index), points[i]), gradient(block(index), points[i - 1]));
      const double product = std::inner_product(step.begin(), step.end(), change.begin(), 0.0);
      EXPECT_LE(norm(change) * norm(change), curvature_.beta * product * (1.0 + 1e-9));
      EXPECT_LE(norm(change), curvature_.beta * norm(step) * (1.0 + 1e-9));
    }
    const Vector whole = difference(gradient(rows_, points[i]), gradient(rows_, points[i - 1]));
    EXPECT_GE(norm(whole), curvature_.alpha * norm(step) * (1.0 - 1e-9));
  }
}

// Lemma 4: one gradient step brings two points together, in the mean over the blocks.
TEST_P(Theory, lemma4HoldsInTheMeanOverBlocks) {
  const std::vector<Vector> points = sparse_vectors();
  for (const double share : {0.3, 1.0, 1.7}) {
    const double tau = share / curvature_.beta;
    const double bound = std::sqrt(curvature_.alpha * curvature_.beta * tau * tau -
                                   2.0 * curvature_.alpha * tau + 1.0);
    for (std::size_t i = 1; i < points.size(); ++i) {
      double mean = 0.0;
      for (std::int64_t index = 0; index < kBlocks; ++index) {
        Vector left = difference(points[i], points[i - 1]);
        const Vector change =
            difference(gradient(block(index), points[i]), gradient(block(index), points[i - 1]));
        for (std::size_t j = 0; j < left.size(); ++j) left[j] -= tau * change[j];
        mean += norm(left) / kBlocks;
      }
      EXPECT_LE(mean, bound * norm(difference(points[i], points[i - 1])) * (1.0 + 1e-9));
    }
  }
}

// Lemma 1: what the head of a block's gradient leaves out of x - x*.
TEST_P(Theory, lemma1BoundsWhatTheHeadLeavesOut) {
  const auto structure = make_sparse_structure(kFeatures, kSparsity);
  const Contraction constants = contraction(curvature_, 1.0 / curvature_.beta, 1.0, 1.0);
  ASSERT_GT(constants.alpha_0, 0.0);
  ASSERT_LT(constants.alpha_0, 1.0);
  const double missed = std::sqrt(1.0 - constants.alpha_0 * constants.alpha_0);
  const double sigma_1 = (constants.error_weight - 1.0 / curvature_.beta) * noise();
  for (const Vector& x : sparse_vectors()) {
    const Vector off = difference(x, x_star());
    double mean = 0.0;
    for (std::int64_t index = 0; index < kBlocks; ++index) {
      Vector outside = off;
      for (const NodeId j : structure->head(gradient(block(index), x))) {
        outside[static_cast<std::size_t>(j)] = 0.0;
      }
      mean += norm(outside) / kBlocks;
    }
    EXPECT_LE(mean, missed * norm(off) + sigma_1);
  }
}

// Theorem 1: algorithm 1 written out, for every sequence of three blocks.
TEST_P(Theory, theorem1BoundsTheMeanErrorOverAllSequences) {
  const auto structure = make_sparse_structure(kFeatures, kSparsity);
  const double eta = 1.0 / curvature_.beta;
  const Contraction constants = contraction(curvature_, eta, 1.0, 1.0);
  ASSERT_LT(constants.kappa, 1.0);
  const double error_term = constants.error_weight * noise() / (1.0 - constants.kappa);
  const Vector start(all_.size(), 0.0);
  std::vector<Vector> now = {start};
  for (int t = 1; t <= 3; ++t) {
    std::vector<Vector> next;
    for (const Vector& x : now) {
      for (std::int64_t index = 0; index < kBlocks; ++index) {
        const Vector slope = gradient(block(index), x);
        Vector moved = x;
        for (const NodeId j : structure->head(slope)) {
          moved[static_cast<std::size_t>(j)] -= eta * slope[static_cast<std::size_t>(j)];
        }
        Vector kept(x.size(), 0.0);
        for (const NodeId j : structure->tail(moved)) {
          kept[static_cast<std::size_t>(j)] = moved[static_cast<std::size_t>(j)];
        }
        next.push_back(std::move(kept));
      }
    }
    now = std::move(next);
    double mean = 0.0;
    for (const Vector& x : now) {
      mean += norm(difference(x, x_star())) / static_cast<double>(now.size());
    }
    EXPECT_LE(mean, std::pow(constants.kappa, t) * norm(x_star()) + error_term) << t;
  }
}

INSTANTIATE_TEST_SUITE_P(Losses, Theory, testing::Values("squares", "logistic"));

// Lemmas 5 and 6: a block of b rows of norm 1 rarely has an eigenvalue above (1 + nu) theta_max.
TEST(MatrixChernoff, lemma6BoundsHowOftenABlockIsSteep) {
  constexpr std::int64_t kFeatures = 6;
  constexpr std::int64_t kRows = 40;
  const std::vector<double> target(kRows, 0.0);
  const std::unique_ptr<Loss> loss = find_loss("squares").make();
  std::vector<RowIndex> rows(kRows);
  std::iota(rows.begin(), rows.end(), RowIndex{0});
  Support all(kFeatures);
  std::iota(all.begin(), all.end(), NodeId{0});
  const double theta_max = static_cast<double>(kRows) / kFeatures;  // rows in all directions alike
  for (const double nu : {1.0, 1.5, 2.0}) {
    int steep = 0;
    constexpr int kDraws = 300;
    for (int draw = 0; draw < kDraws; ++draw) {
      RandomStream stream(7, "chernoff", static_cast<std::uint64_t>(draw));
      std::vector<double> entries;
      for (std::int64_t i = 0; i < kRows; ++i) {
        Vector row(kFeatures);
        for (double& entry : row) entry = stream.normal();
        const double length = norm(row);
        for (const double entry : row) entries.push_back(entry / length);
      }
      const DenseMatrix<double> design(kRows, kFeatures, std::move(entries));
      const Problem problem{&design, target, loss.get(), {}, 0.0, false};
      const double largest = kRows * restricted_smoothness(problem, rows, Point(kFeatures), all);
      if (largest >= (1.0 + nu) * theta_max) ++steep;
    }
    EXPECT_LE(steep, kDraws * std::min(1.0, kFeatures * std::exp(-theta_max * nu / 4.0))) << nu;
  }
}

}  // namespace
}  // namespace graphsparse
