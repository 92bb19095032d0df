#include "projection/dp_projection.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "projection/checks.hpp"

namespace graphsparse {
namespace {

// A forest of up to so many times the target's size is good enough to be trimmed.
constexpr std::int64_t kLargestRatio = 3;
constexpr int kMaxSolves = 10;
// Where a cold search starts, as a share of the target-th largest prize: on grids, random graphs
// and protein networks this usually gives a forest between once and three times the target.
constexpr double kColdShare = 0.5;
constexpr double kFirstFactor = 1.5;
// How far a support grows, as multiples of the target, before it is cut back; in turns.
constexpr std::array kRegrowth = {1.5, 3.0};
constexpr std::size_t kMaxRegrowths = 8;
// Up to this size more starting points are worth their (small) cost.
constexpr std::int64_t kSmallTarget = 32;
constexpr std::size_t kPeaks = 8;

}  // namespace

DpProjection::DpProjection(const Graph& graph, const ProjectionOptions& options)
    : graph_(graph),
      options_(options),
      target_(std::min<std::int64_t>(options.high, graph.node_count())),
      solver_(graph),
      trimmer_(graph),
      support_search_(graph),
      certificate_(graph, target_, options.components),
      components_(connected_components(graph)),
      prizes_(static_cast<std::size_t>(graph.node_count())) {
  double sum = 0.0;
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) sum += graph.cost(edge);
  if (sum > 0.0) mean_cost_ = sum / static_cast<double>(graph.edge_count());
}

const ProjectionResult& DpProjection::project(std::span<const double> x) {
  check_vector(graph_, x);
  sum_prizes(x);
  calls_ = 0;
  best_.clear();
  best_energy_ = -1.0;
  if (target_ > 0) {
    search(prizes_);
    choose_support(prizes_);
    if (!reaches_low(best_)) search_in_large_components();
  }
  support_search_.drop_worthless(prizes_, options_.low, best_);
  fill_result(x);
  if (!options_.keep_lambda) lambda_.reset();
  return result_;
}

void DpProjection::sum_prizes(std::span<const double> x) {
  std::transform(x.begin(), x.end(), prizes_.begin(), [](double value) { return value * value; });
  total_ = std::accumulate(prizes_.begin(), prizes_.end(), 0.0);
  threshold_prize_ = 0.0;
  double largest_sum = 0.0;
  if (target_ > 0) {
    largest_ = prizes_;
    const auto last = largest_.begin() + target_ - 1;
    std::nth_element(largest_.begin(), last, largest_.end(), std::greater<>());
    threshold_prize_ = *last;
    largest_sum = std::accumulate(largest_.begin(), last + 1, 0.0);
  }
  smallest_positive_ = std::numeric_limits<double>::infinity();
  for (const double prize : prizes_) {
    if (prize > 0.0) smallest_positive_ = std::min(smallest_positive_, prize);
  }
  certificate_.begin(prizes_, total_, largest_sum);
}

double DpProjection::cold_lambda() const {
  const double prize = threshold_prize_ > 0.0 ? threshold_prize_ : smallest_positive_;
  return std::isfinite(prize) ? kColdShare * prize / mean_cost_ : 0.0;
}

