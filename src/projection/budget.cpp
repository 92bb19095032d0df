#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "projection/budget_tour.hpp"
#include "projection/checks.hpp"
#include "projection/methods.hpp"

namespace graphsparse {
namespace {

// The first strides of a search. After a small change of x the lambda is near the last one.
constexpr double kColdStride = 2.0;
constexpr double kWarmStride = 1.0 + kBudgetPrecision;

double checked_budget(const ProjectionOptions& options) {
  if (!options.budget) {
    throw InputError(
        "method budget needs --budget C, the largest cost of the support's edges; give a number of "
        "at least 0");
  }
  const double budget = *options.budget;
  if (!std::isfinite(budget) || budget < 0.0) {
    throw InputError(
        fmt::format("--budget is {}; it must be a finite number of at least 0", budget));
  }
  return budget;
}

class BudgetProjection final : public Projection {
 public:
  BudgetProjection(const Graph& graph, const ProjectionOptions& options)
      : graph_(graph),
        options_(options),
        max_nodes_(std::min<std::int64_t>(options.max_size, graph.node_count())),
        max_trees_(std::min<std::int64_t>(options.components, graph.node_count())),
        model_(graph, checked_budget(options), std::max<std::int64_t>(max_nodes_, 1)),
        solver_(model_.graph),
        tour_(model_.graph),
        component_counter_(graph) {}

  BudgetProjection(const BudgetProjection&) = delete;
  BudgetProjection& operator=(const BudgetProjection&) = delete;

  const ProjectionResult& project(std::span<const double> x) override {
    check_vector(graph_, x);
    prizes_.assign(x);
    result_.pcst_calls = 0;
    last_lambda_ = 0.0;
    rank_nodes();
    // As many trees as nodes: then single nodes are all it takes, and none are better.
    const bool is_trivial = max_nodes_ <= max_trees_;
    if (!is_trivial && !is_good_enough()) search();

    result_.support = best_;
    result_.lambda = prizes_.to_original(last_lambda_);
    const bool has_least = is_trivial && (options_.kind == ProjectionKind::head ||
                                          ScaledSquares::is_sound(best_lost_));
    result_.certified_factor = has_least ? 1.0 : certified_factor();
    finish_result(x, options_, component_counter_, result_);

    if (!options_.warm_start) {
      start_.reset();
    } else if (result_.pcst_calls > 0) {
      start_ = result_.lambda;
    }
    return result_;
  }

  void set_lambda(std::optional<double> lambda) override { start_ = lambda; }

 private:
  // The largest single nodes are the first candidate: they cost nothing. And no support of the size
  // can lose less than what is left beside the largest prizes of all.
  void rank_nodes() {
    const auto ranks_before = [&](NodeId a, NodeId b) {
      const double prize_a = prizes_[a];
      const double prize_b = prizes_[b];
      return prize_a != prize_b ? prize_a > prize_b : a < b;
    };
    by_prize_.resize(prizes_.values().size());
    std::iota(by_prize_.begin(), by_prize_.end(), 0);
    const auto select = [&](std::int64_t count) {
      std::nth_element(by_prize_.begin(), by_prize_.begin() + (count - 1), by_prize_.end(),
                       ranks_before);
      return by_prize_[count - 1];
    };

    total_ = 0.0;
    least_loss_ = 0.0;
    smallest_prize_ = 0.0;
    threshold_ = 0.0;
    const NodeId last_inside = max_nodes_ > 0 ? select(max_nodes_) : kNoNode;
    for (NodeId v = 0; v < graph_.node_count(); ++v) {
      const double prize = prizes_[v];
      total_ += prize;
      if (max_nodes_ == 0 || ranks_before(last_inside, v)) least_loss_ += prize;
      if (prize > 0.0 && (smallest_prize_ == 0.0 || prize < smallest_prize_)) {
        smallest_prize_ = prize;
      }
    }
    if (max_nodes_ > 0) threshold_ = prizes_[last_inside];

    const std::int64_t count = std::min(max_nodes_, max_trees_);
    if (count > 0) select(count);
    candidate_.assign(by_prize_.begin(), by_prize_.begin() + count);
    std::sort(candidate_.begin(), candidate_.end());
    best_captured_ = -1.0;
    offer(candidate_);
  }

  void search() {
    solver_.set_prizes(prizes_.values());
    LambdaBracket bracket = make_bracket();
    while (result_.pcst_calls < options_.max_calls && !is_good_enough() && !bracket.is_closed()) {
      try_lambda(bracket.next(), bracket);
    }
  }

