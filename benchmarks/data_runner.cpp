// Times and counts of whole fits, of sums over large data and of readers; data_table.py makes a
// table of them and has the limits.
//
//   data_runner stream [ROWS COLUMNS]      sums and fits against the bandwidth of the memory
//   data_runner solves [SIDE S ROWS TRIALS]  Steiner solves per iteration in fits on square grids
//   data_runner tail SIDE                  a default tail of a square grid
//   data_runner make-edges FILE EDGES      an edge list
//   data_runner make-table FILE ROWS COLUMNS
//   data_runner read-edges FILE            how long reading takes, best of three
//   data_runner read-table FILE            the same, with the column "id" of samples
//   data_runner products                   inner products of columns, as a refit needs them
//   data_runner logistic X.npy LABELS EDGES RUNS   fits with 20 features
//   data_runner bytes                      the same model whatever computes it, in all combinations
//
// Each prints JSON documents, a line each.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "data/dense_kernels.hpp"
#include "data/inner_products.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/fit/fit.hpp"
#include "graphsparse/fit/trainer.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/io/edge_table.hpp"
#include "graphsparse/projection/projection.hpp"
#include "graphsparse/solver/solver.hpp"
#include "graphsparse/work/parallel_matrix.hpp"
#include "runner_main.hpp"
#include "seconds.hpp"

namespace graphsparse::bench {
namespace {

using Json = nlohmann::json;

void print(const Json& json) { std::cout << json.dump() << '\n' << std::flush; }

std::int64_t parse_count(const std::string& text) {
  std::int64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || stop != end || count < 1) {
    throw InputError(fmt::format("'{}' must be a whole number from 1", text));
  }
  return count;
}

// In a folder of its own, removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name)
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("graphsparse-bench-{}-{}", std::random_device{}(), name)) {}
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

void write_npy(const std::string& path, RowIndex rows, NodeId columns,
               std::span<const float> values) {
  std::string head =
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}", rows, columns);
  constexpr std::size_t alignment = 64;
  constexpr std::size_t before = 10;
  head.append(alignment - 1 - (before + head.size()) % alignment, ' ');
  head += '\n';
  std::ofstream file(path, std::ios::binary);
  file << "\x93NUMPY\x01" << '\0' << static_cast<char>(head.size() & 0xffU)
       << static_cast<char>(head.size() >> 8U) << head;
  file.write(reinterpret_cast<const char*>(values.data()),  // NOLINT: bytes
             static_cast<std::streamsize>(values.size_bytes()));
}

// STREAM

// How fast a core can read: whole words, added up in sixteen sums, so that nothing but the memory
// is waited for.
double read_bandwidth(std::span<const float> values) {
  std::uint64_t total = 0;
  const auto* const words = reinterpret_cast<const std::uint64_t*>(values.data());  // NOLINT
  const std::size_t count = values.size() / 2;
  const double seconds = best_seconds(5, [&] {
    constexpr std::size_t lanes = 16;
    std::uint64_t sums[lanes] = {};
    for (std::size_t i = 0; i + lanes <= count; i += lanes) {
      for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += words[i + lane];
    }
    total += std::accumulate(std::begin(sums), std::end(sums), std::uint64_t{0});
  });
  if (total == 1) fmt::print(stderr, "\n");  // so that the sums are needed
  return static_cast<double>(values.size_bytes()) / seconds;
}

double read_bandwidth(std::span<const float> values, std::size_t threads) {
  if (threads == 1) return read_bandwidth(values);
  std::vector<double> of_thread(threads);
  std::vector<std::jthread> running;
  const std::size_t part = values.size() / threads;
  for (std::size_t i = 0; i < threads; ++i) {
    running.emplace_back([&, i] { of_thread[i] = read_bandwidth(values.subspan(i * part, part)); });
  }
  running.clear();
  return std::accumulate(of_thread.begin(), of_thread.end(), 0.0);
}

// Counts how often all of the data is read by sums over rows; reads of single columns come on top.
class CountingMatrix final : public DesignMatrix {
 public:
  explicit CountingMatrix(const DesignMatrix& whole) : whole_(whole) {}

