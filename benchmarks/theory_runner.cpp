// The tables of docs/theory.md and docs/notes/solvers.md that compare what the paper's theory
// leaves open: how rows are drawn, and which head restricts the gradient.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse {
namespace {

constexpr NodeId kSide = 16;
constexpr double kRecovered = 1e-6;

enum class RowNorms { equal, spread, few_long };

// One of figure 4's problems, its rows scaled: all alike, by exp(N(0, 1)), or every twentieth
// by 10.
struct WalkProblem {
  Graph graph = make_grid(kSide, kSide);
  PlantedSignal signal;
  std::vector<double> target;
  std::unique_ptr<DesignMatrix> design;
  std::unique_ptr<Loss> loss = find_loss("squares").make();

  WalkProblem(std::int64_t sparsity, std::int64_t rows, RowNorms norms, double noise,
              std::uint64_t trial) {
    RandomStream stream(0, "theory", trial);
    const NodeId centre = kSide * kSide / 2 + kSide / 2;
    signal = normal_signal(random_walk_support(graph, centre, sparsity, stream), graph.node_count(),
                           stream);
    Measurements seen = measure_linear(signal, rows, noise, stream);
    const auto width = static_cast<std::size_t>(graph.node_count());
    for (std::size_t i = 0; i < static_cast<std::size_t>(rows); ++i) {
      double scale = 1.0;
      if (norms == RowNorms::spread) scale = std::exp(stream.normal());
      if (norms == RowNorms::few_long && i % 20 == 0) scale = 10.0;
      seen.target[i] *= scale;
      for (std::size_t j = 0; j < width; ++j) seen.design[i * width + j] *= scale;
    }
    target = std::move(seen.target);
    design =
        std::make_unique<DenseMatrix<double>>(rows, graph.node_count(), std::move(seen.design));
  }

