#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "graphsparse/graph/builders.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "projection/certificate.hpp"
#include "projection/checks.hpp"
#include "projection/methods.hpp"
#include "projection/support_search.hpp"
#include "projection/tree_trimmer.hpp"

namespace graphsparse {
namespace {

// A forest between these multiples of the target's size is good enough to start from.
constexpr double kSmallestRatio = 0.7;
constexpr double kLargestRatio = 3.0;
// In a solver's search after the first one, where another solve gains less than the next iteration
// does.
constexpr double kSmallestWarmRatio = 0.5;
constexpr double kLargestWarmRatio = 6.0;
// What a further solve of such a search aims at.
constexpr double kWarmAim = 1.3;
constexpr int kMaxSolves = 10;
// Where a cold search starts, as a share of the target-th largest prize: on grids, random graphs
// and protein networks this usually gives a forest of about the target's size at once.
constexpr double kColdShare = 0.85;
// Where a solver's first search starts: its first vectors are mostly noise, whose forests grow from
// next to nothing to half of the graph between 0.5 and 0.3 of the prize.
constexpr double kFirstSolversShare = 0.42;
constexpr double kFirstFactor = 1.5;
constexpr double kFirstSolversFactor = 1.25;
// How far a support grows, as multiples of the target, before it is cut back; in turns. The tables
// of the knapsack grow with the square of the target, so large ones get less.
constexpr std::array kRegrowth = {1.5, 3.0};
constexpr std::array kLargeRegrowth = {1.5, 2.0};
constexpr std::int64_t kLargeTarget = 256;
// From this size on a solver's tail goes without: its runs take 60 % of the time so, and recover as
// much (docs/projections.md).
constexpr std::int64_t kLargeSolversTarget = 128;
constexpr std::size_t kMaxRegrowths = 8;
// Up to this size more starting points are worth their (small) cost.
constexpr std::int64_t kSmallTarget = 32;
// A graph is large from this multiple of the target on (docs/notes/figures/fig5.md).
constexpr std::int64_t kLargeGraph = 20;
constexpr std::array kLargerLambdas = {2.0, 4.0};
constexpr std::size_t kPeaks = 8;
// Above it a support grown from one node is far from what the forests give, and each costs as much
// as all else.
constexpr std::int64_t kLargestPeakTarget = 2048;
// A support of the size asked for is preferred to a smaller one with up to this much more energy.
constexpr double kSizeIsWorth = 0.9;
// Of the knapsack inside a solver, where a head need not be the best there is, and a tail is asked
// for again soon: with several hundred nodes in four pieces a run takes a third of the time so, and
// recovers as much.
constexpr std::int64_t kHeadCells = 30'000;
constexpr std::int64_t kSolversTailCells = 300'000;
// Of the last threshold prize: a solver's next one is hardly ever smaller.
constexpr double kThresholdShare = 0.25;
// How many components are tried as the place of a further piece.
constexpr std::size_t kFreshComponents = 16;

// Of lambdas whose product may be no number.
double geometric_mean(double a, double b) {
  const double product = a * b;
  return std::isnormal(product) ? std::sqrt(product) : std::sqrt(a) * std::sqrt(b);
}

std::int64_t knapsack_cells(const ProjectionOptions& options) {
  if (!options.warm_start) return TreeTrimmer::kMaxCells;
  return options.kind == ProjectionKind::head ? kHeadCells : kSolversTailCells;
}

class DpProjection final : public Projection {
 public:
  DpProjection(const Graph& graph, const ProjectionOptions& options)
      : unit_cost_copy_(graph.has_unit_costs() ? std::nullopt
                                               : std::optional(with_unit_costs(graph))),
        graph_(unit_cost_copy_ ? *unit_cost_copy_ : graph),
        options_(options),
        target_(std::min<std::int64_t>(options.max_size, graph.node_count())),
        solver_(graph_),
        trimmer_(graph_, knapsack_cells(options)),
        support_search_(graph_),
        path_finder_(graph_),
        certificate_(graph_, target_, options.components),
        component_counter_(graph_),
        component_places_(graph_, options.components) {}

  const ProjectionResult& project(std::span<const double> x) override {
    check_vector(graph_, x);
    sum_prizes(x);
    calls_ = 0;
    best_.clear();
    best_energy_ = -1.0;
    if (target_ > 0 && !largest_are_connected()) {
      best_.clear();
      search(prizes_.values());
      choose_support(prizes_.values());
      if (!reaches_low(best_) && component_places_.capacity() >= options_.min_size)
        enforce_min_size();
    }
    support_search_.drop_worthless(prizes_.values(), options_.min_size, best_);
    fill_result();
    if (!options_.warm_start) lambda_.reset();
    return result_;
  }

