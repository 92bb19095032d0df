// The table of recovery: how many measurements each solver needs, the paper's settings beside ours.
// Prints what docs/notes/solvers.md reports. Trials run in parallel; the result does not depend on
// that.
//
//   recovery_runner [TRIALS [CELL...]]
//
// A cell SOLVER:S:M[:NOISE[:EFFORT]] is measured instead of the tables; "logistic" in the place of
// the noise asks for labels.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/fit/trainer.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/reference/authors_protocol.hpp"
#include "graphsparse/reference/projection_table.hpp"

namespace graphsparse {
namespace {

struct Cell {
  std::string_view solver;
  std::int64_t side = 16;
  std::int64_t sparsity = 8;
  std::int64_t observations = 60;
  double noise = 0.0;
  bool as_authors = false;
  bool is_logistic = false;
  std::string effort = "";  // as the solver has it
};

struct Outcome {
  double score = 0.0;  // 1 or 0 for recovered or not; logistic: F1 of the support
  double seconds = 0.0;
  double epochs = 0.0;
};

// With the search call by call, and for all epochs that the authors' program runs.
TrainerOptions follow_authors(const Cell& cell) {
  AuthorsProtocol protocol =
      authors_recovery(resolve_solver(cell.solver), {1.0, cell.sparsity}, cell.observations);
  protocol.projection = &find_projection("bisection");
  protocol.options.stop_at_repetition = false;
  TrainerOptions options;
  options.adjust = [protocol](SolverOptions& solver) { protocol.apply_to(solver); };
  options.adjust_structure = [protocol](StructureSpec& structure) { protocol.apply_to(structure); };
  return options;
}

FitSpec spec_of(const Cell& cell) {
  FitSpec spec;
  spec.solver = cell.solver;
  spec.loss = cell.is_logistic ? "logistic" : "squares";
  spec.sparsity = cell.sparsity;
  spec.intercept = cell.is_logistic;
  spec.slack = 0.0;
  spec.effort = cell.effort;
  return spec;
}

double f1_score(const Support& truth, const Support& found) {
  Support common;
  std::set_intersection(truth.begin(), truth.end(), found.begin(), found.end(),
                        std::back_inserter(common));
  return 2.0 * static_cast<double>(common.size()) /
         static_cast<double>(truth.size() + found.size());
}

// Of this thread, which no other work on the machine slows down.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Outcome run(const Cell& cell, const Graph& graph, std::uint64_t trial) {
  RandomStream stream(0, "recovery", trial,
                      static_cast<std::uint64_t>(cell.sparsity * 10000 + cell.observations));
  const auto centre = static_cast<NodeId>(cell.side / 2 * cell.side + cell.side / 2);
  Support support = random_walk_support(graph, centre, cell.sparsity, stream);
  const PlantedSignal signal = cell.is_logistic
                                   ? bounded_signal(std::move(support), graph.node_count(), stream)
                                   : normal_signal(std::move(support), graph.node_count(), stream);
  Measurements seen = cell.is_logistic
                          ? measure_logistic(signal, cell.observations, 0.0, stream)
                          : measure_linear(signal, cell.observations, cell.noise, stream);
  const Dataset data =
      make_dataset(std::make_shared<const DenseMatrix<double>>(
                       cell.observations, graph.node_count(), std::move(seen.design)),
                   seen.target);
  const FeatureGraph network = FeatureGraph::view(graph);
  const Trainer trainer(data, network, {spec_of(cell)},
                        cell.as_authors ? follow_authors(cell) : TrainerOptions{});
  FitHooks hooks;
  hooks.trial = trial;
  hooks.result_only = true;
  const double begin = processor_seconds();
  const Result result = trainer.fit(hooks).result;

