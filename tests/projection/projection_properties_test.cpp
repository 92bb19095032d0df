// Properties that every method of the table must have on every input.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/reference/projection_table.hpp"
#include "support/instances.hpp"
#include "support/projection_options.hpp"
#include "support/validity.hpp"

namespace graphsparse {
namespace {

using test_support::Instance;
using test_support::is_close;
using test_support::kShapes;
using test_support::kValues;
using test_support::make_instance;
using test_support::mapped;
using test_support::of_size;
using test_support::projection_defect;
using test_support::Shape;
using test_support::TestRandom;
using test_support::Values;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Shape any_shape() { return *rc::gen::elementOf(kShapes); }
Values any_values() { return *rc::gen::elementOf(kValues); }
std::uint64_t any_seed() { return *rc::gen::inRange<std::uint64_t>(0, 1'000'000); }

ProjectionOptions any_options(std::int64_t node_count) {
  ProjectionOptions options;
  options.kind = parse_projection_kind(*rc::gen::element<std::string>("head", "tail")).value();
  options.min_size = *rc::gen::inRange<std::int64_t>(1, node_count + 1);
  options.max_size = *rc::gen::inRange<std::int64_t>(options.min_size, node_count + 1);
  options.components = *rc::gen::inRange<std::int64_t>(1, 4);
  return options;
}

bool is_search(std::string_view method) {
  return method == "tree-dp" || method == "bisection" || method == "bisection-largest" ||
         method == "local";
}

// The methods that take any graph and no further option.
std::vector<std::string> searches() {
  std::vector<std::string> names;
  for (const ProjectionMethod& method : all_projection_methods()) {
    if (is_search(method.name)) names.emplace_back(method.name);
  }
  return names;
}

void assert_identical(const ProjectionResult& a, const ProjectionResult& b) {
  RC_ASSERT(a.support == b.support);
  RC_ASSERT(a.captured == b.captured);
  RC_ASSERT(a.lost == b.lost);
  RC_ASSERT(a.pcst_calls == b.pcst_calls);
  RC_ASSERT(a.lambda == b.lambda);
  RC_ASSERT(a.within_range == b.within_range);
  RC_ASSERT(a.components == b.components);
  RC_ASSERT(a.certified_factor == b.certified_factor);
}

TEST(ProjectionMethods, areListedOnceWithTheDefaultAmongThem) {
  std::vector<std::string> names;
  for (const ProjectionMethod& method : all_projection_methods()) {
    names.emplace_back(method.name);
    EXPECT_FALSE(method.summary.empty()) << method.name;
  }
  EXPECT_EQ(std::count(names.begin(), names.end(), kDefaultProjectionMethod), 1);
  EXPECT_EQ(searches().size(), 4U);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

RC_GTEST_PROP(ProjectionProperties, everyMethodReturnsAValidSupport, ()) {
  // Small enough for the exact method.
  const auto node_count = *rc::gen::inRange<std::int64_t>(1, 13);
  const Instance instance = make_instance(any_shape(), any_values(), node_count, any_seed());
  const Graph graph = instance.graph();
  const std::vector<double> x = signed_roots(instance, any_seed());
  ProjectionOptions options = any_options(node_count);
  for (const ProjectionMethod& method : all_projection_methods()) {
    options.budget.reset();
    if (method.name == "budget") options.budget = 3.0;
    const ProjectionResult result = make_projection(method.name, graph, options)->project(x);
    const std::string defect = projection_defect(graph, x, options, result);
    RC_LOG() << method.name << ": " << defect << "\n";
    RC_ASSERT(defect.empty());
  }
}

RC_GTEST_PROP(ProjectionProperties, searchesReturnAValidSupportOnLargerGraphs, ()) {
  const auto node_count = *rc::gen::inRange<std::int64_t>(20, 150);
  const Instance instance = make_instance(any_shape(), any_values(), node_count, any_seed());
  const Graph graph = instance.graph();
  const std::vector<double> x = signed_roots(instance, any_seed());
  const ProjectionOptions options = any_options(node_count);
  for (const std::string& method : searches()) {
    const ProjectionResult result = make_projection(method, graph, options)->project(x);
    const std::string defect = projection_defect(graph, x, options, result);
    RC_LOG() << method << ": " << defect << "\n";
    RC_ASSERT(defect.empty());
  }
}

RC_GTEST_PROP(ProjectionProperties, aReusedProjectionEqualsAFreshOne, ()) {
  const Shape shape = any_shape();
  const auto node_count = *rc::gen::inRange<std::int64_t>(2, 60);
  const Graph graph = make_instance(shape, any_values(), node_count, 3).graph();
  const ProjectionOptions options = any_options(node_count);
  for (const std::string& method : searches()) {
    const auto reused = make_projection(method, graph, options);
    for (int round = 0; round < 4; ++round) {
      const auto x =
          signed_roots(make_instance(shape, any_values(), node_count, any_seed()), any_seed());
      const auto fresh = make_projection(method, graph, options);
      assert_identical(reused->project(x), fresh->project(x));
    }
  }
}

RC_GTEST_PROP(ProjectionProperties, signsPlayNoRole, ()) {
  const auto node_count = *rc::gen::inRange<std::int64_t>(2, 60);
  const Instance instance = make_instance(any_shape(), any_values(), node_count, any_seed());
  const Graph graph = instance.graph();
  const ProjectionOptions options = any_options(node_count);
  for (const std::string& method : searches()) {
    const auto first = make_projection(method, graph, options);
    const auto second = make_projection(method, graph, options);
    assert_identical(first->project(signed_roots(instance, 1)),
                     second->project(signed_roots(instance, 2)));
  }
}

RC_GTEST_PROP(ProjectionProperties, relabellingChangesNothingWithoutTies, ()) {
  const auto node_count = *rc::gen::inRange<std::int64_t>(2, 60);
  const Shape shape = *rc::gen::distinctFrom(rc::gen::elementOf(kShapes), Shape::disconnected);
  const Instance instance = make_instance(shape, Values::continuous, node_count, any_seed());
  const auto relabelled = test_support::relabel(instance, any_seed());
  const Graph graph = instance.graph();
  const Graph other_graph = relabelled.instance.graph();
  const std::vector<double> x = signed_roots(instance, 5);
  const std::vector<double> other_x = signed_roots(relabelled.instance, 6);
  const ProjectionOptions options = any_options(node_count);
  for (const std::string& method : searches()) {
    const auto projection = make_projection(method, graph, options);
    const auto other_projection = make_projection(method, other_graph, options);
    const ProjectionResult& result = projection->project(x);
    const ProjectionResult& other = other_projection->project(other_x);
    RC_LOG() << method << "\n";
    if (method == kDefaultProjectionMethod || method == "local") {
      // These count nodes instead of costs, so there are always ties, and they may decide between
      // supports that are about as good.
      RC_ASSERT(is_close(other.captured, result.captured, result.captured, 0.3));
      continue;
    }
    RC_ASSERT(other.support == mapped(result.support, relabelled.new_node));
    RC_ASSERT(other.pcst_calls == result.pcst_calls);
  }
}

// Squares and lambda scale by the square of the factor, exactly for powers of two.
RC_GTEST_PROP(ProjectionProperties, scalingByAPowerOfTwoChangesNoSupport, ()) {
  const auto node_count = *rc::gen::inRange<std::int64_t>(2, 60);
  const Instance instance = make_instance(any_shape(), any_values(), node_count, any_seed());
  const Graph graph = instance.graph();
  const std::vector<double> x = signed_roots(instance, 5);
  const double factor = std::ldexp(1.0, *rc::gen::inRange(-30, 30));
  std::vector<double> scaled = x;
  for (double& value : scaled) value *= factor;
  const ProjectionOptions options = any_options(node_count);
  for (const std::string& method : searches()) {
    const auto projection = make_projection(method, graph, options);
    const auto other_projection = make_projection(method, graph, options);
    const ProjectionResult& result = projection->project(x);
    const ProjectionResult& other = other_projection->project(scaled);
    RC_LOG() << method << "\n";
    RC_ASSERT(other.support == result.support);
    RC_ASSERT(other.captured == factor * factor * result.captured);
    RC_ASSERT(is_close(other.lambda, factor * factor * result.lambda, other.lambda));
  }
}

// Any start must lead to a valid support of the right size, a senseless one too.
RC_GTEST_PROP(ProjectionProperties, theStartOfTheSearchChangesNoPromise, ()) {
  const auto node_count = *rc::gen::inRange<std::int64_t>(5, 80);
  const Instance instance =
      make_instance(*rc::gen::element(Shape::grid, Shape::tree, Shape::sparse), any_values(),
                    node_count, any_seed());
  const Graph graph = instance.graph();
  const std::vector<double> x = signed_roots(instance, any_seed());
  ProjectionOptions options = any_options(node_count);
  options.warm_start = *rc::gen::arbitrary<bool>();
  const auto projection = make_projection(kDefaultProjectionMethod, graph, options);
  for (const double lambda : {1e-200, 1e-9, 0.3, 1e9, 1e200}) {
    projection->set_lambda(lambda);
    const ProjectionResult& result = projection->project(x);
    const std::string defect = projection_defect(graph, x, options, result);
    RC_LOG() << "lambda " << lambda << ": " << defect << "\n";
    RC_ASSERT(defect.empty());
    RC_ASSERT(result.within_range);
  }
}

std::vector<double> planted_vector(std::int64_t side, std::uint64_t seed) {
  TestRandom random(seed);
  std::vector<double> x(static_cast<std::size_t>(side * side));
  for (double& value : x) value = 0.1 * random.normal();
  for (std::int64_t row = side / 3; row < side / 3 + 6; ++row) {
    for (std::int64_t column = side / 4; column < side / 4 + 5; ++column) {
      x[static_cast<std::size_t>(row * side + column)] += random.chance(0.5) ? 1.0 : -1.0;
    }
  }
  return x;
}

TEST(DefaultProjection, needsFewSolvesFromAWarmStart) {
  constexpr std::int64_t kSide = 33;
  constexpr int kRounds = 100;
  const Graph graph = make_grid(kSide, kSide);
  ProjectionOptions options = of_size(30, 30);
  options.warm_start = true;
  const auto projection = make_projection(kDefaultProjectionMethod, graph, options);
  std::vector<double> x = planted_vector(kSide, 1);
  TestRandom random(2);
  const int cold = projection->project(x).pcst_calls;
  int warm = 0;
  for (int round = 0; round < kRounds; ++round) {
    for (double& value : x) value *= 1.0 + 0.01 * random.normal();
    const ProjectionResult& result = projection->project(x);
    warm += result.pcst_calls;
    EXPECT_EQ(projection_defect(graph, x, options, result), "");
    EXPECT_TRUE(result.within_range);
  }
  std::cout << cold << " solves cold, " << static_cast<double>(warm) / kRounds << " warm\n";
  EXPECT_LE(warm, 2 * kRounds);
}

// As in the first iterations of a solver: noise nearly hides the signal, and steps differ by
// factors.
TEST(DefaultProjection, needsFewSolvesWhereNoiseRisesAndFalls) {
  constexpr std::int64_t kSide = 33;
  constexpr int kRounds = 40;
  const Graph graph = make_grid(kSide, kSide);
  ProjectionOptions options = of_size(40, 40);
  options.warm_start = true;
  const auto projection = make_projection(kDefaultProjectionMethod, graph, options);
  const std::vector<double> planted = planted_vector(kSide, 1);
  TestRandom random(2);
  std::vector<double> x(planted.size());
  int solves = 0;
  for (int round = 0; round < kRounds; ++round) {
    const double scale = std::pow(4.0, static_cast<double>(round % 5) - 2.0);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = scale * (planted[i] + random.normal());
    const ProjectionResult& result = projection->project(x);
    solves += result.pcst_calls;
    EXPECT_EQ(projection_defect(graph, x, options, result), "");
    EXPECT_TRUE(result.within_range);
  }
  EXPECT_LE(solves, 1.5 * kRounds);
}

TEST(DefaultProjection, returnsExactlySoManyNodesWhenAllEntriesAreEqual) {
  const Graph graph = make_grid(16, 16);
  for (const double value : {1.0, -3.0, 0.0}) {
    const std::vector<double> x(256, value);
    const ProjectionOptions options = of_size(20, 20);
    const auto projection = make_projection(kDefaultProjectionMethod, graph, options);
    const ProjectionResult& result = projection->project(x);
    EXPECT_EQ(result.support.size(), 20U) << value;
    EXPECT_EQ(projection_defect(graph, x, options, result), "") << value;
  }
}

TEST(Projection, rejectsBadVectorsNamingTheEntry) {
  const Graph graph = make_grid(3, 3);
  for (const std::string& method : searches()) {
    const auto projection = make_projection(method, graph, of_size(2, 3));
    for (const double bad : {kNan, kInfinity, -kInfinity}) {
      std::vector<double> x(9, 1.0);
      x[7] = bad;
      try {
        projection->project(x);
        FAIL() << method << " takes " << bad;
      } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find('7'), std::string::npos) << error.what();
      }
    }
    EXPECT_THROW(projection->project(std::vector<double>(8, 1.0)), InputError) << method;
    EXPECT_THROW(projection->project(std::vector<double>(10, 1.0)), InputError) << method;
    EXPECT_EQ(projection->project(std::vector<double>(9, 1.0)).support.empty(), false)
        << method << " is no longer usable";
  }
}

TEST(Projection, rejectsBadOptions) {
  const Graph graph = make_grid(3, 3);
  for (const ProjectionMethod& method : all_projection_methods()) {
    const auto rejects = [&](ProjectionOptions options) {
      if (method.name == "budget") options.budget = 1.0;
      EXPECT_THROW(make_projection(method.name, graph, options), InputError) << method.name;
    };
    rejects(of_size(-1, 3));
    rejects(of_size(4, 3));
    rejects(of_size(1, 0));
    rejects(of_size(1, 3, 0));
    rejects(of_size(1, 3, -2));
    ProjectionOptions without_calls = of_size(1, 3);
    without_calls.max_calls = 0;
    rejects(without_calls);
  }
}

TEST(Projection, suggestsTheNearNameForAnUnknownMethod) {
  const Graph graph = make_grid(3, 3);
  try {
    make_projection("bisektion", graph, of_size(2, 3));
    FAIL() << "an unknown method is taken";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("bisektion"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("bisection"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace graphsparse