  void set_lambda(std::optional<double> lambda) override {
    lambda_ = lambda;
    share_.reset();
  }

 private:
  struct Tree {
    std::vector<NodeId> nodes;
    std::vector<EdgeId> edges;
    bool found = false;
  };

  bool is_solvers_head() const {
    return options_.kind == ProjectionKind::head && options_.warm_start;
  }

  void sum_prizes(std::span<const double> x) {
    prizes_.assign(x);
    if (lambda_) lambda_ = prizes_.from_original(*lambda_);
    const IdSpan<const double> prizes = prizes_.values();
    total_ = std::accumulate(prizes.begin(), prizes.end(), 0.0);
    const double last_threshold = prizes_.from_original(std::exchange(original_threshold_, 0.0));
    threshold_prize_ = 0.0;
    double largest_sum = 0.0;
    if (target_ > 0) {
      load_largest(kThresholdShare * last_threshold);
      const auto last = largest_.begin() + target_ - 1;
      std::nth_element(largest_.begin(), last, largest_.end(), std::greater<>());
      threshold_prize_ = *last;
      original_threshold_ = prizes_.to_original(threshold_prize_);
      largest_sum = std::accumulate(largest_.begin(), last + 1, 0.0);
    }
    certificate_.begin(prizes, total_, largest_sum);
  }

  // Of all prizes those from `least` on, if they are enough, which in a solver saves most of the
  // selection; else all.
  void load_largest(double least) {
    const IdSpan<const double> prizes = prizes_.values();
    largest_.clear();
    if (options_.warm_start && least > 0.0) {
      std::ranges::copy_if(prizes, std::back_inserter(largest_),
                           [least](double prize) { return prize >= least; });
    }
    if (std::ssize(largest_) < target_) largest_.assign(prizes.begin(), prizes.end());
  }

  // The shortest way to a best support: where the largest prizes (ties: the smaller number) happen
  // to be connected, nothing beats them. Inside a converging solver that is common and saves the
  // whole search (16 x 16 grid, s = 20, m = 100: 0.32 Steiner solves per tail).
  bool largest_are_connected() {
    if (!(threshold_prize_ > 0.0)) return false;
    const IdSpan<const double> prizes = prizes_.values();
    std::int64_t at_threshold =
        std::count(largest_.begin(), largest_.begin() + target_, threshold_prize_);
    best_.clear();
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
      if (prizes[node] < threshold_prize_) continue;
      if (prizes[node] == threshold_prize_ && at_threshold-- <= 0) continue;
      best_.push_back(node);
    }
    return component_counter_.count(best_, options_.components) <= options_.components;
  }

  double smallest_positive_prize() const {
    double smallest = std::numeric_limits<double>::infinity();
    for (const double prize : prizes_.values()) {
      if (prize > 0.0) smallest = std::min(smallest, prize);
    }
    return smallest;
  }

  double cold_lambda() const {
    const double prize = threshold_prize_ > 0.0 ? threshold_prize_ : smallest_positive_prize();
    const double share = follows_prizes() ? kFirstSolversShare : kColdShare;
    return std::isfinite(prize) ? share * prize : 0.0;
  }

  // Whether searches remember lambda as a share of the threshold prize and end sooner. Small
  // supports, and solves of small graphs, cost little, and there the nearest forest decides how
  // good a fit gets.
  bool follows_prizes() const {
    return options_.warm_start && target_ > kSmallTarget &&
           target_ * kLargeGraph <= graph_.node_count();
  }

  // What decides the size of a forest is lambda as a share of the threshold prize, which rises and
  // falls with the size of a solver's steps.
  double warm_lambda() const {
    const double lambda = share_.value_or(0.0) * threshold_prize_;
    return follows_prizes() && std::isfinite(lambda) && lambda > 0.0 ? lambda : *lambda_;
  }

  bool is_near_target(double ratio) const {
    return is_warm_ && follows_prizes() ? ratio >= kSmallestWarmRatio && ratio <= kLargestWarmRatio
                                        : ratio >= kSmallestRatio && ratio <= kLargestRatio;
  }

