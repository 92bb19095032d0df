// Projections of vectors at the ends of the range of doubles.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "graphsparse/graph/builders.hpp"
#include "graphsparse/reference/projection_table.hpp"
#include "graphsparse/structure/structure.hpp"
#include "support/certificate_check.hpp"
#include "support/instances.hpp"
#include "support/validity.hpp"

namespace graphsparse {
namespace {

using test_support::certificate_defect;
using test_support::describe;
using test_support::Instance;
using test_support::kShapes;
using test_support::kValues;
using test_support::make_instance;
using test_support::Shape;
using test_support::signed_roots;
using test_support::TestRandom;
using test_support::Values;

constexpr int kLargestExponent = 500;
constexpr NodeId kNodes = 11;

ProjectionOptions options_for(const ProjectionMethod& method, ProjectionKind kind,
                              TestRandom& random) {
  ProjectionOptions options;
  options.kind = kind;
  options.min_size = 1 + random.below(5);
  options.max_size = options.min_size + random.below(3);
  options.components = 1 + random.below(2);
  if (method.needs_budget) options.budget = random.uniform(0.0, 6.0);
  return options;
}

std::vector<double> times_power(const std::vector<double>& x, int exponent) {
  std::vector<double> scaled(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) scaled[i] = std::ldexp(x[i], exponent);
  return scaled;
}

void expect_same_but_for_scale(const ProjectionResult& scaled, const ProjectionResult& plain,
                               int exponent) {
  EXPECT_EQ(scaled.support, plain.support);
  EXPECT_EQ(scaled.certified_factor, plain.certified_factor);
  EXPECT_EQ(scaled.pcst_calls, plain.pcst_calls);
  EXPECT_EQ(scaled.within_range, plain.within_range);
  EXPECT_EQ(scaled.components, plain.components);
  EXPECT_EQ(scaled.captured, std::ldexp(plain.captured, 2 * exponent));
  EXPECT_EQ(scaled.lost, std::ldexp(plain.lost, 2 * exponent));
  EXPECT_EQ(scaled.lambda, std::ldexp(plain.lambda, 2 * exponent));
}

void check_scales(const ProjectionMethod& method, ProjectionKind kind,
                  std::optional<double> factor) {
  for (const Shape shape : kShapes) {
    for (const Values values : kValues) {
      const std::uint64_t seed = 17;
      SCOPED_TRACE(std::string(method.name) + " " + describe(shape, values, kNodes, seed));
      TestRandom random(seed);
      const Instance instance = make_instance(shape, values, kNodes, seed);
      const Graph graph = instance.graph();
      const std::vector<double> x = signed_roots(instance, seed);
      ProjectionOptions options = options_for(method, kind, random);
      options.factor = factor;
      const ProjectionResult plain = make_projection(method, graph, options)->project(x);
      for (int exponent = -kLargestExponent; exponent <= kLargestExponent; exponent += 50) {
        SCOPED_TRACE("times 2^" + std::to_string(exponent));
        const auto projection = make_projection(method, graph, options);
        expect_same_but_for_scale(projection->project(times_power(x, exponent)), plain, exponent);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(ScaleOfProjection, changesNoSupportAndNoFactorOfAnyMethod) {
  for (const ProjectionMethod& method : all_projection_methods()) {
    check_scales(method, ProjectionKind::tail, {});
    check_scales(method, ProjectionKind::head, {});
    check_scales(method, ProjectionKind::head, 0.9);
  }
}

TEST(ScaleOfProjection, changesNothingBetweenCallsThatStartWarm) {
  for (const ProjectionMethod& method : all_projection_methods()) {
    TestRandom random(5);
    const Instance instance = make_instance(Shape::grid, Values::continuous, 12, 5);
    const Graph graph = instance.graph();
    ProjectionOptions options = options_for(method, ProjectionKind::tail, random);
    options.warm_start = true;
    const auto plain = make_projection(method, graph, options);
    const auto scaled = make_projection(method, graph, options);
    for (const int exponent : {0, 400, -300, -500, 500, 3}) {
      SCOPED_TRACE(std::string(method.name) + " times 2^" + std::to_string(exponent));
      std::vector<double> x = signed_roots(instance, 9);
      x[static_cast<std::size_t>(random.below(12))] += random.normal();
      // A lambda of another scale would be another start.
      plain->set_lambda({});
      scaled->set_lambda({});
      if (exponent != 0) {
        plain->set_lambda(plain->project(x).lambda);
        scaled->set_lambda(scaled->project(times_power(x, exponent)).lambda);
      }
      const ProjectionResult expected = plain->project(x);
      expect_same_but_for_scale(scaled->project(times_power(x, exponent)), expected, exponent);
    }
  }
}

// Exponents so far apart that most squares are nothing beside the largest.
TEST(ScaleOfProjection, leavesCertificatesTrueWhereEntriesAreFarApart) {
  TestRandom random(23);
  int certified = 0;
  for (int round = 0; round < 400; ++round) {
    const Shape shape = kShapes.at(static_cast<std::size_t>(random.below(kShapes.size())));
    const std::uint64_t seed = static_cast<std::uint64_t>(random.below(1'000'000));
    const Instance instance = make_instance(shape, Values::continuous, 7, seed);
    const Graph graph = instance.graph();
    const double range =
        std::array{5.0, 60.0, 500.0, 1000.0}.at(static_cast<std::size_t>(round % 4));
    std::vector<double> x(7);
    for (double& entry : x) {
      const int exponent = static_cast<int>(random.uniform(-range, std::min(range, 500.0)));
      entry = random.chance(0.2) ? 0.0 : std::ldexp(random.normal(), exponent);
    }
    for (const ProjectionMethod& method : all_projection_methods()) {
      const auto kind = round % 2 == 0 ? ProjectionKind::tail : ProjectionKind::head;
      const ProjectionOptions options = options_for(method, kind, random);
      const auto projection = make_projection(method, graph, options);
      const ProjectionResult& result = projection->project(x);
      SCOPED_TRACE(std::string(method.name) + " range " + std::to_string(range) + " seed " +
                   std::to_string(seed));
      EXPECT_EQ(certificate_defect(graph, x, options, result), "");
      certified += result.certified_factor ? 1 : 0;
    }
  }
  EXPECT_GT(certified, 400);
}

// Its square is nothing even beside 1, and still a better support has it.
TEST(ScaleOfProjection, certifiesNoTailThatLosesWhatNoSquareShows) {
  const Graph path = Graph::from_edges(3, std::vector<Edge>{{0, 1, 1.0}, {1, 2, 1.0}});
  const std::vector<double> x = {1.0, 1e-200, 1e-290};
  ProjectionOptions options;
  options.max_size = 2;
  for (const char* name : {"tree-dp", "exact"}) {
    const ProjectionResult result = make_projection(name, path, options)->project(x);
    EXPECT_EQ(certificate_defect(path, x, options, result), "") << name;
    EXPECT_EQ(result.certified_factor, std::nullopt) << name;
  }
  options.max_size = 3;
  const ProjectionResult whole = make_projection("tree-dp", path, options)->project(x);
  EXPECT_EQ(whole.support, (Support{0, 1, 2}));
  EXPECT_EQ(whole.certified_factor, 1.0);
}

TEST(ScaleOfGraphStructure, changesNoSupportWithARoot) {
  const Instance instance = make_instance(Shape::grid, Values::continuous, 16, 3);
  const Graph graph = instance.graph();
  const std::vector<double> x = signed_roots(instance, 3);
  GraphStructureOptions options;
  options.sparsity = 5;
  options.root = 7;
  const Support plain = make_graph_structure(graph, options)->tail(x);
  for (int exponent = -kLargestExponent; exponent <= kLargestExponent; exponent += 100) {
    EXPECT_EQ(make_graph_structure(graph, options)->tail(times_power(x, exponent)), plain)
        << exponent;
  }
}

}  // namespace
}  // namespace graphsparse
