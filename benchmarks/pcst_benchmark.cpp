// Solves and projections over growing grids, for looking at a change before and after it. The
// figures beside those of other programs are in the speed table (run.sh).
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "graphsparse/pcst/pcst.hpp"
#include "graphsparse/reference/projection_table.hpp"
#include "speed_instances.hpp"

namespace {

using graphsparse::Pruning;
using graphsparse::bench::make_speed_instance;
using graphsparse::bench::speed_setting;
using graphsparse::bench::SpeedInstance;

std::string grid_name(const benchmark::State& state) {
  return "grid" + std::to_string(state.range(0));
}

void report(benchmark::State& state, const SpeedInstance& instance, std::int64_t result_size) {
  state.SetItemsProcessed(state.iterations() * instance.graph.edge_count());
  state.counters["nodes"] = static_cast<double>(result_size);
}

// Items are edges.
void solve(benchmark::State& state, Pruning pruning) {
  const SpeedInstance instance = make_speed_instance(grid_name(state));
  const double cost_scale = speed_setting(grid_name(state)).cost_scale;
  graphsparse::PcstSolver solver(instance.graph);
  const graphsparse::Forest* forest = nullptr;
  for (auto _ : state) {
    forest = &solver.solve({instance.prizes, {.cost_scale = cost_scale, .pruning = pruning}});
    benchmark::DoNotOptimize(forest);
  }
  report(state, instance, static_cast<std::int64_t>(forest->nodes.size()));
  state.counters["edge_events"] = static_cast<double>(forest->edge_events);
}

// The published searches need a range of sizes; the others are asked for exactly s.
void project(benchmark::State& state, std::string_view method, bool exact_size, bool warm_start) {
  const SpeedInstance instance = make_speed_instance(grid_name(state));
  graphsparse::ProjectionOptions options;
  options.min_size = instance.tail_size();
  options.max_size = exact_size ? instance.tail_size() : instance.tail_high();
  options.warm_start = warm_start;
  const auto projection = graphsparse::make_projection(method, instance.graph, options);
  const graphsparse::ProjectionResult* result = nullptr;
  for (auto _ : state) {
    result = &projection->project(instance.x);
    benchmark::DoNotOptimize(result);
  }
  report(state, instance, static_cast<std::int64_t>(result->support.size()));
  state.counters["solves"] = result->pcst_calls;
}

// What a new workspace costs before its first solve.
void set_up(benchmark::State& state) {
  const SpeedInstance instance = make_speed_instance(grid_name(state));
  for (auto _ : state) {
    graphsparse::PcstSolver solver(instance.graph);
    benchmark::DoNotOptimize(solver);
  }
  report(state, instance, 0);
}

void grids(benchmark::internal::Benchmark* benchmark) {
  for (const std::int64_t side : {33, 50, 100, 316}) benchmark->Arg(side);
  benchmark->Unit(benchmark::kMillisecond);
}

void grids_up_to_a_million(benchmark::internal::Benchmark* benchmark) {
  grids(benchmark);
  benchmark->Arg(1000);
}

BENCHMARK(set_up)->Apply(grids_up_to_a_million);
BENCHMARK_CAPTURE(solve, strong, Pruning::strong)->Apply(grids_up_to_a_million);
BENCHMARK_CAPTURE(solve, gw, Pruning::gw)->Apply(grids);
BENCHMARK_CAPTURE(project, paper, "bisection", false, false)->Apply(grids);
BENCHMARK_CAPTURE(project, paper_largest, "bisection-largest", false, false)->Apply(grids);
BENCHMARK_CAPTURE(project, default, graphsparse::kDefaultProjectionMethod, true, false)
    ->Apply(grids_up_to_a_million);
BENCHMARK_CAPTURE(project, default_warm, graphsparse::kDefaultProjectionMethod, true, true)
    ->Apply(grids);
BENCHMARK_CAPTURE(project, local, "local", true, false)->Apply(grids);

}  // namespace

BENCHMARK_MAIN();