  // Moves lambda by growing factors until a forest has about the target's size, or the target lies
  // between two forests; then goes on between these.
  void search(IdSpan<const double> prizes) {
    enough_.found = too_few_.found = false;
    solver_.set_prizes(prizes);
    is_warm_ = lambda_ && *lambda_ > 0.0 && std::isnormal(*lambda_);
    double lambda = is_warm_ ? warm_lambda() : cold_lambda();
    double factor = follows_prizes() ? kFirstSolversFactor : kFirstFactor;
    const int most = std::min(kMaxSolves, std::max(1, options_.max_calls));
    for (int solves = 0; solves < most; ++solves) {
      const Forest& forest = solve(lambda);
      lambda_ = lambda;
      remember(forest, lambda);
      const double ratio = static_cast<double>(forest.nodes.size()) / static_cast<double>(target_);
      if (is_near_target(ratio)) break;
      // A larger forest would gain nothing.
      if (lambda == 0.0 || (ratio < 1.0 && forest.prizes_outside == 0.0)) break;
      if (enough_.found && too_few_.found) {
        if (lambda_of_too_few_ < lambda_of_enough_ * (1.0 + 1e-4)) break;
        lambda = lambda_between();
      } else {
        lambda = enough_.found ? lambda * factor : lambda / factor;
        factor *= factor;
      }
    }
    if (is_warm_ && calls_ > 0) certificate_.add(solver_.moats(), lambda);
    share_.reset();
    if (threshold_prize_ > 0.0) share_ = *lambda_ / threshold_prize_;
  }

  // Half-way in log lambda. In a solver's search a quarter of the way where the size aimed at is,
  // also in logarithms, nearer to that of one end. Roots and products alone, which all machines
  // round alike.
  double lambda_between() const {
    const double middle = geometric_mean(lambda_of_enough_, lambda_of_too_few_);
    if (!follows_prizes() || too_few_.nodes.empty()) return middle;
    const double enough = static_cast<double>(enough_.nodes.size()) / static_cast<double>(target_);
    const double too_few =
        static_cast<double>(too_few_.nodes.size()) / static_cast<double>(target_);
    const auto cube = [](double value) { return value * value * value; };
    const auto fifth = [&](double value) { return cube(value) * value * value; };
    const double aim = fifth(kWarmAim) * cube(kWarmAim);
    if (aim > fifth(enough) * cube(too_few)) return geometric_mean(lambda_of_enough_, middle);
    if (aim < cube(enough) * fifth(too_few)) return geometric_mean(lambda_of_too_few_, middle);
    return middle;
  }

  const Forest& solve(double lambda) {
    PcstOptions options;
    options.cost_scale = lambda;
    options.components = options_.components;
    options.bounds = false;
    const Forest& forest = solver_.solve(options);
    ++calls_;
    if (!is_warm_) certificate_.add(solver_.moats(), lambda);  // else the last one's will do
    return forest;
  }

  void remember(const Forest& forest, double lambda) {
    const bool enough = std::ssize(forest.nodes) >= target_;
    Tree& tree = enough ? enough_ : too_few_;
    const bool closer = enough ? forest.nodes.size() <= tree.nodes.size()
                               : forest.nodes.size() >= tree.nodes.size();
    if (tree.found && !closer) return;
    tree.found = true;
    tree.nodes = forest.nodes;
    tree.edges = forest.edges;
    (enough ? lambda_of_enough_ : lambda_of_too_few_) = lambda;
  }

  void choose_support(IdSpan<const double> prizes) {
    if (enough_.found) {
      trimmer_.trim(prizes, target_, options_.components, enough_.nodes, enough_.edges);
      offer(prizes, enough_.nodes);
    }
    if (too_few_.found) {
      support_search_.grow(prizes, target_, options_.components, too_few_.nodes);
      offer(prizes, too_few_.nodes);
    }
    if (!is_warm_) try_other_places(prizes);
    regrow_best(prizes);
  }

  // Ways out where the forest of one lambda misses the best place. A solver asks again and again
  // about nearly the same vector: there they cost three times what is left without them, and gain
  // nothing (docs/projections.md).
  void try_other_places(IdSpan<const double> prizes) {
    if (target_ <= kSmallTarget) try_larger_lambdas(prizes);
    if (target_ > kLargestPeakTarget) return;
    find_peaks(prizes);
    grow_from_peaks(prizes);
    if (target_ <= kSmallTarget) connect_peaks(prizes);
  }

