#include "projection/bisection.hpp"

#include <algorithm>
#include <functional>

#include "projection/checks.hpp"

namespace graphsparse {
namespace {

// Nodes and edges together. On larger graphs the exact order of ties costs more than it is worth.
constexpr std::int64_t kPublishedTiesUpTo = 2000;

}  // namespace

BisectionProjection::BisectionProjection(const Graph& graph, const ProjectionOptions& options,
                                         BisectionStart start, Pruning pruning)
    : graph_(graph),
      options_(options),
      start_(start),
      pruning_(pruning),
      solver_(graph),
      prizes_(static_cast<std::size_t>(graph.node_count())) {
  sizes_.reserve(static_cast<std::size_t>(options.max_calls) + 1);
}

const ProjectionResult& BisectionProjection::project(std::span<const double> x) {
  check_vector(graph_, x);
  std::transform(x.begin(), x.end(), prizes_.begin(), [](double value) { return value * value; });
  solver_.set_prizes(prizes_);
  sizes_.clear();
  search();

  result_.support = forest_->nodes;
  result_.pcst_calls = static_cast<int>(sizes_.size());
  finish_result(graph_, x, options_, result_);
  return result_;
}

std::int64_t BisectionProjection::solve(double lambda) {
  PcstOptions options;
  options.cost_scale = lambda;
  options.components = options_.components;
  options.pruning = pruning_;
  // The search starts at twice a prize, so with unit costs it always meets ties. On a small graph
  // one tie can decide whether it lands.
  options.published_ties =
      start_ == BisectionStart::largest ||
      std::int64_t{graph_.node_count()} + graph_.edge_count() <= kPublishedTiesUpTo;
  forest_ = &solver_.solve(options);
  result_.lambda = lambda;
  sizes_.push_back(static_cast<std::int64_t>(forest_->nodes.size()));
  return sizes_.back();
}

double BisectionProjection::first_lambda() {
  const std::int64_t n = graph_.node_count();
  const auto prize_at = [&](std::int64_t place) {
    if (place < 0 || place >= n) return 0.0;
    sorted_ = prizes_;
    const auto at = sorted_.begin() + place;
    if (start_ == BisectionStart::authors) {
      std::nth_element(sorted_.begin(), at, sorted_.end(), std::greater<>());
    } else {
      std::nth_element(sorted_.begin(), at, sorted_.end());
    }
    return *at;
  };
  for (const double prize : {prize_at(n - options_.high), prize_at(n - options_.low)}) {
    if (prize > 0.0) return 2.0 * prize;
  }
  return n == 0 ? 0.0 : 2.0 * *std::max_element(prizes_.begin(), prizes_.end());
}

void BisectionProjection::search() {
  const auto calls_left = [this] { return static_cast<int>(sizes_.size()) < options_.max_calls; };
  double high = first_lambda();
  double low = 0.0;
  std::int64_t size = solve(high);
  while (size > options_.high && calls_left()) {
    high *= 2.0;
    size = solve(high);
  }
  if (size >= options_.low && size <= options_.high) return;
  while (calls_left()) {
    const double middle = (low + high) / 2.0;
    size = solve(middle);
    if (size >= options_.low && size <= options_.high) return;
    (size > options_.high ? low : high) = middle;
  }
  solve(high);  // too small, rather than too large
}

std::unique_ptr<Projection> make_paper_projection(const Graph& graph,
                                                  const ProjectionOptions& options) {
  return std::make_unique<BisectionProjection>(graph, options, BisectionStart::authors);
}

std::unique_ptr<Projection> make_paper_largest_projection(const Graph& graph,
                                                          const ProjectionOptions& options) {
  return std::make_unique<BisectionProjection>(graph, options, BisectionStart::largest);
}

}  // namespace graphsparse