  RowIndex rows() const override { return whole_.rows(); }
  NodeId columns() const override { return whole_.columns(); }
  void multiply(Rows rows, SparseView w, std::span<double> products) const override {
    whole_.multiply(rows, w, products);
  }
  void add_transposed(Rows rows, std::span<const double> factors,
                      std::span<double> sums) const override {
    rows_read_ += static_cast<std::int64_t>(rows.size());
    whole_.add_transposed(rows, factors, sums);
  }
  void gather(Rows rows, std::span<const NodeId> columns,
              std::span<double> column_major) const override {
    whole_.gather(rows, columns, column_major);
  }
  void multiply_transposed(Rows rows, std::span<const double> factors,
                           std::span<const NodeId> columns,
                           std::span<double> products) const override {
    whole_.multiply_transposed(rows, factors, columns, products);
  }

  double passes() const {
    return static_cast<double>(rows_read_) / static_cast<double>(whole_.rows());
  }

 private:
  const DesignMatrix& whole_;
  mutable std::int64_t rows_read_ = 0;  // by one thread
};

// A path of a grid 1 node high decides; float32, as large data comes.
struct StreamProblem {
  Graph graph;
  std::vector<float> values;
  std::vector<double> target;
  RowIndex rows;
  NodeId columns;
};

constexpr std::int64_t kStreamSparsity = 40;

StreamProblem stream_problem(RowIndex rows, NodeId columns) {
  constexpr NodeId width = 250;
  StreamProblem problem{make_grid(width, columns / width), {}, {}, rows, columns / width * width};
  RandomStream stream(1, "stream benchmark");
  // Rows are places of one long series of random numbers, so that making them takes no time.
  std::vector<float> series(std::size_t{1} << 22U);
  for (float& value : series) value = static_cast<float>(stream.normal());
  const auto count = static_cast<std::size_t>(problem.columns);
  problem.values.reserve(static_cast<std::size_t>(rows) * count);
  for (RowIndex row = 0; row < rows; ++row) {
    const auto first =
        series.begin() +
        static_cast<std::ptrdiff_t>(stream.uniform() * static_cast<double>(series.size() - count));
    problem.values.insert(problem.values.end(), first, first + problem.columns);
    const float* const values = problem.values.data() + problem.values.size() - count;
    double target = 0.1 * stream.normal();
    for (std::int64_t j = 0; j < kStreamSparsity; ++j) {
      target += static_cast<double>(values[count / 2 + static_cast<std::size_t>(j)]);
    }
    problem.target.push_back(target);
  }
  return problem;
}

double transposed_seconds(const DesignMatrix& design, std::int64_t threads) {
  const ParallelMatrix parallel(design, threads);
  const std::vector<RowIndex> rows = all_rows(design.rows());
  std::vector<double> factors(rows.size());
  for (std::size_t i = 0; i < factors.size(); ++i) factors[i] = 1.0 + static_cast<double>(i % 7);
  std::vector<double> sums(static_cast<std::size_t>(design.columns()));
  return best_seconds(5, [&] { parallel.add_transposed(rows, factors, sums); });
}

FitSpec spec_of(std::string solver, std::int64_t sparsity) {
  FitSpec spec;
  spec.solver = std::move(solver);
  spec.sparsity = sparsity;
  spec.intercept = false;
  spec.effort = "quick";
  return spec;
}

Json stream_fit(const std::shared_ptr<const DesignMatrix>& design, const StreamProblem& problem,
                const std::string& solver) {
  const FeatureGraph graph = FeatureGraph::view(problem.graph);
  const FitSpec spec = spec_of(solver, kStreamSparsity);
  FitHooks hooks;
  hooks.threads = 1;
  hooks.result_only = true;
  const auto counting = std::make_shared<CountingMatrix>(*design);
  const Result counted =
      Trainer(make_dataset(counting, problem.target), graph, {spec}).fit(hooks).result;
  const Dataset data = make_dataset(design, problem.target);
  const double seconds = best_seconds(2, [&] { Trainer(data, graph, {spec}).fit(hooks); });
  return {{"solver", solver},
          {"seconds", seconds},
          {"passes", counting->passes()},
          {"iterations", counted.iterations},
          {"solves", counted.pcst_calls}};
}