  // Dearer edges give forests that connect distant prizes by shorter ways.
  void try_larger_lambdas(IdSpan<const double> prizes) {
    const double start = lambda_.value_or(0.0);
    for (const double multiple : kLargerLambdas) {
      if (calls_ >= options_.max_calls || start <= 0.0) return;
      const Forest& forest = solve(multiple * start);
      trial_ = forest.nodes;
      trial_edges_ = forest.edges;
      if (std::ssize(trial_) > target_) {
        trimmer_.trim(prizes, target_, options_.components, trial_, trial_edges_);
      } else {
        support_search_.grow(prizes, target_, options_.components, trial_);
      }
      offer(prizes, trial_);
    }
  }

  void find_peaks(IdSpan<const double> prizes) {
    const auto larger = [prizes](NodeId a, NodeId b) {
      return std::pair(prizes[a], b) > std::pair(prizes[b], a);
    };
    peaks_.clear();
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
      if (peaks_.size() == kPeaks && !larger(node, peaks_.back())) continue;
      if (peaks_.size() == kPeaks) peaks_.pop_back();
      peaks_.insert(std::upper_bound(peaks_.begin(), peaks_.end(), node, larger), node);
    }
  }

  // The nodes with the largest prizes as starting points of their own: cheap, and a way out where
  // the forests of all lambdas miss the best place.
  void grow_from_peaks(IdSpan<const double> prizes) {
    for (const NodeId peak : peaks_) {
      trial_.assign(1, peak);
      support_search_.grow(prizes, target_, options_.components, trial_);
      offer(prizes, trial_);
      if (target_ <= kSmallTarget && regrow(prizes, kRegrowth.back(), trial_))
        offer(prizes, trial_);
    }
  }

  // Shortest ways between peaks as starting points: what a small support can afford to connect.
  void connect_peaks(IdSpan<const double> prizes) {
    for (std::size_t from = 0; from < peaks_.size(); ++from) {
      path_finder_.start(prizes, peaks_[from], target_);
      for (std::size_t to = from + 1; to < peaks_.size(); ++to) {
        if (!path_finder_.path_to(peaks_[to], trial_)) continue;
        support_search_.grow(prizes, target_, options_.components, trial_);
        offer(prizes, trial_);
      }
    }
  }

  // Lets a support grow to a multiple of the target and cuts it back by the knapsack: a look at a
  // wider neighbourhood than single exchanges have. False if there is nothing to grow into.
  bool regrow(IdSpan<const double> prizes, double ratio, std::vector<NodeId>& nodes) {
    const auto larger = static_cast<std::int64_t>(ratio * static_cast<double>(target_)) + 2;
    support_search_.grow(prizes, larger, options_.components, nodes);
    if (std::ssize(nodes) <= target_) return false;
    support_search_.span(prizes, nodes, trial_edges_);
    trimmer_.trim(prizes, target_, options_.components, nodes, trial_edges_);
    return true;
  }

  // A head needs a good share of the energy, not the last percent; a solver that asks again soon
  // needs the nearest improvement.
  std::span<const double> regrowth_ratios() const {
    const std::span<const double> ratios = target_ < kLargeTarget ? kRegrowth : kLargeRegrowth;
    if (!is_warm_) return ratios;
    return ratios.first(is_solvers_head() || target_ >= kLargeSolversTarget ? 0 : 1);
  }

  void regrow_best(IdSpan<const double> prizes) {
    const std::span<const double> ratios = regrowth_ratios();
    std::size_t failures = 0;
    for (std::size_t round = 0; round < kMaxRegrowths && failures < ratios.size(); ++round) {
      trial_ = best_;
      if (!regrow(prizes, ratios[round % ratios.size()], trial_)) return;
      failures = offer(prizes, trial_) ? 0 : failures + 1;
    }
  }

  bool offer(IdSpan<const double> prizes, std::vector<NodeId>& nodes) {
    if (!is_solvers_head()) support_search_.exchange(prizes, options_.components, nodes);
    double energy = 0.0;
    for (const NodeId node : nodes) energy += prizes[node];
    const bool sized = reaches_low(nodes);
    const bool worse = energy <= best_energy_;
    if (insists_on_size_ ? sized < reaches_low(best_) || (sized == reaches_low(best_) && worse)
                         : worse) {
      return false;
    }
    best_energy_ = energy;
    best_ = nodes;
    return true;
  }

  bool reaches_low(std::span<const NodeId> nodes) const {
    return std::ssize(nodes) >= options_.min_size;
  }

  // The best support lies in components too small for the size asked for: look for one elsewhere,
  // and take it unless that costs more than a tenth of the energy.
  void enforce_min_size() {
    small_best_ = best_;
    const double small_energy = best_energy_;
    best_.clear();
    best_energy_ = -1.0;
    insists_on_size_ = true;
    search_in_large_components();
    insists_on_size_ = false;
    if (!reaches_low(best_) || best_energy_ < kSizeIsWorth * small_energy) best_ = small_best_;
  }

