#include "projection/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>

#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

constexpr int kLargestShift = 1000;  // beyond it the power of two may be no number

// Combines all entries in a few places at once, none of which waits for another.
template <class Add, class Join>
double in_lanes(std::span<const double> x, Add add, Join join) {
  constexpr std::size_t lanes = 8;
  double here[lanes] = {};
  std::size_t i = 0;
  for (; i + lanes <= x.size(); i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) here[lane] = add(here[lane], x[i + lane]);
  }
  for (; i < x.size(); ++i) here[0] = add(here[0], x[i]);
  return std::accumulate(std::begin(here) + 1, std::end(here), here[0], join);
}

}  // namespace

void check_vector(const Graph& graph, std::span<const double> x) {
  if (std::ssize(x) != graph.node_count()) {
    throw InputError(
        fmt::format("the vector has {} entries for {} nodes; there must be one per node", x.size(),
                    graph.node_count()));
  }
  if (std::isfinite(in_lanes(
          x, [](double sum, double entry) { return sum + entry * entry; }, std::plus<>()))) {
    return;
  }
  for (std::size_t node = 0; node < x.size(); ++node) {
    if (std::isfinite(x[node])) continue;
    throw InputError(fmt::format("entry {} of the vector is {}; it must be finite", node, x[node]));
  }
  throw InputError("the squares of the vector are too large for a double; scale it down");
}

void ScaledSquares::assign(IdSpan<const double> x) {
  const double largest = in_lanes(
      x, [](double most, double entry) { return std::max(most, std::abs(entry)); },
      [](double a, double b) { return std::max(a, b); });
  const int shift = largest > 0.0 ? std::ilogb(largest) : 0;
  exponent_ = 2 * shift;

  values_.resize(x.size());
  const auto square_all = [&](auto scaled) {
    for (NodeId node = 0; node < std::ssize(x); ++node) {
      const double entry = scaled(x[node]);
      values_[node] = x[node] == 0.0 ? 0.0 : std::max(entry * entry, kSmallest);
    }
  };
  // A product with a power of two is rounded as scalbn() rounds, and much faster.
  if (std::abs(shift) < kLargestShift) {
    square_all([factor = std::scalbn(1.0, -shift)](double entry) { return entry * factor; });
  } else {
    square_all([shift](double entry) { return std::scalbn(entry, -shift); });
  }
}

double ScaledSquares::sum_outside(std::span<const NodeId> support) const {
  double sum = 0.0;
  auto inside = support.begin();
  for (NodeId node = 0; node < std::ssize(values_); ++node) {
    if (inside != support.end() && *inside == node) {
      ++inside;
    } else {
      sum += values_[node];
    }
  }
  return sum;
}

double ScaledSquares::to_original(double value) const { return std::scalbn(value, exponent_); }

double ScaledSquares::from_original(double value) const { return std::scalbn(value, -exponent_); }

void finish_result(IdSpan<const double> x, const ProjectionOptions& options,
                   InducedComponents& counter, ProjectionResult& result) {
  // Inside and outside are summed separately, so that an empty outside is exactly 0.
  double captured = 0.0;
  double lost = 0.0;
  auto next = result.support.begin();
  for (NodeId node = 0; node < std::ssize(x); ++node) {
    const bool inside = next != result.support.end() && *next == node;
    if (inside) ++next;
    (inside ? captured : lost) += x[node] * x[node];
  }
  result.captured = captured;
  result.lost = lost;
  result.components = counter.count(result.support);
  const std::int64_t size = std::ssize(result.support);
  result.within_range = options.min_size <= size && size <= options.max_size;
}

namespace {

// Instead of a worth.
constexpr double kFresh = -1.0;
constexpr double kUnseen = -2.0;

}  // namespace

ComponentPlaces::ComponentPlaces(const Graph& graph, std::int64_t pieces)
    : components_(connected_components(graph)),
      pieces_(static_cast<std::size_t>(std::min(pieces, components_.count()))),
      by_size_(components_.size.size()) {
  std::iota(by_size_.begin(), by_size_.end(), 0);
  const auto size_of = [this](NodeId label) { return components_.size[label]; };
  std::ranges::stable_sort(by_size_, std::greater<>(), size_of);
  for (const NodeId label : by_size().first(pieces_)) capacity_ += size_of(label);
}

std::span<const double> ComponentPlaces::load(IdSpan<const double> prizes, std::int64_t low) {
  const std::int64_t least = pieces_ == 1 ? low : components_.size[by_size_[pieces_ - 1]];
  masked_prizes_.assign(prizes.size(), 0.0);
  peak_.assign(components_.size.size(), kNoNode);
  for (NodeId node = 0; node < std::ssize(prizes); ++node) {
    NodeId& peak = peak_[label_of(node)];
    if (peak == kNoNode || prizes[node] > prizes[peak]) peak = node;
    if (components_.size[label_of(node)] >= least) masked_prizes_[node] = prizes[node];
  }
  return masked_prizes_;
}

void ComponentPlaces::choose(IdSpan<const double> prizes, std::span<const NodeId> fresh,
                             std::span<const NodeId> found, std::size_t skipped,
                             std::vector<NodeId>& places) {
  worth_.assign(components_.size.size(), kUnseen);
  for (const NodeId label : fresh) worth_[label] = kFresh;
  most_worth_.clear();
  for (const NodeId node : found) {
    double& worth = worth_[label_of(node)];
    if (worth == kFresh) continue;
    if (worth == kUnseen) {
      most_worth_.push_back(label_of(node));
      worth = 0.0;
    }
    worth += prizes[node];
  }
  std::ranges::sort(most_worth_, std::greater<>(), [this](NodeId label) { return worth_[label]; });

  places.clear();
  for (const NodeId label : fresh) places.push_back(peak_[label]);
  for (std::size_t at = skipped; at < most_worth_.size() && places.size() < pieces_; ++at) {
    places.push_back(peak_[most_worth_[at]]);
  }
  std::ranges::sort(places);
}

}  // namespace graphsparse