void run_stream(RowIndex rows, NodeId columns) {
  StreamProblem problem = stream_problem(rows, columns);
  const TemporaryFile file("stream.npy");
  write_npy(file.path(), problem.rows, problem.columns, problem.values);
  const double one = read_bandwidth(problem.values, 1);
  const double two = read_bandwidth(problem.values, 2);
  const auto bytes = static_cast<double>(std::span(problem.values).size_bytes());
  print({{"part", "bandwidth"}, {"bytes", bytes}, {"one", one}, {"two", two}});

  DataRequest request;
  request.data = file.path();
  const auto in_memory = std::make_shared<DenseMatrix<float>>(problem.rows, problem.columns,
                                                              std::move(problem.values));
  const std::shared_ptr<const DesignMatrix> mapped = read_dataset(request).design;
  for (const auto& [name, design] :
       {std::pair<std::string, std::shared_ptr<const DesignMatrix>>{"in memory", in_memory},
        {"mapped", mapped}}) {
    // Beside each other, as the machine may have other work by now.
    const double stream = bytes / read_bandwidth(in_memory->values());
    const double alone = transposed_seconds(*design, 1);
    const double both = transposed_seconds(*design, 2);
    print({{"part", "sums"},
           {"data", name},
           {"stream_seconds", stream},
           {"one_seconds", alone},
           {"two_seconds", both}});
    for (const char* const solver : {"graph-rand-htp", "graph-sto-iht"}) {
      const double before = bytes / read_bandwidth(in_memory->values());
      Json json = stream_fit(design, problem, solver);
      const double after = bytes / read_bandwidth(in_memory->values());
      json.update({{"part", "fit"}, {"data", name}, {"stream_seconds", std::min(before, after)}});
      print(json);
    }
  }
}

// SOLVES

struct RecoveryProblem {
  Graph graph;
  PlantedSignal signal;
  Dataset data;
};

RecoveryProblem recovery_problem(NodeId side, std::int64_t sparsity, std::int64_t rows,
                                 std::uint64_t trial) {
  Graph graph = make_grid(side, side);
  RandomStream stream(0, "solves benchmark", trial);
  const NodeId centre = side / 2 * side + side / 2;
  PlantedSignal signal = normal_signal(random_walk_support(graph, centre, sparsity, stream),
                                       graph.node_count(), stream);
  Measurements seen = measure_linear(signal, rows, 0.0, stream);
  Dataset data = make_dataset(
      std::make_shared<DenseMatrix<double>>(rows, graph.node_count(), std::move(seen.design)),
      seen.target);
  return {std::move(graph), std::move(signal), std::move(data)};
}

constexpr double kCountedIterations = 40;

struct RecoverySize {
  NodeId side;
  std::int64_t sparsity, rows;
  std::uint64_t trials;
};

// Few rows for their support, so that fits take a while.
constexpr RecoverySize kRecoverySizes[] = {{100, 50, 140, 5}, {316, 100, 280, 2}};

void run_solves(std::span<const RecoverySize> sizes) {
  for (const RecoverySize& size : sizes) {
    for (const char* const solver : {"graph-sto-iht", "graph-rand-htp"}) {
      double iterations = 0.0;
      double solves = 0.0;
      double recovered = 0.0;
      double seconds = 0.0;
      for (std::uint64_t trial = 0; trial < size.trials; ++trial) {
        const RecoveryProblem problem =
            recovery_problem(size.side, size.sparsity, size.rows, trial);
        const FeatureGraph graph = FeatureGraph::view(problem.graph);
        const FitSpec spec = spec_of(solver, size.sparsity);
        FitHooks hooks;
        hooks.result_only = true;
        hooks.trial = trial;
        Result whole;
        seconds +=
            seconds_of([&] { whole = Trainer(problem.data, graph, {spec}).fit(hooks).result; });
        const auto per_epoch =
            static_cast<double>(whole.iterations) / static_cast<double>(whole.epochs);
        double counted = 0.0;
        for (const EpochRecord& epoch : whole.history) {
          if (counted >= kCountedIterations) break;
          counted += per_epoch;
          solves += static_cast<double>(epoch.pcst_calls);
        }
        iterations += counted;
        recovered += whole.x.support == problem.signal.support ? 1.0 : 0.0;
      }
      print({{"solver", solver},
             {"nodes", size.side * size.side},
             {"sparsity", size.sparsity},
             {"rows", size.rows},
             {"iterations", iterations / static_cast<double>(size.trials)},
             {"solves_per_iteration", solves / iterations},
             {"recovered", recovered},
             {"trials", size.trials},
             {"seconds", seconds / static_cast<double>(size.trials)}});
    }
  }
}

