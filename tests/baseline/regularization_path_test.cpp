#include "graphsparse/baseline/regularization_path.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/graph/builders.hpp"

namespace graphsparse {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;

// Normal features, labels from a few of them.
struct Sample {
  Sample(RowIndex rows, NodeId features, std::uint64_t trial = 0) {
    RandomStream stream(11, "baseline", trial);
    PlantedSignal signal;
    signal.values.assign(static_cast<std::size_t>(features), 0.0);
    for (NodeId j = 0; j < std::min<NodeId>(features, 5); ++j) {
      signal.support.push_back(j);
      signal.values[static_cast<std::size_t>(j)] = j % 2 == 0 ? 1.5 : -1.0;
    }
    Measurements seen = measure_logistic(signal, rows, 0.5, stream);
    values = seen.design;
    target = std::move(seen.target);
    design = std::make_unique<DenseMatrix<double>>(rows, features, std::move(seen.design));
  }

  Problem problem() const {
    Problem result;
    result.design = design.get();
    result.target = target;
    return result;
  }

  std::vector<double> values;  // row-major
  std::vector<double> target;
  std::unique_ptr<DesignMatrix> design;
};

// Written anew, apart from the code under test.
struct Check {
  std::vector<double> negative_gradient;  // of the mean loss, one per feature
  double intercept_slope = 0.0;
  double loss = 0.0;