// Moves lambda by growing factors until a forest has between once and three times the target's
// size, or the target lies between two forests; then halves the interval of log lambda.
void DpProjection::search(std::span<const double> prizes) {
  enough_.found = too_few_.found = false;
  solver_.set_prizes(prizes);
  double lambda = lambda_ && *lambda_ > 0.0 ? *lambda_ : cold_lambda();
  double factor = kFirstFactor;
  const int most = std::min(kMaxSolves, std::max(1, options_.max_calls));
  for (int solves = 0; solves < most; ++solves) {
    PcstOptions options;
    options.cost_scale = lambda;
    options.components = options_.components;
    const Forest& forest = solver_.solve(options);
    ++calls_;
    certificate_.add(solver_.moats(), lambda);
    remember(forest, lambda);
    if (enough_.found &&
        static_cast<std::int64_t>(enough_.nodes.size()) <= kLargestRatio * target_) {
      break;
    }
    if (lambda == 0.0 || forest.prizes_outside == 0.0) break;  // larger forests gain nothing
    if (enough_.found && too_few_.found) {
      if (lambda_of_too_few_ < lambda_of_enough_ * (1.0 + 1e-4)) break;
      lambda = std::sqrt(lambda_of_enough_ * lambda_of_too_few_);
    } else {
      lambda = enough_.found ? lambda * factor : lambda / factor;
      factor *= factor;
    }
  }
  lambda_ = enough_.found ? lambda_of_enough_ : lambda_of_too_few_;
}

void DpProjection::remember(const Forest& forest, double lambda) {
  const bool enough = static_cast<std::int64_t>(forest.nodes.size()) >= target_;
  Tree& tree = enough ? enough_ : too_few_;
  const bool closer =
      enough ? forest.nodes.size() <= tree.nodes.size() : forest.nodes.size() >= tree.nodes.size();
  if (tree.found && !closer) return;
  tree.found = true;
  tree.nodes = forest.nodes;
  tree.edges = forest.edges;
  (enough ? lambda_of_enough_ : lambda_of_too_few_) = lambda;
}

void DpProjection::choose_support(std::span<const double> prizes) {
  if (enough_.found) {
    trimmer_.trim(prizes, target_, options_.components, enough_.nodes, enough_.edges);
    offer(prizes, enough_.nodes);
  }
  if (too_few_.found) {
    support_search_.grow(prizes, target_, options_.components, too_few_.nodes);
    offer(prizes, too_few_.nodes);
  }
  grow_from_peaks(prizes);
  regrow_best(prizes);
}

// The nodes with the largest prizes as starting points of their own: cheap, and a way out where the
// forests of all lambdas miss the best place.
void DpProjection::grow_from_peaks(std::span<const double> prizes) {
  const auto larger = [prizes](NodeId a, NodeId b) {
    return std::pair(prizes[static_cast<std::size_t>(a)], b) >
           std::pair(prizes[static_cast<std::size_t>(b)], a);
  };
  peaks_.clear();
  for (NodeId node = 0; node < graph_.node_count(); ++node) {
    if (peaks_.size() == kPeaks && !larger(node, peaks_.back())) continue;
    if (peaks_.size() == kPeaks) peaks_.pop_back();
    peaks_.insert(std::upper_bound(peaks_.begin(), peaks_.end(), node, larger), node);
  }
  for (const NodeId peak : peaks_) {
    trial_.assign(1, peak);
    support_search_.grow(prizes, target_, options_.components, trial_);
    offer(prizes, trial_);
    if (target_ <= kSmallTarget && regrow(prizes, kRegrowth.back(), trial_)) offer(prizes, trial_);
  }
}

// Lets a support grow to a multiple of the target and cuts it back by the knapsack: a look at a
// wider neighbourhood than single exchanges have. False if there is nothing to grow into.
bool DpProjection::regrow(std::span<const double> prizes, double ratio,
                          std::vector<NodeId>& nodes) {
  const auto larger = static_cast<std::int64_t>(ratio * static_cast<double>(target_)) + 2;
  support_search_.grow(prizes, larger, options_.components, nodes);
  if (static_cast<std::int64_t>(nodes.size()) <= target_) return false;
  support_search_.span(prizes, nodes, trial_edges_);
  trimmer_.trim(prizes, target_, options_.components, nodes, trial_edges_);
  return true;
}

void DpProjection::regrow_best(std::span<const double> prizes) {
  std::size_t failures = 0;
  for (std::size_t round = 0; round < kMaxRegrowths && failures < kRegrowth.size(); ++round) {
    trial_ = best_;
    if (!regrow(prizes, kRegrowth[round % kRegrowth.size()], trial_)) return;
    failures = offer(prizes, trial_) ? 0 : failures + 1;
  }
}