// TAIL

// As the speed table's vectors: noise, and 3 on a connected cluster of 5 % of the nodes.
void run_tail(NodeId side) {
  const Graph graph = make_grid(side, side);
  const auto nodes = static_cast<std::size_t>(graph.node_count());
  const auto wanted = static_cast<std::int64_t>(nodes / 20);
  RandomStream stream(0, "tail benchmark");
  std::vector<double> x(nodes);
  for (double& value : x) value = stream.normal();
  // A square in the middle, which is what breadth first search finds in a grid, nearly.
  const auto edge = static_cast<NodeId>(std::sqrt(static_cast<double>(wanted)));
  for (NodeId row = 0; row < edge; ++row) {
    for (NodeId column = 0; column < edge; ++column) {
      const NodeId node = ((side - edge) / 2 + row) * side + (side - edge) / 2 + column;
      x[static_cast<std::size_t>(node)] += 3.0;
    }
  }
  ProjectionOptions options;
  options.min_size = options.max_size = wanted;
  const auto projection = make_projection(default_projection_method(), graph, options);
  const ProjectionResult* result = &projection->project(x);
  const double seconds = best_seconds(3, [&] { result = &projection->project(x); });
  print({{"nodes", nodes},
         {"seconds", seconds},
         {"microseconds_per_node", 1e6 * seconds / static_cast<double>(nodes)},
         {"solves", result->pcst_calls},
         {"captured", result->captured}});
}

// READERS

void make_edges(const std::string& path, std::int64_t edges) {
  std::mt19937_64 random(1);
  std::ofstream file(path);
  const auto nodes = static_cast<std::uint64_t>(edges / 5);
  std::string line;
  for (std::int64_t i = 0; i < edges; ++i) {
    line.clear();
    fmt::format_to(std::back_inserter(line), "{}\t{}\t{}\n", random() % nodes, random() % nodes,
                   static_cast<double>(random() % 1000) / 64);
    file << line;
  }
}

void make_table(const std::string& path, std::int64_t rows, std::int64_t columns) {
  std::ofstream file(path);
  RandomStream stream(1, "table benchmark");
  file << "id";
  for (std::int64_t j = 0; j < columns; ++j) file << ",gene" << j;
  file << '\n';
  std::string line;
  for (std::int64_t i = 0; i < rows; ++i) {
    line = fmt::format("sample{}", i);
    for (std::int64_t j = 0; j < columns; ++j) {
      fmt::format_to(std::back_inserter(line), ",{:.6f}", stream.normal());
    }
    file << line << '\n';
  }
}

void read_edges(const std::string& path) {
  std::size_t edges = 0;
  const double seconds = best_seconds(3, [&] { edges = read_edge_table(path).edges.size(); });
  print({{"edges", edges}, {"seconds", seconds}});
}

void read_table(const std::string& path) {
  DataRequest request;
  request.data = path;
  request.id_column = "id";
  RowIndex rows = 0;
  const double seconds = best_seconds(3, [&] { rows = read_dataset(request).design->rows(); });
  print({{"rows", rows}, {"seconds", seconds}});
}

// PRODUCTS

