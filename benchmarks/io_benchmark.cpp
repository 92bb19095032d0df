// How fast graphs are read and joined. Edges a second are the figure to look at.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "graphsparse/io/edge_table.hpp"
#include "graphsparse/io/join.hpp"
#include "graphsparse/io/vector_file.hpp"

namespace {

constexpr std::int64_t kEdgeCount = 1'000'000;

// A random edge list in the temporary folder, removed at the end.
class EdgeFile {
 public:
  EdgeFile(std::int64_t node_count, const std::string& prefix)
      : path_(std::filesystem::temp_directory_path() /
              ("graphsparse-bench-" + std::to_string(std::random_device{}()) + ".tsv")) {
    std::mt19937_64 random(1);
    const auto name = [&] {
      return prefix + std::to_string(random() % static_cast<std::uint64_t>(node_count));
    };
    std::ofstream stream(path_);
    for (std::int64_t i = 0; i < kEdgeCount; ++i) {
      stream << name() << '\t' << name() << '\t' << static_cast<double>(random() % 1000) / 64
             << '\n';
    }
  }
  ~EdgeFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  EdgeFile(const EdgeFile&) = delete;
  EdgeFile& operator=(const EdgeFile&) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

void read_edge_list(benchmark::State& state, const std::string& prefix) {
  const EdgeFile file(state.range(0), prefix);
  for (auto _ : state) benchmark::DoNotOptimize(graphsparse::read_edge_table(file.path()));
  state.SetItemsProcessed(state.iterations() * kEdgeCount);
}

void join_by_position(benchmark::State& state) {
  const EdgeFile file(state.range(0), "");
  const graphsparse::EdgeTable table = graphsparse::read_edge_table(file.path());
  graphsparse::NamedVector vector;
  vector.values.assign(static_cast<std::size_t>(state.range(0)), 1.0);
  for (auto _ : state) benchmark::DoNotOptimize(graphsparse::join(table, vector));
  state.SetItemsProcessed(state.iterations() * kEdgeCount);
}

BENCHMARK_CAPTURE(read_edge_list, numbers, "")
    ->Arg(1'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_edge_list, words, "protein_")
    ->Arg(1'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(join_by_position)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