  LambdaBracket make_bracket() const {
    // By its guarantee the solver pays at most twice the total for its edges.
    const double ceiling = 2.0 * total_ / model_.cost_limit;
    const double warm_start = start_ ? prizes_.from_original(*start_) : 0.0;
    const bool is_warm = std::isnormal(warm_start) && warm_start > 0.0;
    return is_warm ? LambdaBracket(warm_start, kWarmStride, ceiling)
                   : LambdaBracket(cold_start(), kColdStride, ceiling);
  }

  // A price for an edge that the nodes at the threshold can just pay.
  double cold_start() const {
    if (threshold_ == 0.0) return harmless_lambda();
    return threshold_ * static_cast<double>(max_nodes_) / 2.0;
  }

  // So small that losing any one prize costs twice as much as all edges of a forest in the model.
  double harmless_lambda() const { return smallest_prize_ / (2.0 * model_.largest_cost); }

  // At such a lambda a forest within the limit loses too little to matter.
  double lambda_floor() const {
    return least_loss_ > 0.0 ? harmless_excess() / model_.largest_cost : harmless_lambda();
  }

  void try_lambda(double lambda, LambdaBracket& bracket) {
    PcstOptions pcst;
    pcst.cost_scale = lambda;
    pcst.components = max_trees_;
    pcst.pruning = Pruning::gw;
    const Forest& forest = solver_.solve(pcst);
    ++result_.pcst_calls;
    last_lambda_ = lambda;

    least_loss_ = std::max(least_loss_, model_.least_loss(forest, lambda, total_));
    const bool within_limit = forest.cost <= model_.cost_limit * lambda;
    if (within_limit) {
      offer(forest.nodes);
    } else {
      tour_.cut(forest, prizes_.values(), model_.cost_limit, candidate_);
      offer(candidate_);
    }
    // Were all of x in the model, nothing would be lost at such a lambda. The margin is that of the
    // bracket, which may close just above its floor.
    if (lambda <= (1.0 + kBudgetPrecision) * harmless_lambda() && best_lost_ > 0.0) {
      least_loss_ = std::max(least_loss_, smallest_prize_);
    }
    bracket.record(lambda, within_limit);
    bracket.set_floor(lambda_floor());
  }

  void offer(const Support& nodes) {
    double captured = 0.0;
    for (const NodeId v : nodes) captured += prizes_[v];
    if (captured < best_captured_) return;
    // A small loss can differ where the large sum of what is kept does not.
    const double lost = prizes_.sum_outside(nodes);
    if (captured == best_captured_ && lost >= best_lost_) return;
    best_ = nodes;
    best_captured_ = captured;
    best_lost_ = lost;
  }

  // How much more than necessary may be lost so that neither the loss nor the capture is off by
  // more than the precision.
  double harmless_excess() const {
    return kBudgetPrecision * std::min(least_loss_, total_ - least_loss_);
  }

  bool is_good_enough() const {
    return best_lost_ == 0.0 || best_lost_ - least_loss_ <= harmless_excess();
  }

  // What the bounds prove for this very vector. After a finished search it is never worse than the
  // factors that hold for every vector; after one that was cut off it may be, and is not reported.
  std::optional<double> certified_factor() const {
    constexpr double kRounding = 1e-9;
    if (best_lost_ == 0.0) return 1.0;
    if (options_.kind == ProjectionKind::tail) {
      if (best_lost_ > kBudgetTailFactor * (1.0 + kRounding) * least_loss_) return std::nullopt;
      if (!ScaledSquares::is_sound(least_loss_)) return std::nullopt;
      return std::sqrt(std::max(1.0, best_lost_ / least_loss_));
    }
    const double largest_capture = total_ - least_loss_;
    if (best_captured_ < kBudgetHeadFactor * (1.0 - kRounding) * largest_capture)
      return std::nullopt;
    return std::sqrt(std::min(1.0, best_captured_ / largest_capture));
  }

  const Graph& graph_;
  ProjectionOptions options_;
  std::int64_t max_nodes_;
  std::int64_t max_trees_;
  BudgetModel model_;
  PcstSolver solver_;
  ForestTour tour_;
  std::optional<double> start_;

  // Of the current vector, on the scale of prizes_.
  ScaledSquares prizes_;
  double total_ = 0.0;
  double least_loss_ = 0.0;      // no support in the model loses less
  double threshold_ = 0.0;       // the smallest of the max_nodes_ largest prizes
  double smallest_prize_ = 0.0;  // that is not zero
  IdVector<NodeId> by_prize_;

  // The best support so far.
  Support best_;
  double best_captured_ = 0.0;
  double best_lost_ = 0.0;

  Support candidate_;
  double last_lambda_ = 0.0;
  InducedComponents component_counter_;
  ProjectionResult result_;
};

}  // namespace

std::unique_ptr<Projection> make_budget_projection(const Graph& graph,
                                                   const ProjectionOptions& options) {
  return std::make_unique<BudgetProjection>(graph, options);
}

}  // namespace graphsparse