  // Searches among the prizes of the large components, and tries the most valuable pieces found so
  // far together with new ones in these.
  void search_in_large_components() {
    lambda_.reset();
    const IdSpan<const double> prizes = component_places_.load(prizes_.values(), options_.min_size);
    search(prizes);
    choose_support(prizes);
    const std::size_t pieces = component_places_.pieces();
    const std::span<const NodeId> by_size = component_places_.by_size();
    for (std::size_t fresh = 2; fresh <= pieces; ++fresh) grow_from(by_size.first(fresh), 0);
    for (std::size_t at = 0; at < std::min(kFreshComponents, by_size.size()); ++at) {
      for (std::size_t skipped = 0; skipped <= std::min<std::size_t>(pieces, 3); ++skipped) {
        grow_from(by_size.subspan(at, 1), skipped);
      }
    }
  }

  void grow_from(std::span<const NodeId> fresh_components, std::size_t skipped) {
    component_places_.choose(prizes_.values(), fresh_components, small_best_, skipped, trial_);
    support_search_.grow(prizes_.values(), target_, 0, trial_);
    offer(prizes_.values(), trial_);
  }

  // Two sums of n terms are off by no more than this share.
  double rounding() const {
    return std::numeric_limits<double>::epsilon() * static_cast<double>(graph_.node_count() + 4);
  }

  std::optional<double> certified_factor(double captured, double lost) const {
    if (lost == 0.0) return 1.0;
    const double bound = std::min(certificate_.lower_bound(), lost);
    if (options_.kind == ProjectionKind::head) {
      const double share = captured / (total_ - bound);
      return std::sqrt(std::min(1.0, share * (1.0 - rounding())));
    }
    if (bound <= 0.0 || !ScaledSquares::is_sound(bound)) return std::nullopt;
    return std::sqrt(lost / bound * (1.0 + rounding()));
  }

  void fill_result() {
    double captured = 0.0;
    for (const NodeId node : best_) captured += prizes_[node];
    const double lost = prizes_.sum_outside(best_);
    result_.support = best_;
    result_.captured = prizes_.to_original(captured);
    result_.lost = prizes_.to_original(lost);
    result_.components = component_counter_.count(best_);
    result_.pcst_calls = calls_;
    if (lambda_) lambda_ = prizes_.to_original(*lambda_);
    result_.lambda = lambda_.value_or(0.0);
    const std::int64_t size = std::ssize(best_);
    result_.within_range = options_.min_size <= size && size <= options_.max_size;
    result_.certified_factor = certified_factor(captured, lost);
  }

  // What is bounded is the number of nodes, so each edge costs the same here: one more node.
  std::optional<Graph> unit_cost_copy_;
  const Graph& graph_;
  ProjectionOptions options_;
  std::int64_t target_;  // the size aimed at: energy never falls with more nodes
  PcstSolver solver_;
  TreeTrimmer trimmer_;
  SupportSearch support_search_;
  PathFinder path_finder_;
  Certificate certificate_;
  InducedComponents component_counter_;
  ComponentPlaces component_places_;

  std::optional<double> lambda_;  // between two calls on the scale of x
  std::optional<double> share_;   // of the threshold prize, where a solver's last search ended
  bool is_warm_ = false;
  ScaledSquares prizes_;  // lambdas, energies and bounds below are on their scale
  std::vector<double> largest_;
  double total_ = 0.0;
  double threshold_prize_ = 0.0;     // the target-th largest
  double original_threshold_ = 0.0;  // on the scale of x, for the next call

  Tree enough_;   // the smallest forest seen with at least the target's size
  Tree too_few_;  // the largest with less
  double lambda_of_enough_ = 0.0;
  double lambda_of_too_few_ = 0.0;
  int calls_ = 0;
  double best_energy_ = -1.0;
  std::vector<NodeId> best_;
  std::vector<NodeId> small_best_;
  bool insists_on_size_ = false;
  std::vector<NodeId> trial_;
  std::vector<EdgeId> trial_edges_;
  std::vector<NodeId> peaks_;
  ProjectionResult result_;
};

}  // namespace

std::unique_ptr<Projection> make_dp_projection(const Graph& graph,
                                               const ProjectionOptions& options) {
  return std::make_unique<DpProjection>(graph, options);
}

}  // namespace graphsparse