  Check(const Problem& problem, const Point& x) {
    const NodeId p = problem.features();
    negative_gradient.assign(static_cast<std::size_t>(p), 0.0);
    const auto rows = used_rows(problem);
    std::vector<NodeId> all(static_cast<std::size_t>(p));
    std::iota(all.begin(), all.end(), 0);
    std::vector<double> a(all.size());
    for (const RowIndex row : rows) {
      problem.design->gather({&row, 1}, all, a);
      const double z = std::inner_product(a.begin(), a.end(), x.w.begin(), x.intercept);
      const double y = problem.target[static_cast<std::size_t>(row)];
      const double share = problem.weight(row) / static_cast<double>(rows.size());
      const double pull = share * y / (1.0 + std::exp(y * z));
      loss += share * std::log1p(std::exp(-y * z));
      intercept_slope += pull;
      for (std::size_t j = 0; j < a.size(); ++j) negative_gradient[j] += pull * a[j];
    }
  }
};

double norm_over(const std::vector<double>& values, std::span<const NodeId> members) {
  double squares = 0.0;
  for (const NodeId j : members) {
    squares += values[static_cast<std::size_t>(j)] * values[static_cast<std::size_t>(j)];
  }
  return std::sqrt(squares);
}

// The conditions of optimality for groups that do not overlap.
void expect_optimal(const Problem& problem, const LatentGroups& groups, const PathPoint& point,
                    double accuracy) {
  const Check check(problem, point.x);
  if (problem.intercept) {
    EXPECT_NEAR(check.intercept_slope, 0.0, accuracy * point.lambda);
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const double bound = point.lambda * groups.weight(g);
    const double length = norm_over(point.x.w, groups.members(g));
    if (length == 0.0) {
      EXPECT_LE(norm_over(check.negative_gradient, groups.members(g)), bound * (1 + accuracy));
      continue;
    }
    for (const NodeId j : groups.members(g)) {
      EXPECT_NEAR(check.negative_gradient[static_cast<std::size_t>(j)],
                  bound * point.x.w[static_cast<std::size_t>(j)] / length, bound * accuracy);
    }
  }
}

LatentGroups blocks_of(NodeId features, NodeId size) {
  LatentGroups groups;
  for (NodeId first = 0; first < features; first += size) {
    std::vector<NodeId> members;
    for (NodeId j = first; j < std::min<NodeId>(first + size, features); ++j) members.push_back(j);
    groups.add(members);
  }
  return groups;
}

PathOptions tight() {
  PathOptions options;
  options.tolerance = 1e-10;
  options.count = 20;
  options.lowest_ratio = 0.02;
  return options;
}

TEST(RegularizationPath, isZeroExactlyAtTheLargestPenaltyAndNotJustBelow) {
  const Sample sample(50, 36);
  const Graph grid = make_grid(6, 6);
  for (const LatentGroups& groups :
       {singleton_groups(NodeId{36}), edge_groups(grid), blocks_of(36, 7)}) {
    const double largest = largest_lambda(sample.problem(), groups);
    PathOptions options;
    options.lambdas = {2 * largest, largest, largest * (1 - 1e-6)};
    const RegularizationPath path = follow_path(sample.problem(), groups, options);
    EXPECT_EQ(path.lambda_max, largest);
    ASSERT_THAT(path.points, SizeIs(3));
    EXPECT_THAT(path.points[0].x.support, SizeIs(0));
    EXPECT_THAT(path.points[1].x.support, SizeIs(0));
    EXPECT_GT(path.points[2].nonzeros(), 0);
    for (const PathPoint& point : path.points) EXPECT_TRUE(point.converged);
  }
}

TEST(RegularizationPath, gapIsWithinTheToleranceAllAlong) {
  const Sample sample(60, 200);
  const Graph grid = make_grid(20, 10);
  for (const LatentGroups& groups :
       {singleton_groups(NodeId{200}), edge_groups(grid), blocks_of(200, 70)}) {
    const RegularizationPath path = follow_path(sample.problem(), groups);
    ASSERT_THAT(path.points, SizeIs(100));
    EXPECT_EQ(path.points.front().lambda, path.lambda_max);
    EXPECT_NEAR(path.points.back().lambda, 0.01 * path.lambda_max, 1e-12);
    for (const PathPoint& point : path.points) {
      EXPECT_TRUE(point.converged) << point.lambda;
      EXPECT_LE(point.gap, 1e-6);
    }
    EXPECT_GT(path.points.back().nonzeros(), path.points[10].nonzeros());
  }
}

TEST(RegularizationPath, gapBoundsTheDistanceToTheOptimum) {
  const Sample sample(40, 30);
  const Graph grid = make_grid(6, 5);
  PathOptions loose;
  loose.tolerance = 1e-2;
  loose.count = 15;
  PathOptions fine = loose;
  fine.tolerance = 1e-9;
  for (const LatentGroups& groups : {singleton_groups(NodeId{30}), edge_groups(grid)}) {
    const RegularizationPath rough = follow_path(sample.problem(), groups, loose);
    const RegularizationPath exact = follow_path(sample.problem(), groups, fine);
    for (std::size_t k = 0; k < rough.points.size(); ++k) {
      const double excess = rough.points[k].objective - exact.points[k].objective;
      EXPECT_GE(excess, -1e-9);
      EXPECT_LE(excess, rough.points[k].gap * rough.points[k].objective + 1e-12);
    }
  }
}

TEST(RegularizationPath, lassoSatisfiesItsOptimalityConditions) {
  for (const std::uint64_t trial : {0U, 1U, 2U}) {
    const Sample sample(40, 100, trial);
    const LatentGroups groups = singleton_groups(NodeId{100});
    for (const PathPoint& point : follow_path(sample.problem(), groups, tight()).points) {
      EXPECT_TRUE(point.converged);
      expect_optimal(sample.problem(), groups, point, 1e-4);
    }
  }
}

TEST(RegularizationPath, disjointGroupsSatisfyTheirOptimalityConditions) {
  const Sample sample(40, 120);
  // Pairs, groups of some features, and groups of more features than there are samples.
  for (const NodeId size : {2, 7, 60}) {
    const LatentGroups groups = blocks_of(120, size);
    for (const PathPoint& point : follow_path(sample.problem(), groups, tight()).points) {
      expect_optimal(sample.problem(), groups, point, 1e-3);
    }
  }
}

TEST(RegularizationPath, singletonGroupsAreTheLasso) {
  const Sample sample(50, 40);
  const LatentGroups groups = blocks_of(40, 1);
  const RegularizationPath grouped = follow_path(sample.problem(), groups, tight());
  const RegularizationPath lasso =
      follow_path(sample.problem(), singleton_groups(NodeId{40}), tight());
  ASSERT_EQ(grouped.points.size(), lasso.points.size());
  for (std::size_t k = 0; k < lasso.points.size(); ++k) {
    EXPECT_EQ(grouped.points[k].x.support, lasso.points[k].x.support);
    for (std::size_t j = 0; j < 40; ++j) {
      EXPECT_NEAR(grouped.points[k].x.w[j], lasso.points[k].x.w[j], 1e-9);
    }
  }
}

TEST(RegularizationPath, overlappingGroupsEqualDisjointOnesOfCopiedColumns) {
  constexpr RowIndex kRows = 45;
  constexpr NodeId kFeatures = 12;
  const Sample sample(kRows, kFeatures);
  const LatentGroups groups = edge_groups(make_grid(4, 3));

  std::vector<NodeId> source;
  LatentGroups disjoint;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::vector<NodeId> copies;
    for (const NodeId j : groups.members(g)) {
      copies.push_back(static_cast<NodeId>(source.size()));
      source.push_back(j);
    }
    disjoint.add(copies);
  }
  std::vector<double> copied;
  for (RowIndex row = 0; row < kRows; ++row) {
    for (const NodeId j : source) {
      copied.push_back(sample.values[static_cast<std::size_t>(row * kFeatures + j)]);
    }
  }
  const DenseMatrix<double> wide(kRows, static_cast<NodeId>(source.size()), std::move(copied));
  Problem duplicated = sample.problem();
  duplicated.design = &wide;

