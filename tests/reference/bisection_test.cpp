// The search that remembers where the last one ended, against the authors' search from the start.
#include <gtest/gtest.h>

#include <iostream>
#include <string>
#include <vector>

#include "graphsparse/graph/builders.hpp"
#include "graphsparse/reference/projection_table.hpp"
#include "support/instances.hpp"
#include "support/projection_options.hpp"

namespace graphsparse {
namespace {

using test_support::of_size;
using test_support::TestRandom;

constexpr std::int64_t kSide = 40;
constexpr int kRounds = 60;

// A square of large entries in noise; what a solver's point looks like.
std::vector<double> square_in_noise(TestRandom& random) {
  std::vector<double> x(static_cast<std::size_t>(kSide * kSide));
  for (double& value : x) value = 0.3 * random.normal();
  for (std::int64_t row = 10; row < 18; ++row) {
    for (std::int64_t column = 12; column < 20; ++column) {
      x[static_cast<std::size_t>(row * kSide + column)] += random.chance(0.5) ? 1.0 : -1.0;
    }
  }
  return x;
}

struct Comparison {
  int cold_solves = 0;
  int warm_solves = 0;
  int equal_results = 0;
};

// Both searches on a vector that changes from round to round, its scale too.
Comparison compare_searches(double change, double scale, const ProjectionOptions& options) {
  const Graph graph = make_grid(kSide, kSide);
  const auto cold = make_projection("bisection", graph, options);
  const auto warm = make_projection("bisection-warm", graph, options);
  TestRandom random(3);
  std::vector<double> x = square_in_noise(random);
  Comparison seen;
  for (int round = 0; round < kRounds; ++round) {
    for (double& value : x) value *= scale * (1.0 + change * random.normal());
    const ProjectionResult& expected = cold->project(x);
    const ProjectionResult& result = warm->project(x);
    seen.cold_solves += expected.pcst_calls;
    seen.warm_solves += result.pcst_calls;
    if (result.support == expected.support) ++seen.equal_results;
  }
  return seen;
}

TEST(SearchWithAMemory, endsWhereTheSearchFromTheStartEndsWithFewerSolves) {
  for (const double change : {0.0, 0.01}) {
    for (const double scale : {0.9, 1.2}) {
      const Comparison seen = compare_searches(change, scale, of_size(64, 70));
      std::cout << "change " << change << ", scale " << scale << ": " << seen.cold_solves
                << " solves from the start, " << seen.warm_solves << " with a memory\n";
      EXPECT_EQ(seen.equal_results, kRounds);
      EXPECT_LE(seen.warm_solves, 3 * kRounds);
      EXPECT_LT(2 * seen.warm_solves, seen.cold_solves);
    }
  }
}

TEST(SearchWithAMemory, endsThereAfterLargeChangesToo) {
  const Comparison seen = compare_searches(0.1, 1.0, of_size(64, 70));
  EXPECT_EQ(seen.equal_results, kRounds);
  EXPECT_LT(3 * seen.warm_solves, seen.cold_solves);
}

// Then it gives up at a narrower interval than the authors' search, which may hold one more change.
TEST(SearchWithAMemory, nearlyAlwaysEndsThereWhereNoSizeFits) {
  const Comparison seen = compare_searches(0.01, 1.0, of_size(900, 901));
  EXPECT_GE(seen.equal_results, kRounds - 3);
  EXPECT_LT(seen.warm_solves, seen.cold_solves);
}

}  // namespace
}  // namespace graphsparse