// In chunks of rows, as sums over rows are taken. Of the symmetric ones all count, though half of
// them are computed.
void run_products() {
  constexpr std::size_t rows = 256;
  RandomStream stream(0, "products benchmark");
  InnerProducts inner;
  for (const std::size_t columns : {20, 100, 300}) {
    std::vector<double> values(rows * columns);
    for (double& value : values) value = stream.normal();
    const ColumnBlock block{values.data(), columns, rows};
    std::vector<double> products(columns * columns);
    const double operations = 2.0 * static_cast<double>(rows * columns * columns);
    const int repeats = static_cast<int>(2e9 / operations) + 1;
    Json json = {{"columns", columns}};
    const bool before = uses_wide_kernels();
    for (const bool is_wide : {true, false}) {
      choose_wide_kernels(is_wide);
      const auto rate = [&](auto multiply) {
        const double seconds = best_seconds(5, [&] {
          for (int i = 0; i < repeats; ++i) multiply();
        });
        return repeats * operations / seconds;
      };
      const std::string form = is_wide ? "wide" : "plain";
      json[form] = rate([&] { inner.compute(block, block, rows, products.data()); });
      json[form + "_symmetric"] =
          rate([&] { inner.compute_symmetric(block, block, rows, products.data()); });
    }
    choose_wide_kernels(before);
    print(json);
  }
}

// LOGISTIC

void run_logistic(const std::string& matrix, const std::string& labels, const std::string& edges,
                  std::int64_t runs) {
  FitFiles files;
  files.data = matrix;
  files.labels = labels;
  files.graph = edges;
  FitSpec spec;
  spec.solver = "graph-sto-iht";
  spec.loss = "logistic";
  spec.effort = "quick";
  spec.sparsity = 20;
  spec.standardize = true;
  for (const char* const solver : {"graph-sto-iht", "graph-iht", "graph-rand-htp", "graph-ridge"}) {
    spec.solver = solver;
    const FitData given = read_fit_files(files, spec);
    FitHooks hooks;
    hooks.threads = 1;
    Fit last = fit(given.data, given.graph, spec, hooks);
    const double seconds = best_seconds(static_cast<int>(runs),
                                        [&] { last = fit(given.data, given.graph, spec, hooks); });
    print({{"solver", solver},
           {"seconds", seconds},
           {"features", last.model.features.size()},
           {"objective", last.result.objective},
           {"epochs", last.result.epochs},
           {"iterations", last.result.iterations},
           {"solves", last.result.pcst_calls}});
  }
}

// BYTES

enum class Kind { dense, sparse, mapped };
constexpr std::pair<Kind, const char*> kKinds[] = {
    {Kind::dense, "dense"}, {Kind::sparse, "sparse"}, {Kind::mapped, "mapped"}};

constexpr NodeId kBytesSide = 56;
constexpr RowIndex kBytesRows = 700;  // three chunks of rows, and above 2 million values

// Three neighbours on the grid decide.
Dataset bytes_data(Kind kind, bool has_classes, bool weighted, const std::string& path) {
  constexpr NodeId features = kBytesSide * kBytesSide;
  RandomStream stream(11, "bytes benchmark");
  std::vector<float> values;
  std::vector<double> target;
  for (RowIndex row = 0; row < kBytesRows; ++row) {
    double z = 0.0;
    for (NodeId column = 0; column < features; ++column) {
      const bool is_stored = kind != Kind::sparse || stream.uniform() < 0.1;
      values.push_back(is_stored ? static_cast<float>(stream.normal()) : 0.0F);
      if (column >= 200 && column < 203) z += 2.0 * static_cast<double>(values.back());
    }
    z += 0.3 * stream.normal();
    target.push_back(!has_classes ? z : z > 0.0 ? 1.0 : -1.0);
  }
  std::shared_ptr<const DesignMatrix> design;
  if (kind == Kind::sparse) {
    std::vector<MatrixEntry> entries;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] == 0.0F) continue;
      const auto place = static_cast<std::int64_t>(i);
      entries.push_back({place / features, static_cast<NodeId>(place % features),
                         static_cast<double>(values[i])});
    }
    design = std::make_shared<SparseMatrix>(kBytesRows, features, std::move(entries));
  } else if (kind == Kind::mapped) {
    write_npy(path, kBytesRows, features, values);
    DataRequest request;
    request.data = path;
    design = read_dataset(request).design;
  } else {
    design = std::make_shared<DenseMatrix<float>>(kBytesRows, features, std::move(values));
  }
  Dataset data = make_dataset(std::move(design), std::move(target));
  for (RowIndex row = 0; weighted && row < kBytesRows; ++row) {
    data.weights.push_back(0.5 + stream.uniform());
  }
  return data;
}