  const RegularizationPath latent = follow_path(sample.problem(), groups, tight());
  const RegularizationPath explicit_path = follow_path(duplicated, disjoint, tight());
  ASSERT_EQ(latent.points.size(), explicit_path.points.size());
  for (std::size_t k = 0; k < latent.points.size(); ++k) {
    expect_optimal(duplicated, disjoint, explicit_path.points[k], 1e-3);
    std::vector<double> sums(kFeatures, 0.0);
    for (std::size_t i = 0; i < source.size(); ++i) {
      sums[static_cast<std::size_t>(source[i])] += explicit_path.points[k].x.w[i];
    }
    for (std::size_t j = 0; j < sums.size(); ++j) {
      EXPECT_NEAR(latent.points[k].x.w[j], sums[j], 1e-4);
    }
  }
}

TEST(RegularizationPath, supportIsAUnionOfGroups) {
  const Sample sample(40, 36);
  const Graph grid = make_grid(6, 6);
  const LatentGroups groups = edge_groups(grid);
  for (const PathPoint& point : follow_path(sample.problem(), groups, tight()).points) {
    for (const NodeId feature : point.x.support) {
      const auto edges = grid.incident(feature);
      EXPECT_TRUE(std::any_of(edges.begin(), edges.end(), [&](const Graph::Incidence& edge) {
        return std::binary_search(point.x.support.begin(), point.x.support.end(), edge.neighbour);
      }));
    }
  }
}

TEST(RegularizationPath, weightZeroEqualsADroppedRowAndWeightTwoADoubledOne) {
  const Sample sample(30, 20);
  std::vector<double> weights(30, 1.0);
  weights[3] = 0.0;
  weights[7] = 2.0;
  Problem weighted = sample.problem();
  weighted.weights = weights;

  std::vector<double> values;
  std::vector<double> target;
  const auto copy_row = [&](std::size_t row) {
    const auto begin = sample.values.begin() + static_cast<std::ptrdiff_t>(row * 20);
    values.insert(values.end(), begin, begin + 20);
    target.push_back(sample.target[row]);
  };
  for (std::size_t row = 0; row < 30; ++row) {
    if (row != 3) copy_row(row);
    if (row == 7) copy_row(row);
  }
  const DenseMatrix<double> rows(30, 20, std::move(values));
  Problem repeated;
  repeated.design = &rows;
  repeated.target = target;

  // 29 rows count in one and 30 in the other, so that the means differ by that factor.
  const LatentGroups groups = singleton_groups(NodeId{20});
  PathOptions options = tight();
  options.lambdas = {0.1, 0.03};
  const RegularizationPath a = follow_path(repeated, groups, options);
  for (double& lambda : options.lambdas) lambda *= 30.0 / 29.0;
  const RegularizationPath b = follow_path(weighted, groups, options);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(a.points[k].x.intercept, b.points[k].x.intercept, 1e-5);
    for (std::size_t j = 0; j < 20; ++j) {
      EXPECT_NEAR(a.points[k].x.w[j], b.points[k].x.w[j], 1e-5);
    }
  }
}

