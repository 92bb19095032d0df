#include "reference/bisection.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace graphsparse {
namespace {

// Nodes and edges together. On larger graphs the exact order of ties costs more than it is worth.
constexpr std::int64_t kPublishedTiesUpTo = 2000;

// An interval so much narrower than its place holds a jump over the range of sizes, hardly ever a
// size within it: with a memory the search gives up there instead of after all its calls.
constexpr double kJump = 1e-4;

// A search of so few steps gains nothing from knowing where the last one ended.
constexpr int kShortSearch = 4;
// How much wider than the last move of lambda the next search begins.
constexpr double kMoved = 2.0;
// So that an interval of the same part of another whole has at most the same width.
constexpr double kRoundingUp = 1.0 + 1e-9;

}  // namespace

BisectionProjection::BisectionProjection(const Graph& graph, const ProjectionOptions& options,
                                         BisectionStart start, Pruning pruning,
                                         BisectionMemory memory)
    : graph_(graph),
      options_(options),
      start_(start),
      pruning_(pruning),
      memory_(memory),
      solver_(graph),
      component_counter_(graph) {
  sizes_.reserve(static_cast<std::size_t>(options.max_calls) + 1);
}

const ProjectionResult& BisectionProjection::project(std::span<const double> x) {
  check_vector(graph_, x);
  prizes_.assign(x);
  solver_.set_prizes(prizes_.values());
  sizes_.clear();
  search();

  result_.lambda = prizes_.to_original(result_.lambda);
  result_.pcst_calls = static_cast<int>(sizes_.size());
  finish_result(x, options_, component_counter_, result_);
  return result_;
}

// The search starts at twice a prize, so with unit costs it always meets ties. On a small graph one
// tie can decide whether it lands.
bool BisectionProjection::uses_authors_ties() const {
  if (memory_ != BisectionMemory::none) return false;
  return start_ == BisectionStart::largest ||
         std::int64_t{graph_.node_count()} + graph_.edge_count() <= kPublishedTiesUpTo;
}

void BisectionProjection::solve(double lambda) {
  PcstOptions options;
  options.cost_scale = lambda;
  options.components = options_.components;
  options.pruning = pruning_;
  options.authors_ties = uses_authors_ties();
  options.bounds = false;
  result_.support = solver_.solve(options).nodes;
  result_.lambda = lambda;
  sizes_.push_back(std::ssize(result_.support));
}

BisectionProjection::SizeTest BisectionProjection::ask(double lambda) {
  if (lambda <= too_large_up_to_) return SizeTest::too_large;
  if (lambda >= too_small_from_) return SizeTest::too_small;
  if (lambda == known_fit_) {
    result_.lambda = lambda;
    result_.support = fitting_support_;
    return SizeTest::fits;
  }
  solve(lambda);
  const bool remembers = memory_ != BisectionMemory::none;
  if (sizes_.back() > options_.max_size) {
    if (remembers) too_large_up_to_ = lambda;
    return SizeTest::too_large;
  }
  if (sizes_.back() < options_.min_size) {
    if (remembers) too_small_from_ = lambda;
    return SizeTest::too_small;
  }
  if (remembers) {
    known_fit_ = lambda;
    fitting_support_ = result_.support;
  }
  return SizeTest::fits;
}

double BisectionProjection::first_lambda() {
  const std::int64_t n = graph_.node_count();
  const std::span<const double> prizes = prizes_.values();
  const std::int64_t positive =
      std::count_if(prizes.begin(), prizes.end(), [](double prize) { return prize > 0.0; });
  for (const std::int64_t size : {options_.max_size, options_.min_size}) {
    // Counted from the largest prize. A point with few entries has none there.
    const std::int64_t place = start_ == BisectionStart::authors ? n - size : size - 1;
    if (size > n || place < 0 || place >= positive) continue;
    sorted_.assign(prizes.begin(), prizes.end());
    const auto at = sorted_.begin() + place;
    std::nth_element(sorted_.begin(), at, sorted_.end(), std::greater<>());
    return 2.0 * *at;
  }
  return n == 0 ? 0.0 : 2.0 * *std::max_element(prizes.begin(), prizes.end());
}

// Asks at both ends of the interval where this search will end if little has changed since the
// last one; where that tells too little, at the ends of the wider intervals on the way to it.
void BisectionProjection::test_expected_interval(double first) {
  const double place = landing_->place * first;
  const double width = kRoundingUp * landing_->width * first;
  Interval here{0.0, first};
  way_.assign(1, here);
  while (here.high < place) {
    here = {here.high, 2.0 * here.high};
    way_.push_back(here);
  }
  const std::ptrdiff_t doublings = std::ssize(way_) - 1;
  while (here.high - here.low > width) {
    const double middle = (here.low + here.high) / 2.0;
    (middle < place ? here.low : here.high) = middle;
    way_.push_back(here);
  }
  // A search that doubles stops at the first size that is not too large.
  for (auto wider = way_.rbegin(); wider != way_.rend() - doublings; ++wider) {
    if (ask(wider->high) == SizeTest::too_small) break;
  }
  for (auto wider = way_.rbegin(); wider != way_.rend() && wider->low > 0.0; ++wider) {
    if (ask(wider->low) == SizeTest::too_large) break;
  }
}

void BisectionProjection::search() {
  too_large_up_to_ = -1.0;
  too_small_from_ = std::numeric_limits<double>::infinity();
  known_fit_ = -1.0;
  const double first = first_lambda();
  if (landing_ && first > 0.0) test_expected_interval(first);
  double high = first;
  double low = 0.0;
  int steps_left = options_.max_calls - 1;
  SizeTest size_test = ask(high);
  while (size_test == SizeTest::too_large && steps_left-- > 0) {
    high *= 2.0;
    size_test = ask(high);
  }
  while (size_test != SizeTest::fits && steps_left-- > 0) {
    if (memory_ != BisectionMemory::none && high - low <= kJump * high) break;
    const double middle = (low + high) / 2.0;
    size_test = ask(middle);
    if (size_test == SizeTest::fits) break;
    (size_test == SizeTest::too_large ? low : high) = middle;
  }
  if (size_test != SizeTest::fits) solve(high);  // too small, rather than too large
  if (memory_ == BisectionMemory::none) return;
  const int steps = options_.max_calls - steps_left;
  if (steps > kShortSearch) {
    remember(first, {low, high});
  } else {
    landing_.reset();
  }
}

// The next search will probably end within the interval, or as far away as this one ended from the
// last.
void BisectionProjection::remember(double first, Interval end) {
  const double place = result_.lambda / first;
  const double moved = landing_ ? std::abs(place - landing_->place) : 0.0;
  landing_ = Landing{place, std::max((end.high - end.low) / first, kMoved * moved)};
}

std::unique_ptr<Projection> make_bisection_projection(const Graph& graph,
                                                      const ProjectionOptions& options) {
  return std::make_unique<BisectionProjection>(graph, options, BisectionStart::authors);
}

std::unique_ptr<Projection> make_warm_bisection_projection(const Graph& graph,
                                                           const ProjectionOptions& options) {
  return std::make_unique<BisectionProjection>(graph, options, BisectionStart::authors, Pruning::gw,
                                               BisectionMemory::last_search);
}

std::unique_ptr<Projection> make_largest_bisection_projection(const Graph& graph,
                                                              const ProjectionOptions& options) {
  return std::make_unique<BisectionProjection>(graph, options, BisectionStart::largest);
}

}  // namespace graphsparse