// How many models there are among those of 1, 2 and 4 threads, and of narrow registers.
std::size_t distinct_models(const Dataset& data, const Graph& graph, const FitSpec& spec,
                            std::string& failure) {
  std::vector<std::string> models;
  const auto add = [&](std::int64_t threads) {
    FitHooks hooks;
    hooks.threads = threads;
    models.push_back(format_model(fit(data, FeatureGraph::view(graph), spec, hooks).model));
  };
  try {
    for (const std::int64_t threads : {1, 2, 4}) add(threads);
    const bool before = uses_wide_kernels();
    choose_wide_kernels(false);
    add(1);
    choose_wide_kernels(before);
  } catch (const InputError& error) {
    failure = error.what();  // such as a loss that a solver does not take
    return 0;
  }
  std::sort(models.begin(), models.end());
  return static_cast<std::size_t>(std::unique(models.begin(), models.end()) - models.begin());
}

void run_bytes() {
  const Graph graph = make_grid(kBytesSide, kBytesSide);
  const TemporaryFile file("bytes.npy");
  std::int64_t same = 0;
  Json different = Json::array();
  Json refused = Json::array();
  for (const auto& [kind, kind_name] : kKinds) {
    for (const bool has_classes : {false, true}) {
      for (const bool weighted : {false, true}) {
        const Dataset data = bytes_data(kind, has_classes, weighted, file.path());
        for (const SolverRow& row : solver_table()) {
          FitSpec spec = spec_of(fmt::format("graph-{}", row.name), 3);
          spec.loss = has_classes ? "logistic" : "squares";
          spec.intercept = true;
          spec.max_epochs = 3;
          const std::string name = fmt::format("{}, {}, {}, {}", spec.solver, spec.loss, kind_name,
                                               weighted ? "weights" : "no weights");
          std::string failure;
          const std::size_t models = distinct_models(data, graph, spec, failure);
          if (models == 0) refused.push_back(fmt::format("{}: {}", name, failure));
          if (models == 1) ++same;
          if (models > 1) different.push_back(name);
        }
      }
    }
  }
  print({{"same", same},
         {"different", different},
         {"refused", refused},
         {"wide", uses_wide_kernels()}});
}

int main_with(const std::vector<std::string>& words) {
  struct Command {
    std::string_view name;
    std::size_t words;
    std::function<void()> run;
  };
  const auto word = [&](std::size_t i) { return words[i]; };
  const auto count = [&](std::size_t i) { return parse_count(words[i]); };
  const Command commands[] = {
      {"stream", 1, [&] { run_stream(4000, 50000); }},
      {"stream", 3, [&] { run_stream(count(1), static_cast<NodeId>(count(2))); }},
      {"solves", 1, [] { run_solves(kRecoverySizes); }},
      {"solves", 5,
       [&] {
         const RecoverySize size{static_cast<NodeId>(count(1)), count(2), count(3),
                                 static_cast<std::uint64_t>(count(4))};
         run_solves({&size, 1});
       }},
      {"tail", 2, [&] { run_tail(static_cast<NodeId>(count(1))); }},
      {"make-edges", 3, [&] { make_edges(word(1), count(2)); }},
      {"make-table", 4, [&] { make_table(word(1), count(2), count(3)); }},
      {"read-edges", 2, [&] { read_edges(word(1)); }},
      {"read-table", 2, [&] { read_table(word(1)); }},
      {"products", 1, [] { run_products(); }},
      {"logistic", 5, [&] { run_logistic(word(1), word(2), word(3), count(4)); }},
      {"bytes", 1, [] { run_bytes(); }},
  };
  for (const Command& command : commands) {
    if (words.size() != command.words || words[0] != command.name) continue;
    command.run();
    return 0;
  }
  std::cerr << "usage: data_runner COMMAND [ARGUMENT...]; the first lines of data_runner.cpp tell "
               "which there are\n";
  return 2;
}

}  // namespace
}  // namespace graphsparse::bench

int main(int argc, char** argv) {
  return graphsparse::bench::runner_main("data_runner", argc, argv, graphsparse::bench::main_with);
}