bool DpProjection::offer(std::span<const double> prizes, std::vector<NodeId>& nodes) {
  support_search_.exchange(prizes, options_.components, nodes);
  double energy = 0.0;
  for (const NodeId node : nodes) energy += prizes[static_cast<std::size_t>(node)];
  const bool larger = nodes.size() > best_.size() && !reaches_low(best_);
  if (energy <= best_energy_ && !larger) return false;
  best_energy_ = energy;
  best_ = nodes;
  return true;
}

bool DpProjection::reaches_low(std::span<const NodeId> nodes) const {
  return static_cast<std::int64_t>(nodes.size()) >= options_.low;
}

// The best forest lies in components too small for the smallest size asked for: try again with the
// prizes of the largest components only.
void DpProjection::search_in_large_components() {
  std::vector<std::int64_t> sizes = components_.size;
  const auto count = std::min<std::size_t>(
      sizes.size(),
      static_cast<std::size_t>(std::min<std::int64_t>(options_.components, graph_.node_count())));
  if (count == 0) return;
  std::partial_sort(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(count), sizes.end(),
                    std::greater<>());
  const std::int64_t smallest =
      options_.components == 1 ? std::min(options_.low, sizes[0]) : sizes[count - 1];
  masked_prizes_ = prizes_;
  std::vector<NodeId> seeds(components_.size.size(), kNoNode);
  for (NodeId node = 0; node < graph_.node_count(); ++node) {
    const auto at = static_cast<std::size_t>(node);
    const auto label = static_cast<std::size_t>(components_.label[at]);
    if (components_.size[label] < smallest) {
      masked_prizes_[at] = 0.0;
      continue;
    }
    NodeId& seed = seeds[label];
    if (seed == kNoNode || prizes_[at] > prizes_[static_cast<std::size_t>(seed)]) seed = node;
  }
  search(masked_prizes_);
  choose_support(masked_prizes_);
  if (reaches_low(best_)) return;
  // Last resort: one piece in each of the largest components.
  std::vector<std::size_t> order(components_.size.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return components_.size[a] > components_.size[b];
  });
  trial_.clear();
  for (std::size_t index = 0; index < count; ++index) {
    if (seeds[order[index]] != kNoNode) trial_.push_back(seeds[order[index]]);
  }
  std::sort(trial_.begin(), trial_.end());
  support_search_.grow(masked_prizes_, target_, 0, trial_);
  offer(masked_prizes_, trial_);
}

void DpProjection::fill_result(std::span<const double> /*x*/) {
  result_.support = best_;
  result_.captured = 0.0;
  for (const NodeId node : best_) result_.captured += prizes_[static_cast<std::size_t>(node)];
  result_.lost = best_.size() == prizes_.size() ? 0.0 : std::max(0.0, total_ - result_.captured);
  result_.components = support_search_.count_pieces(prizes_, best_);
  result_.pcst_calls = calls_;
  result_.lambda = lambda_.value_or(0.0);
  const auto size = static_cast<std::int64_t>(best_.size());
  result_.within_range = options_.low <= size && size <= options_.high;
  const double bound = std::min(certificate_.lower_bound(), result_.lost);
  if (options_.kind == ProjectionKind::head) {
    result_.certified_factor =
        total_ > bound ? std::sqrt(result_.captured / (total_ - bound)) : 1.0;
  } else if (result_.lost <= 1e-15 * total_) {
    result_.certified_factor = 1.0;
  } else if (bound > 0.0) {
    result_.certified_factor = std::sqrt(result_.lost / bound);
  } else {
    result_.certified_factor.reset();
  }
}

std::unique_ptr<Projection> make_dp_projection(const Graph& graph,
                                               const ProjectionOptions& options) {
  return std::make_unique<DpProjection>(graph, options);
}

}  // namespace graphsparse
