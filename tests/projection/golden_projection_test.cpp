// The published search, step by step, against its recorded results, and the default method against
// what the published one kept.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "graphsparse/graph/components.hpp"
#include "graphsparse/reference/projection_table.hpp"
#include "reference/bisection.hpp"
#include "support/golden_files.hpp"
#include "support/projection_options.hpp"
#include "support/shared_data.hpp"
#include "support/validity.hpp"

namespace graphsparse {
namespace {

using test_support::GoldenProjection;
using test_support::is_close;
using test_support::of_size;
using test_support::projection_defect;

constexpr const char* kFolder = "golden/projection";

std::vector<GoldenProjection> read_all(const std::filesystem::path& folder) {
  std::vector<GoldenProjection> all;
  for (const auto& file : test_support::list_files(folder, ".txt")) {
    all.push_back(test_support::read_golden_projection(file));
  }
  return all;
}

ProjectionOptions options_of(const GoldenProjection& golden) {
  ProjectionOptions options = of_size(golden.low, golden.high, golden.components);
  const bool is_head = golden.name.find("head") != std::string::npos;
  options.kind = is_head ? ProjectionKind::head : ProjectionKind::tail;
  options.max_calls = golden.max_calls;
  return options;
}

// Whether some support with low..high nodes in at most g parts exists: any number of nodes up to
// all of the g largest components can be had.
bool has_support_in_range(const Graph& graph, const ProjectionOptions& options) {
  std::vector<std::int64_t> sizes = connected_components(graph).size;
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  const auto count = std::min(
      sizes.size(), static_cast<std::size_t>(std::max<std::int64_t>(options.components, 0)));
  return std::accumulate(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(count),
                         std::int64_t{0}) >= options.min_size;
}

void expect_recorded(const GoldenProjection& golden, const ProjectionResult& result) {
  EXPECT_EQ(result.support, golden.nodes) << golden.name;
  EXPECT_EQ(result.pcst_calls, golden.calls) << golden.name;
  EXPECT_TRUE(is_close(result.lambda, golden.lambda, golden.lambda, 1e-12))
      << golden.name << ": lambda " << result.lambda << ", recorded " << golden.lambda;
  EXPECT_EQ(result.within_range, golden.landed) << golden.name;
  EXPECT_TRUE(is_close(result.captured, golden.kept, golden.total)) << golden.name;
  EXPECT_TRUE(is_close(result.captured + result.lost, golden.total, golden.total)) << golden.name;
}

TEST(GoldenProjection, thePublishedSearchTakesTheRecordedSteps) {
  const auto folder = test_support::find_shared(kFolder);
  if (!folder) GTEST_SKIP() << test_support::missing_shared_message(kFolder);
  const auto all = read_all(*folder);
  ASSERT_FALSE(all.empty());
  for (const GoldenProjection& golden : all) {
    const Graph graph = golden.graph();
    BisectionProjection search(graph, options_of(golden), BisectionStart::authors, golden.pruning);
    // Twice, because a search keeps its workspace.
    for (int round = 0; round < 2; ++round) {
      const ProjectionResult& result = search.project(golden.x);
      EXPECT_EQ(projection_defect(graph, golden.x, options_of(golden), result), "") << golden.name;
      expect_recorded(golden, result);
      EXPECT_EQ(search.sizes(), golden.sizes) << golden.name;
    }
  }
}

TEST(GoldenProjection, theMethodPaperIsThePublishedSearch) {
  const auto folder = test_support::find_shared(kFolder);
  if (!folder) GTEST_SKIP() << test_support::missing_shared_message(kFolder);
  int compared = 0;
  for (const GoldenProjection& golden : read_all(*folder)) {
    if (golden.pruning != Pruning::gw) continue;  // the method prunes as the authors do
    ++compared;
    const Graph graph = golden.graph();
    expect_recorded(golden,
                    make_projection("bisection", graph, options_of(golden))->project(golden.x));
  }
  EXPECT_GT(compared, 0);
}

TEST(GoldenProjection, theOtherStartRuleTakesAsManyStepsAsRecorded) {
  const auto folder = test_support::find_shared(kFolder);
  if (!folder) GTEST_SKIP() << test_support::missing_shared_message(kFolder);
  for (const GoldenProjection& golden : read_all(*folder)) {
    const Graph graph = golden.graph();
    const auto expect_same = [&](const ProjectionResult& result) {
      EXPECT_EQ(result.pcst_calls, golden.largest_start_calls) << golden.name;
      EXPECT_EQ(static_cast<std::int64_t>(result.support.size()), golden.largest_start_size)
          << golden.name;
      EXPECT_TRUE(is_close(result.captured, golden.largest_start_kept, golden.total))
          << golden.name << ": keeps " << result.captured << ", recorded "
          << golden.largest_start_kept;
    };
    const ProjectionOptions options = options_of(golden);
    expect_same(BisectionProjection(graph, options, BisectionStart::largest, golden.pruning)
                    .project(golden.x));
    if (golden.pruning != Pruning::gw) continue;
    expect_same(make_projection("bisection-largest", graph, options)->project(golden.x));
  }
}

TEST(GoldenProjection, theDefaultKeepsAtLeastWhatIsRecorded) {
  const auto folder = test_support::find_shared(kFolder);
  if (!folder) GTEST_SKIP() << test_support::missing_shared_message(kFolder);
  constexpr double kMargin = 0.005;
  double worst = std::numeric_limits<double>::infinity();
  std::string worst_name = "none";
  int calls = 0;
  int recorded_calls = 0;
  for (const GoldenProjection& golden : read_all(*folder)) {
    const Graph graph = golden.graph();
    const ProjectionOptions options = options_of(golden);
    const auto projection = make_projection(kDefaultProjectionMethod, graph, options);
    const ProjectionResult& result = projection->project(golden.x);
    calls += result.pcst_calls;
    recorded_calls += golden.calls;
    EXPECT_EQ(projection_defect(graph, golden.x, options, result), "") << golden.name;
    EXPECT_EQ(result.within_range, has_support_in_range(graph, options))
        << golden.name << ": " << result.support.size() << " nodes";
    EXPECT_LE(result.pcst_calls, options.max_calls) << golden.name;
    if (!golden.landed || golden.kept == 0.0) continue;
    const double share = result.captured / golden.kept;
    EXPECT_GE(share, 1.0 - kMargin)
        << golden.name << ": keeps " << result.captured << ", recorded " << golden.kept;
    if (share >= worst) continue;
    worst = share;
    worst_name = golden.name;
  }
  std::cout << "the default keeps at worst " << 100.0 * worst
            << " % of what is recorded where that landed (" << worst_name << ") with " << calls
            << " solves instead of " << recorded_calls << "\n";
}

}  // namespace
}  // namespace graphsparse