TEST(RegularizationPath, fitsWithoutAnIntercept) {
  const Sample sample(40, 50);
  Problem problem = sample.problem();
  problem.intercept = false;
  const LatentGroups groups = singleton_groups(NodeId{50});
  for (const PathPoint& point : follow_path(problem, groups, tight()).points) {
    EXPECT_EQ(point.x.intercept, 0.0);
    expect_optimal(problem, groups, point, 1e-4);
  }
}

TEST(RegularizationPath, solvesAtASmallPenaltyWithoutAPathBeforeIt) {
  const Sample sample(40, 300);
  const LatentGroups groups = singleton_groups(NodeId{300});
  PathOptions options = tight();
  options.lambdas = {0.01 * largest_lambda(sample.problem(), groups)};
  const PathPoint point = follow_path(sample.problem(), groups, options).points.at(0);
  EXPECT_TRUE(point.converged);
  expect_optimal(sample.problem(), groups, point, 1e-4);
}

TEST(RegularizationPath, constantAndEqualColumnsDoNoHarm) {
  Sample sample(30, 10);
  for (std::size_t row = 0; row < 30; ++row) {
    sample.values[row * 10 + 8] = 0.0;
    sample.values[row * 10 + 9] = sample.values[row * 10];
  }
  const DenseMatrix<double> design(30, 10, sample.values);
  Problem problem = sample.problem();
  problem.design = &design;
  for (const LatentGroups& groups : {singleton_groups(NodeId{10}), blocks_of(10, 5)}) {
    for (const PathPoint& point : follow_path(problem, groups).points) {
      EXPECT_TRUE(point.converged);
      EXPECT_EQ(point.x.w[8], 0.0);
    }
  }
}

TEST(RegularizationPath, endsWhenItIsCancelled) {
  const Sample sample(30, 10);
  int calls = 0;
  PathOptions options;
  options.cancelled = [&calls] { return ++calls > 20; };
  const RegularizationPath path =
      follow_path(sample.problem(), singleton_groups(NodeId{10}), options);
  EXPECT_LE(path.points.size(), 21U);
  EXPECT_GT(path.points.size(), 1U);
  EXPECT_TRUE(path.points.front().converged);
}

TEST(RegularizationPath, saysWhatIsWrong) {
  const Sample sample(10, 4);
  const LatentGroups good = singleton_groups(NodeId{4});
  const auto message = [](const Problem& problem, const LatentGroups& groups,
                          const PathOptions& options) {
    try {
      (void)follow_path(problem, groups, options);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(message(sample.problem(), {}, {}), HasSubstr("no groups"));
  EXPECT_THAT(message(sample.problem(), singleton_groups(NodeId{5}), {}), HasSubstr("feature 4"));
  Problem other = sample.problem();
  const std::vector<double> numbers(10, 0.5);
  other.target = numbers;
  EXPECT_THAT(message(other, good, {}), HasSubstr("labels are -1 and 1"));
  const std::vector<double> one_class(10, 1.0);
  other.target = one_class;
  EXPECT_THAT(message(other, good, {}), HasSubstr("two classes"));
  other = sample.problem();
  other.l2 = 0.1;
  EXPECT_THAT(message(other, good, {}), HasSubstr("l2"));
  PathOptions options;
  options.lambdas = {0.1, 0.2};
  EXPECT_THAT(message(sample.problem(), good, options), HasSubstr("decrease"));
  options.lambdas = {0.0};
  EXPECT_THAT(message(sample.problem(), good, options), HasSubstr("above 0"));
}

}  // namespace
}  // namespace graphsparse
