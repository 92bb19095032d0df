// Projections against exact optima of small graphs, recorded ones and our own by brute force.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "graphsparse/graph/builders.hpp"
#include "graphsparse/reference/projection_table.hpp"
#include "support/brute_force.hpp"
#include "support/golden_files.hpp"
#include "support/instances.hpp"
#include "support/projection_options.hpp"
#include "support/shared_data.hpp"
#include "support/validity.hpp"

namespace graphsparse {
namespace {

using test_support::BruteForce;
using test_support::GoldenExact;
using test_support::Instance;
using test_support::of_size;
using test_support::projection_defect;

constexpr double kRounding = 1e-9;

std::vector<double> squares(const std::vector<double>& x) {
  std::vector<double> result;
  for (const double value : x) result.push_back(value * value);
  return result;
}

double total_of(const std::vector<double>& values) {
  double total = 0.0;
  for (const double value : values) total += value;
  return total;
}

// How much of the best possible energy was kept, over many queries.
struct Shares {
  int count = 0;
  int optimal = 0;
  double sum = 0.0;
  double worst = 1.0;
  std::string worst_label = "none";
  int certified = 0;

  void add(double kept, double best, const std::string& label) {
    const double share = best > 0.0 ? kept / best : 1.0;
    ++count;
    optimal += share > 1.0 - kRounding;
    sum += share;
    if (share >= worst) return;
    worst = share;
    worst_label = label;
  }
  double mean() const { return sum / std::max(count, 1); }
  void print(const std::string& name) const {
    std::cout << name << ": keeps " << 100.0 * mean() << " % of the best on average, "
              << 100.0 * worst << " % at worst (" << worst_label << "); optimal in " << optimal
              << " of " << count << ", certified in " << certified << "\n";
  }
};

struct Query {
  std::string method;
  ProjectionOptions options;
  std::string label;
  bool promises_range = true;  // wherever a support with a size in range exists

