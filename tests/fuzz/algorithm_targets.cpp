// Random small problems against what is true of every answer.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/target.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/objective/problem.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "graphsparse/reference/projection_table.hpp"
#include "graphsparse/solver/solver.hpp"
#include "graphsparse/structure/structure.hpp"
#include "support/brute_force.hpp"
#include "support/certificate_check.hpp"
#include "support/validity.hpp"

namespace graphsparse::fuzz {
namespace {

// Takes numbers from the bytes, zeros when they are used up.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

  std::uint8_t byte() {
    std::uint8_t value = 0;
    take(&value, 1);
    return value;
  }
  std::int64_t below(std::int64_t bound) { return byte() % bound; }
  std::int64_t between(std::int64_t low, std::int64_t high) { return low + below(high - low + 1); }
  // Any finite double.
  double number() {
    double value = 0.0;
    take(&value, sizeof(value));
    return std::isfinite(value) ? value : 0.0;
  }
  // A multiple of 1/16 from -8 on: ties and zeros are common.
  double small() { return (static_cast<double>(byte()) - 128.0) / 16.0; }

 private:
  void take(void* to, std::size_t size) {
    const std::size_t count = std::min(size, bytes_.size());
    std::memcpy(to, bytes_.data(), count);
    bytes_.remove_prefix(count);
  }

  std::string_view bytes_;
};

// All numbers of an instance are either small multiples of 1/16 or any doubles.
class Numbers {
 public:
  explicit Numbers(Bytes& bytes) : bytes_(bytes), is_any_(bytes.below(2) == 1) {}
  double next() { return is_any_ ? bytes_.number() : bytes_.small(); }