  Outcome outcome{0.0, processor_seconds() - begin, static_cast<double>(result.epochs)};
  if (cell.is_logistic) {
    outcome.score = f1_score(signal.support, result.x.support);
    return outcome;
  }
  double squares = 0.0;
  for (std::size_t j = 0; j < signal.values.size(); ++j) {
    squares += std::pow(result.x.w[j] - signal.values[j], 2.0);
  }
  outcome.score = std::sqrt(squares) <= std::max(1e-6, cell.noise) ? 1.0 : 0.0;
  return outcome;
}

std::vector<Outcome> run_trials(const Cell& cell, std::int64_t trials) {
  const Graph graph = make_grid(cell.side, cell.side);
  std::vector<Outcome> outcomes(static_cast<std::size_t>(trials));
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t trial = next++; trial < outcomes.size(); trial = next++) {
      outcomes[trial] = run(cell, graph, trial);
    }
  };
  std::vector<std::jthread> threads;
  const unsigned count = std::max(1U, std::thread::hardware_concurrency());
  for (unsigned i = 0; i < count; ++i) threads.emplace_back(work);
  threads.clear();
  return outcomes;
}

struct Summary {
  double mean = 0.0;
  double standard_error = 0.0;
  double median_milliseconds = 0.0;
  double mean_epochs = 0.0;
};

Summary summarize(std::vector<Outcome> outcomes) {
  Summary summary;
  const auto count = static_cast<double>(outcomes.size());
  double squares = 0.0;
  for (const Outcome& outcome : outcomes) {
    summary.mean += outcome.score / count;
    squares += outcome.score * outcome.score / count;
    summary.mean_epochs += outcome.epochs / count;
  }
  const double variance = std::max(0.0, squares - summary.mean * summary.mean);
  summary.standard_error = std::sqrt(variance / std::max(1.0, count - 1.0));
  const auto middle = outcomes.begin() + static_cast<std::ptrdiff_t>(outcomes.size() / 2);
  std::nth_element(outcomes.begin(), middle, outcomes.end(),
                   [](const Outcome& a, const Outcome& b) { return a.seconds < b.seconds; });
  summary.median_milliseconds = 1e3 * middle->seconds;
  return summary;
}

void print_row(const Cell& cell, std::int64_t trials, std::string_view wanted) {
  const Summary summary = summarize(run_trials(cell, trials));
  fmt::print("{:<16} {:>4} {:>5} {:>7.3f} {:>7.3f} {:>10.2f} {:>8.1f}   {}\n", cell.solver,
             cell.sparsity, cell.observations, summary.mean, summary.standard_error,
             summary.median_milliseconds, summary.mean_epochs, wanted);
  std::fflush(stdout);
}

void print_head(std::string_view title, std::string_view score) {
  fmt::print("\n{}\n\n{:<16} {:>4} {:>5} {:>7} {:>7} {:>10} {:>8}   {}\n", title, "solver", "s",
             "m", score, "+-", "median ms", "epochs", "wanted");
}

Cell with_effort(Cell cell, std::string_view effort) {
  cell.effort = effort;
  return cell;
}

// The fewest measurements that restarts need.
void print_restarts(std::int64_t trials) {
  const auto print = [&](std::string_view effort, const auto& sizes) {
    print_head(fmt::format("RESTARTS, EFFORT {} (16 x 16 grid)", effort), "share");
    for (const auto& [sparsity, observations] : sizes) {
      print_row(with_effort({"graph-rand-htp", 16, sparsity, observations}, effort), trials,
                ">= 0.95");
    }
  };
  using Sizes = std::vector<std::pair<std::int64_t, std::int64_t>>;
  print("normal", Sizes{{8, 15}, {20, 35}, {28, 45}, {36, 55}});
  print("thorough", Sizes{{8, 14}, {20, 29}, {28, 40}, {36, 51}});
}