  std::string describe() const {
    return label + ", " + method + " " + std::string(to_string(options.kind)) + ", g " +
           std::to_string(options.components) + ", size " + std::to_string(options.min_size) +
           " to " + std::to_string(options.max_size);
  }
};

// Proven factors are measured against every support with at most `high` nodes.
void check_certificate(const Query& query, const ProjectionResult& result, double best_kept,
                       double total) {
  if (!result.certified_factor) return;
  const double square = *result.certified_factor * *result.certified_factor;
  const double rounding = kRounding * total;
  if (query.options.kind == ProjectionKind::tail) {
    EXPECT_LE(result.lost, square * (total - best_kept) + rounding) << query.describe();
  } else {
    EXPECT_GE(result.captured, square * best_kept - rounding) << query.describe();
  }
}

// Where parts of the graph are too small, a support of the size asked for may exist but keep far
// less than a smaller one. Then nobody can have both, and energy comes before size: the size must
// be in range only where that costs little.
bool must_be_in_range(const Query& query, std::optional<double> best_in_range, double best) {
  constexpr double kLittle = 0.97;
  return query.promises_range && best_in_range && *best_in_range >= kLittle * best;
}

// Runs the query and checks everything that must hold. The share is that of the best support with
// at most `high` nodes.
void check_query(const Graph& graph, const std::vector<double>& x, const BruteForce& brute,
                 const Query& query, Shares& shares) {
  const ProjectionOptions& options = query.options;
  const auto projection = make_projection(query.method, graph, options);
  const ProjectionResult& result = projection->project(x);
  EXPECT_EQ(projection_defect(graph, x, options, result), "") << query.describe();

  const std::vector<double> energies = squares(x);
  const double best = brute.best_support(energies, 0, options.max_size, options.components).value();
  const std::optional<double> best_in_range =
      brute.best_support(energies, options.min_size, options.max_size, options.components);
  check_certificate(query, result, best, total_of(energies));
  shares.certified += result.certified_factor.has_value();
  EXPECT_LE(static_cast<std::int64_t>(result.support.size()), options.max_size) << query.describe();
  if (must_be_in_range(query, best_in_range, best)) {
    EXPECT_TRUE(result.within_range) << query.describe() << ": has " << result.support.size();
  }
  shares.add(result.captured, best, query.describe());
}

TEST(ExactCases, theDefaultKeepsNearlyTheBestOfThem) {
  constexpr const char* kFile = "golden/exact/exact.txt";
  const auto file = test_support::find_shared(kFile);
  if (!file) GTEST_SKIP() << test_support::missing_shared_message(kFile);
  Shares tail;
  Shares tail_unit_costs;
  Shares head;
  for (const GoldenExact& exact : test_support::read_golden_exact(*file)) {
    const Graph graph = exact.graph();
    const Graph unit_graph = with_unit_costs(exact.graph());
    const BruteForce brute(graph);
    for (const auto& wanted : exact.projections) {
      Query query{.method = std::string(kDefaultProjectionMethod),
                  .options = of_size(wanted.size, wanted.size, wanted.components),
                  .label = exact.name};
      check_query(graph, exact.x, brute, query, tail);
      check_query(unit_graph, exact.x, brute, query, tail_unit_costs);
      query.options.kind = ProjectionKind::head;
      check_query(unit_graph, exact.x, brute, query, head);
    }
  }
  tail.print("tail");
  tail_unit_costs.print("tail, unit costs");
  head.print("head, unit costs");
  for (const Shares& shares : {tail, tail_unit_costs, head}) {
    ASSERT_GT(shares.count, 0);
    EXPECT_GE(shares.mean(), 0.99);
    EXPECT_GE(shares.worst, 0.90) << shares.worst_label;
  }
}

// The published search with unit costs, as recorded. Ties between equal prizes may fall otherwise,
// so only values without ties are compared one by one.
TEST(ExactCases, thePublishedSearchKeepsWhatIsRecorded) {
  constexpr const char* kFile = "golden/exact/exact.txt";
  const auto file = test_support::find_shared(kFile);
  if (!file) GTEST_SKIP() << test_support::missing_shared_message(kFile);
  int compared = 0;
  int with_ties = 0;
  int ties_differ = 0;
  for (const GoldenExact& exact : test_support::read_golden_exact(*file)) {
    const Graph graph = with_unit_costs(exact.graph());
    const bool has_ties = exact.name.find("_normal_") == std::string::npos;
    for (const auto& recorded : exact.bisections) {
      const ProjectionOptions options = of_size(recorded.size, recorded.size, recorded.components);
      const ProjectionResult result =
          make_projection("bisection", graph, options)->project(exact.x);
      const bool same = static_cast<std::int64_t>(result.support.size()) == recorded.result_size &&
                        test_support::is_close(result.captured, recorded.kept, recorded.kept);
      ++compared;
      with_ties += has_ties;
      ties_differ += has_ties && !same;
      EXPECT_TRUE(same || has_ties)
          << exact.name << ", g " << recorded.components << ", s " << recorded.size << ": "
          << result.support.size() << " nodes keep " << result.captured << ", recorded "
          << recorded.result_size << " keep " << recorded.kept;
    }
  }
  std::cout << compared << " searches compared; of " << with_ties << " with ties " << ties_differ
            << " differ\n";
  EXPECT_GT(compared, 0);
  EXPECT_LE(ties_differ, with_ties / 4);
}

// What a method of the table must reach against brute force on random graphs.
struct Demand {
  std::string method;
  double mean;
  double worst;
  bool promises_range;
};

// Asks for one size and for a range of sizes, of one to three parts, head and tail.
void check_method(const Demand& demand, const std::vector<std::uint64_t>& seeds) {
  Shares shares;
  for (const auto shape : test_support::kShapes) {
    for (const auto values : test_support::kValues) {
      for (const std::uint64_t seed : seeds) {
        const auto node_count = static_cast<std::int64_t>(seed == 0 ? 14 : 3 + seed % 10);
        const Instance instance = make_instance(shape, values, node_count, seed);
        const Graph graph = instance.graph();
        const BruteForce brute(graph);
        const std::vector<double> x = signed_roots(instance, seed);
        for (const std::int64_t components : {1, 2, 3}) {
          const std::int64_t low = 1 + (node_count * (1 + static_cast<std::int64_t>(seed % 3))) / 5;
          for (const std::int64_t high : {low, std::min(low + 2, node_count)}) {
            Query query{.method = demand.method,
                        .options = of_size(low, high, components),
                        .label = describe(shape, values, node_count, seed),
                        .promises_range = demand.promises_range};
            query.options.kind = seed % 2 == 0 ? ProjectionKind::tail : ProjectionKind::head;
            check_query(graph, x, brute, query, shares);
          }
        }
      }
    }
  }
  shares.print(demand.method);
  EXPECT_GE(shares.mean(), demand.mean) << demand.method;
  EXPECT_GE(shares.worst, demand.worst) << shares.worst_label;
}

TEST(ProjectionAgainstBruteForce, theDefaultIsNearlyOptimal) {
  std::vector<std::uint64_t> seeds(12);
  for (std::size_t i = 0; i < seeds.size(); ++i) seeds[i] = i;
  check_method({std::string(kDefaultProjectionMethod), 0.99, 0.85, true}, seeds);
}

TEST(ProjectionAgainstBruteForce, theLocalSearchIsGood) {
  check_method({"local", 0.97, 0.4, false}, {0, 1, 2, 3, 4, 5});
}

}  // namespace
}  // namespace graphsparse