 private:
  Bytes& bytes_;
  bool is_any_;
};

Graph take_graph(Bytes& bytes, Numbers& numbers, std::int64_t most_nodes, double largest_cost) {
  const std::int64_t nodes = bytes.between(1, most_nodes);
  const std::int64_t edge_count = bytes.below(16);
  const bool has_costs = bytes.below(2) == 1;
  std::vector<Edge> edges;
  for (std::int64_t i = 0; i < edge_count; ++i) {
    Edge edge;
    edge.u = static_cast<NodeId>(bytes.below(nodes));
    edge.v = static_cast<NodeId>(bytes.below(nodes));
    edge.cost = has_costs ? std::min(std::abs(numbers.next()), largest_cost) : 1.0;
    edges.push_back(edge);
  }
  return Graph::from_edges(nodes, edges);
}

std::vector<double> take_vector(Numbers& numbers, std::int64_t size) {
  std::vector<double> values(static_cast<std::size_t>(size));
  for (double& value : values) value = numbers.next();
  return values;
}

void check_forest(const Graph& graph, const std::vector<double>& prizes, const PcstOptions& options,
                  const Forest& forest) {
  const std::string defect = test_support::forest_defect(graph, prizes, options, forest);
  require(defect.empty(), "the forest " + defect);
  if (options.pruning != Pruning::gw && options.pruning != Pruning::strong) return;
  std::vector<Edge> scaled;
  for (EdgeId id = 0; id < graph.edge_count(); ++id) {
    scaled.push_back(graph.edge(id));
    scaled.back().cost *= options.cost_scale;
  }
  const test_support::BruteForce all(Graph::from_edges(graph.node_count(), scaled));
  const double best = options.root == kNoNode ? all.best_steiner_forest(prizes, options.components)
                                              : all.best_rooted_tree(prizes, options.root);
  double total = 0.0;
  for (const double prize : prizes) total += prize;
  // The sums hold all prizes, also where what counts is small beside them.
  const double rounding = 1e-9 * best + 1e-12 * total;
  require(forest.objective() >= best - rounding,
          fmt::format("objective {} below the least {}", forest.objective(), best));
  require(forest.lower_bound <= best + rounding,
          fmt::format("lower bound {} above the least {}", forest.lower_bound, best));
  require(forest.objective() <= 2.0 * best + 2.0 * rounding,
          fmt::format("objective {} above twice the least {}", forest.objective(), best));
}

void solve_forests(const std::string& input) {
  Bytes bytes(input);
  Numbers numbers(bytes);
  constexpr double any = std::numeric_limits<double>::max();
  const Graph graph = take_graph(bytes, numbers, 7, any);
  std::vector<double> prizes = take_vector(numbers, graph.node_count());
  for (double& prize : prizes) prize = std::abs(prize);
  PcstSolver solver(graph);
  try {
    solver.set_prizes(prizes);
    for (const Pruning pruning : {Pruning::none, Pruning::simple, Pruning::gw, Pruning::strong}) {
      PcstOptions options;
      options.pruning = pruning;
      options.cost_scale = bytes.below(4) == 0 ? std::abs(numbers.next()) : 1.0;
      if (bytes.below(3) == 0) {
        options.root = static_cast<NodeId>(bytes.below(graph.node_count()));
        options.components = 0;
      } else {
        options.components = bytes.between(1, 3);
      }
      check_forest(graph, prizes, options, solver.solve(options));
    }
  } catch (const InputError&) {
    // Sums that are too large for a double are refused.
  }
}

void check_scale(const ProjectionMethod& method, const Graph& graph,
                 const ProjectionOptions& options, const std::vector<double>& x, int exponent,
                 const ProjectionResult& result) {
  std::vector<double> scaled(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    scaled[i] = std::ldexp(x[i], exponent);
    // A number that lost digits is another one.
    if (std::ldexp(scaled[i], -exponent) != x[i] || std::abs(scaled[i]) > 1e150) return;
  }
  const auto projection = make_projection(method, graph, options);
  const ProjectionResult& other = projection->project(scaled);
  require(other.support == result.support,
          fmt::format("{}: another support for x times 2^{}", method.name, exponent));
  require(other.certified_factor == result.certified_factor,
          fmt::format("{}: another factor for x times 2^{}", method.name, exponent));
}

void project(const std::string& input) {
  Bytes bytes(input);
  Numbers numbers(bytes);
  const Graph graph = take_graph(bytes, numbers, 8, 1e100);
  const std::vector<double> x = take_vector(numbers, graph.node_count());
  ProjectionOptions options;
  options.kind = bytes.below(2) == 0 ? ProjectionKind::tail : ProjectionKind::head;
  options.min_size = bytes.below(graph.node_count() + 1);
  options.max_size = options.min_size + bytes.below(3);
  options.components = bytes.between(1, 3);
  const double budget = std::abs(numbers.next());
  const auto exponent = static_cast<int>(bytes.below(256) * 4 - 512);
  double squares = 0.0;
  for (const double value : x) squares += value * value;
  if (!std::isfinite(squares)) return;
  for (const ProjectionMethod& method : all_projection_methods()) {
    ProjectionOptions own = options;
    if (method.needs_budget) own.budget = std::min(budget, 1e100);
    const auto projection = make_projection(method, graph, own);
    const ProjectionResult& result = projection->project(x);
    // Sums of squares that are almost nothing have no digits to compare.
    const bool has_digits = squares > 1e-290;
    const std::string defect =
        has_digits ? test_support::projection_defect(graph, x, own, result) : std::string();
    require(defect.empty(), fmt::format("{}: {}", method.name, defect));
    const std::string lie = test_support::certificate_defect(graph, x, own, result);
    require(lie.empty(), fmt::format("{}: {}", method.name, lie));
    check_scale(method, graph, own, x, exponent, result);
  }
}

double objective_at(const Problem& problem, const Point& point) {
  BlockObjective all(problem);
  all.move_to(used_rows(problem), point);
  return all.value(point);
}

// The largest derivative by what the point may change.
double slope_at(const Problem& problem, const Point& point) {
  const std::vector<RowIndex> rows = used_rows(problem);
  BlockObjective all(problem);
  all.move_to(rows, point);
  const auto slopes = all.derivatives();
  std::vector<double> gradient(point.w.size(), 0.0);
  problem.design->add_transposed(rows, slopes, gradient);
  double most = 0.0;
  for (const NodeId feature : point.support) {
    const auto at = static_cast<std::size_t>(feature);
    most = std::max(most, std::abs(gradient[at] + problem.l2 * point.w[at]));
  }
  if (!problem.intercept) return most;
  double sum = 0.0;
  for (const double slope : slopes) sum += slope;
  return std::max(most, std::abs(sum));
}

double target_for(Response response, double value) {
  if (response == Response::classes) return value < 0.0 ? -1.0 : 1.0;
  if (response == Response::counts) return std::floor(std::abs(value));
  return value;
}

void fit_tiny(const std::string& input) {
  Bytes bytes(input);
  const LossRow& loss_row = loss_table()[static_cast<std::size_t>(
      bytes.below(static_cast<std::int64_t>(loss_table().size())))];
  const auto solvers = solver_table();
  const SolverRow& row =
      solvers[static_cast<std::size_t>(bytes.below(static_cast<std::int64_t>(solvers.size())))];
  const auto kind = bytes.below(2) == 0 ? StructureKind::graph : StructureKind::none;
  const RowIndex rows = bytes.between(2, 12);
  Numbers numbers(bytes);
  std::vector<Edge> edges;
  const std::int64_t columns = bytes.between(1, 6);
  for (std::int64_t j = 1; j < columns; ++j) {
    edges.push_back({static_cast<NodeId>(bytes.below(j)), static_cast<NodeId>(j), 1.0});
  }
  const Graph graph = Graph::from_edges(columns, edges);
  std::vector<double> values(static_cast<std::size_t>(rows * columns));
  for (double& value : values) value = bytes.small();
  const auto loss = loss_row.make({});
  std::vector<double> target;
  for (RowIndex i = 0; i < rows; ++i) {
    target.push_back(target_for(loss->traits().response, bytes.small()));
  }
  const DenseMatrix<double> design(rows, static_cast<NodeId>(columns), std::move(values));
  const double l2 = bytes.below(2) == 0 ? 0.0 : 0.25;
  const Problem problem{&design, target, loss.get(), {}, l2, bytes.below(2) == 1};
  StructureSpec spec;
  spec.kind = kind;
  spec.features = static_cast<NodeId>(columns);
  spec.sparsity = bytes.between(1, columns);
  spec.graph = &graph;
  SolverOptions options = row.options;
  options.max_epochs = 40;
  options.seed = bytes.byte();
  Result result;
  std::int64_t most = 0;
  try {
    const auto structure = make_structure(spec, options);
    most = structure->sparsity();
    result = solve(problem, *structure, options);
  } catch (const InputError&) {
    return;  // too few rows of a class, and the like
  }
  const std::string who = fmt::format("{} with {}", row.name, loss_row.name);
  const double start = objective_at(problem, Point(static_cast<NodeId>(columns)));
  require(std::isfinite(result.objective), who + ": the objective is no number");
  require(static_cast<std::int64_t>(result.x.support.size()) <= most, who + ": too many features");
  require(kind != StructureKind::graph ||
              test_support::count_parts(graph, result.x.support) <= spec.components,
          who + ": the support is not connected");
  const double here = objective_at(problem, result.x);
  require(test_support::is_close(here, result.objective, std::abs(here) + 1e-300, 1e-9),
          fmt::format("{}: says {}, is {}", who, result.objective, here));
  require(result.objective <= start + 1e-12 * std::abs(start),
          fmt::format("{}: ends at {}, above its start {}", who, result.objective, start));
  // Strongly convex on its support, so that a refit has one end to find.
  if (!row.options.refit || l2 == 0.0 || result.termination != Termination::converged) return;
  const Point none(static_cast<NodeId>(columns));
  Point all = none;
  for (std::int64_t j = 0; j < columns; ++j) all.support.push_back(static_cast<NodeId>(j));
  const double slope = slope_at(problem, result.x);
  require(slope <= 1e-5 * (1.0 + slope_at(problem, all)),
          fmt::format("{}: a derivative of {} is left on the support", who, slope));
}

constexpr std::array kTargets = {
    Target{"pcst", "", solve_forests, 512},
    Target{"projection", "", project, 512},
    Target{"fit", "", fit_tiny, 512},
};

}  // namespace

std::span<const Target> algorithm_targets() { return kTargets; }

}  // namespace graphsparse::fuzz