void print_all(std::int64_t trials) {
  print_head("AS THE AUTHORS RAN IT (16 x 16 grid, figure 4)", "share");
  const std::vector<std::pair<std::int64_t, std::int64_t>> published = {
      {8, 60}, {20, 100}, {28, 130}, {36, 160}};
  for (const auto& [sparsity, observations] : published) {
    for (const std::string_view solver : {"graph-sto-iht", "graph-iht", "sto-iht", "iht"}) {
      print_row({solver, 16, sparsity, observations, 0.0, true}, trials,
                solver == "graph-sto-iht" ? ">= 0.95" : "as published, within 0.15");
    }
  }
  print_head("OUR SOLVERS, ONE RUN (16 x 16 grid)", "share");
  const std::vector<std::pair<std::int64_t, std::int64_t>> htp = {
      {8, 25}, {20, 40}, {28, 55}, {36, 65}};
  for (const auto& [sparsity, observations] : htp) {
    print_row(with_effort({"graph-rand-htp", 16, sparsity, observations}, "quick"), trials,
              ">= 0.95");
  }
  const std::vector<std::pair<std::int64_t, std::int64_t>> nsto = {
      {8, 30}, {20, 50}, {28, 70}, {36, 85}};
  for (const auto& [sparsity, observations] : nsto) {
    print_row({"graph-nsto-iht", 16, sparsity, observations}, trials, ">= 0.95");
  }
  print_row({"graph-sto-iht", 16, 20, 100}, trials, "25 times faster than 210 ms");
  print_restarts(trials);
  print_head("NOISE OF NORM 0.5, error at most 0.5", "share");
  for (const std::string_view effort : {"quick", "normal"}) {
    print_row(with_effort({"graph-rand-htp", 16, 8, 40, 0.5}, effort), 4 * trials,
              effort == "quick" ? ">= 0.95" : effort);
  }
  print_row({"graph-amp", 16, 8, 40, 0.5}, 4 * trials, "");
  print_row({"graph-nsto-iht", 16, 8, 40, 0.5}, trials, "");
  print_row({"graph-sto-iht", 16, 8, 40, 0.5, true}, trials, "published 0.67");
  print_head("LOGISTIC (32 x 32 grid, coefficients of size 1 to 2)", "F1");
  for (const std::int64_t observations : {100, 200, 400, 800}) {
    for (const std::string_view solver :
         {"iht", "sto-iht", "graph-iht", "graph-sto-iht", "graph-nsto-iht", "graph-rand-htp"}) {
      print_row(with_effort({solver, 32, 20, observations, 0.0, false, true}, "quick"), 20, "");
    }
    print_row(with_effort({"graph-rand-htp", 32, 20, observations, 0.0, false, true}, "normal"), 20,
              "normal");
  }
}

template <class Number>
Number parse_number(std::string_view text, Number least) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < least) {
    throw InputError(fmt::format("'{}' is no number of at least {}", text, least));
  }
  return number;
}

Cell parse_cell(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (parts.size() < 3 || parts.size() > 5) {
    throw InputError(fmt::format("'{}' is no cell SOLVER:S:M[:NOISE[:EFFORT]]", text));
  }
  Cell cell;
  cell.solver = parts[0];
  cell.sparsity = parse_number<std::int64_t>(parts[1], 1);
  cell.observations = parse_number<std::int64_t>(parts[2], 1);
  if (parts.size() > 3 && parts[3] == "logistic") {
    cell.is_logistic = true;
    cell.side = 32;
  } else if (parts.size() > 3) {
    cell.noise = parse_number(parts[3], 0.0);
  }
  if (parts.size() > 4) cell.effort = parts[4];
  return cell;
}

void run_program(std::span<char* const> arguments) {
  std::int64_t trials = 50;
  if (!arguments.empty()) trials = parse_number<std::int64_t>(arguments[0], 2);
  if (arguments.size() < 2) {
    print_all(trials);
    return;
  }
  print_head("CELLS", "score");
  for (const char* const text : arguments.subspan(1)) {
    const Cell cell = parse_cell(text);
    print_row(cell, trials, cell.effort);
  }
}

}  // namespace
}  // namespace graphsparse

int main(int argc, char** argv) {
  try {
    graphsparse::run_program({argv + 1, argv + argc});
  } catch (const graphsparse::InputError& error) {
    fmt::print(stderr, "recovery_runner: {}\n", error.what());
    return 2;
  }
  return 0;
}