  double error(const Point& point) const {
    double squares = 0.0;
    for (std::size_t j = 0; j < point.w.size(); ++j) {
      const double difference = point.w[j] - signal.values[j];
      squares += difference * difference;
    }
    return std::sqrt(squares);
  }
};

struct Summary {
  double share = 0.0;
  double median_error = 0.0;
  double median_epochs = 0.0;  // of the runs that recovered
  double solves = 0.0;         // Steiner problems per iteration
  double milliseconds = 0.0;   // of processor time per run
};

double median(std::vector<double> values) {
  if (values.empty()) return std::nan("");
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Setting {
  std::int64_t sparsity;
  std::int64_t rows;
  SolverOptions options;
  RowNorms norms = RowNorms::equal;
  double noise = 0.0;
  double head_factor = 0.0;
  std::int64_t head_size = 0;
};

Summary run_trials(const Setting& setting, int trials) {
  Summary summary;
  std::vector<double> errors;
  std::vector<double> epochs;
  double iterations = 0.0;
  const std::clock_t begin = std::clock();
  for (int trial = 0; trial < trials; ++trial) {
    const WalkProblem walk(setting.sparsity, setting.rows, setting.norms, setting.noise,
                           static_cast<std::uint64_t>(trial));
    GraphStructureOptions structure;
    structure.sparsity = setting.sparsity;
    structure.head_factor = setting.head_factor;
    structure.head_size = setting.head_size;
    const auto model = make_graph_structure(walk.graph, structure);
    SolverOptions options = setting.options;
    options.trial = static_cast<std::uint64_t>(trial);
    const Problem problem{walk.design.get(), walk.target, walk.loss.get(), {}, 0.0, false};
    const Result result = solve(problem, *model, options);
    errors.push_back(walk.error(result.x));
    if (errors.back() <= kRecovered) epochs.push_back(static_cast<double>(result.epochs));
    iterations += static_cast<double>(result.iterations);
    summary.solves += static_cast<double>(result.pcst_calls);
  }
  summary.milliseconds = 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / trials;
  summary.share = static_cast<double>(epochs.size()) / trials;
  summary.median_error = median(errors);
  summary.median_epochs = median(epochs);
  summary.solves /= std::max(1.0, iterations);
  return summary;
}

void print_sampling(int trials) {
  constexpr std::pair<RowNorms, const char*> kNorms[] = {
      {RowNorms::equal, "equal"}, {RowNorms::spread, "spread"}, {RowNorms::few_long, "few long"}};
  fmt::print("{:<10}{:<10}{:>4}{:>5}{:>7}{:>6}  {:<26}{:<26}{:<26}\n", "solver", "norms", "s", "m",
             "noise", "b", "random", "shuffled", "norm");
  for (const char* solver : {"sto-iht", "svrg", "saga", "scsg"}) {
    for (const auto& [norms, name] : kNorms) {
      for (const auto& [rows, noise] :
           {std::pair{60, 0.0}, std::pair{100, 0.0}, std::pair{100, 0.5}}) {
        const std::int64_t block = rows / 5;
        fmt::print("{:<10}{:<10}{:>4}{:>5}{:>7}{:>6}  ", solver, name, 8, rows, noise, block);
        for (const char* sampling : {"random", "shuffled", "norm"}) {
          Setting setting{8, rows, find_solver(solver).options, norms, noise};
          setting.options.sampler = *parse_sampling(sampling);
          setting.options.block_size = block;
          const Summary summary = run_trials(setting, trials);
          fmt::print("{:<26}", fmt::format("{:.2f} err {:.1e} ep {:.0f}", summary.share,
                                           summary.median_error, summary.median_epochs));
        }
        fmt::print("\n");
        std::fflush(stdout);
      }
    }
  }
}

// The constant step that recovers most, and among those the fastest: where steps do not adapt to
// the block, long rows are what limits them.
void print_constant_steps(int trials) {
  constexpr std::pair<RowNorms, const char*> kNorms[] = {
      {RowNorms::equal, "equal"}, {RowNorms::spread, "spread"}, {RowNorms::few_long, "few long"}};
  fmt::print("{:<10}{:>4}{:>5}{:>5}  {:<30}{:<30}{:<30}\n", "norms", "s", "m", "b", "random",
             "shuffled", "norm");
  for (const auto& [norms, name] : kNorms) {
    for (const std::int64_t block : {5, 20}) {
      fmt::print("{:<10}{:>4}{:>5}{:>5}  ", name, 8, 100, block);
      for (const char* sampling : {"random", "shuffled", "norm"}) {
        Summary best;
        double best_step = 0.0;
        for (double step = 1.0; step > 0.01; step /= 1.5) {
          Setting setting{8, 100, find_solver("sto-iht").options, norms};
          setting.options.sampler = *parse_sampling(sampling);
          setting.options.block_size = block;
          setting.options.step = StepKind::constant;
          setting.options.step_factor = step;
          const Summary summary = run_trials(setting, trials);
          const bool is_faster =
              summary.share == best.share && summary.median_epochs < best.median_epochs;
          if (summary.share <= best.share && !is_faster) continue;
          best = summary;
          best_step = step;
        }
        fmt::print("{:<30}", fmt::format("{:.2f} step {:.3f} ep {:.0f}", best.share, best_step,
                                         best.median_epochs));
        std::fflush(stdout);
      }
      fmt::print("\n");
    }
  }
}

void print_heads(int trials) {
  struct Head {
    const char* name;
    bool head;
    double factor;
    bool of_theory;
  };
  constexpr Head kHeads[] = {{"none", false, 0.0, false},
                             {"plain", true, 0.0, false},
                             {"boosted", true, 0.95, false},
                             {"plain 2s", true, 0.0, true},
                             {"boosted 2s", true, 0.95, true}};
  fmt::print("{:<10}{:>4}{:>5}", "solver", "s", "m");
  for (const Head& head : kHeads) fmt::print("  {:<28}", head.name);
  fmt::print("\n");
  constexpr std::pair<std::int64_t, std::int64_t> kCells[] = {{8, 30},  {8, 60},  {20, 45},
                                                              {20, 70}, {36, 80}, {36, 120}};
  for (const char* solver : {"sto-iht", "iht"}) {
    for (const auto& [sparsity, rows] : kCells) {
      fmt::print("{:<10}{:>4}{:>5}", solver, sparsity, rows);
      for (const Head& head : kHeads) {
        Setting setting{sparsity, rows, find_solver(solver).options};
        setting.options.head = head.head;
        setting.head_factor = head.factor;
        setting.head_size = head.of_theory ? 2 * sparsity : 0;
        const Summary summary = run_trials(setting, trials);
        fmt::print("  {:<28}", fmt::format("{:.2f} {:.1f} solves {:.1f} ms", summary.share,
                                           summary.solves, summary.milliseconds));
      }
      fmt::print("\n");
      std::fflush(stdout);
    }
  }
}

}  // namespace
}  // namespace graphsparse

// theory_runner sampling|steps|heads [TRIALS]
int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  const int trials = count > 2 ? std::atoi(arguments[2]) : 50;  // NOLINT(cert-err34-c)
  if (what == "sampling") {
    graphsparse::print_sampling(trials);
  } else if (what == "steps") {
    graphsparse::print_constant_steps(trials);
  } else if (what == "heads") {
    graphsparse::print_heads(trials);
  } else {
    fmt::print(stderr, "usage: theory_runner sampling|steps|heads [TRIALS]\n");
    return 2;
  }
  return 0;
}
