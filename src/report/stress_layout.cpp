#include "report/stress_layout.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <queue>
#include <utility>

#include "report/graph_layout.hpp"

namespace graphsparse::report {
namespace {

constexpr int kPowerRounds = 40;
constexpr int kStressRounds = 300;
constexpr int kFewestStressRounds = 30;
constexpr std::size_t kMostPairs = 120'000'000;  // of all rounds together: about a second
constexpr double kStillMoving = 2e-3;            // in edges
constexpr double kCrowdedLength = 0.45;
constexpr double kLongestSide = 2.5;  // times the root of the number of nodes

std::size_t number(NodeId node) { return static_cast<std::size_t>(node); }

// In units of a usual edge. A node with many neighbours needs a disc for them whose area grows with
// their number, so its edges are longer.
double edge_length(const Graph& graph, NodeId u, NodeId v) {
  const auto degree = static_cast<double>(std::max(graph.degree(u), graph.degree(v)));
  return std::max(1.0, kCrowdedLength * std::sqrt(degree));
}

class DistanceMatrix {
 public:
  explicit DistanceMatrix(const Graph& graph)
      : size_(number(graph.node_count())), distances_(size_ * size_, INFINITY) {
    for (NodeId source = 0; source < graph.node_count(); ++source) search(graph, source);
    shorten_far_distances();
  }

  std::size_t size() const { return size_; }
  const double* row(std::size_t node) const { return distances_.data() + node * size_; }

 private:
  // Dijkstra's algorithm.
  void search(const Graph& graph, NodeId source) {
    using Visit = std::pair<double, NodeId>;
    std::priority_queue<Visit, std::vector<Visit>, std::greater<>> queue;
    double* const distance = distances_.data() + number(source) * size_;
    distance[number(source)] = 0;
    queue.emplace(0.0, source);
    while (!queue.empty()) {
      const auto [reached, node] = queue.top();
      queue.pop();
      if (reached > distance[number(node)]) continue;
      for (const auto& [neighbour, half] : graph.incident(node)) {
        const double through = reached + edge_length(graph, node, neighbour);
        if (through >= distance[number(neighbour)]) continue;
        distance[number(neighbour)] = through;
        queue.emplace(through, neighbour);
      }
    }
  }

  // A long chain drawn straight would be a sheet that nobody can read. Far distances count less
  // then, by a power below one, and the chain winds; an edge keeps its length.
  void shorten_far_distances() {
    const double longest = *std::max_element(distances_.begin(), distances_.end());
    const double wanted = kLongestSide * std::sqrt(static_cast<double>(size_));
    if (longest <= wanted) return;
    const double power = std::max(0.5, std::log(wanted) / std::log(longest));
    for (double& distance : distances_) distance = std::pow(distance, power);
  }

  std::size_t size_;
  std::vector<double> distances_;
};

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// -1/2 of the squared distances with the means of rows and columns taken off: the inner products of
// the nodes, were they points in a space.
std::vector<double> inner_products(const DistanceMatrix& distances) {
  const std::size_t n = distances.size();
  std::vector<double> products(n * n);
  std::vector<double> row_mean(n, 0);
  double mean = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double* row = distances.row(i);
    for (std::size_t j = 0; j < n; ++j) row_mean[i] += row[j] * row[j];
    row_mean[i] /= static_cast<double>(n);
    mean += row_mean[i] / static_cast<double>(n);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double* row = distances.row(i);
    for (std::size_t j = 0; j < n; ++j) {
      products[i * n + j] = -(row[j] * row[j] - row_mean[i] - row_mean[j] + mean) / 2;
    }
  }
  return products;
}

// The leading eigenvector orthogonal to `other` by power iterations, times the root of its value.
std::vector<double> leading_axis(const std::vector<double>& matrix,
                                 const std::vector<double>& other, std::size_t n, double phase) {
  std::vector<double> axis(n);
  // Any start will do that is no accident of the numbering of the nodes.
  for (std::size_t i = 0; i < n; ++i) {
    axis[i] = std::sin(phase + static_cast<double>(i) * std::numbers::phi);
  }
  std::vector<double> next(n);
  const double other_squared = dot(other, other);
  double value = 0;
  for (int round = 0; round < kPowerRounds; ++round) {
    const double along = other_squared > 0 ? dot(axis, other) / other_squared : 0;
    for (std::size_t i = 0; i < n; ++i) axis[i] -= along * other[i];
    const double norm = std::sqrt(dot(axis, axis));
    if (norm < 1e-12) {
      axis.assign(n, 0.0);
      return axis;
    }
    for (double& entry : axis) entry /= norm;
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += matrix[i * n + j] * axis[j];
      next[i] = sum;
    }
    value = std::abs(dot(axis, next));
    if (round + 1 < kPowerRounds) axis.swap(next);
  }
  for (double& entry : axis) entry *= std::sqrt(value);
  return axis;
}

// Classical scaling. Nodes with the same neighbours get the same place; a small spiral parts them.
std::vector<Point> start_places(const DistanceMatrix& distances) {
  const std::size_t n = distances.size();
  const std::vector<double> products = inner_products(distances);
  const std::vector<double> x = leading_axis(products, std::vector<double>(n, 0.0), n, 1.0);
  const std::vector<double> y = leading_axis(products, x, n, 2.0);
  std::vector<Point> places(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double angle = static_cast<double>(i) * 2 * std::numbers::pi / std::numbers::phi;
    const double radius = 0.1 + 0.2 * static_cast<double>(i) / static_cast<double>(n);
    places[i] = {x[i] + radius * std::cos(angle), y[i] + radius * std::sin(angle)};
  }
  return places;
}

// Moves each node in turn to where the stress of its pairs, bounded from above by a parabola, is
// least (majorisation); the stress never rises. Answers how far the farthest went.
double lower_stress(const DistanceMatrix& distances, std::vector<Point>& places) {
  double farthest = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double* distance = distances.row(i);
    Point sum;
    double weights = 0;
    for (std::size_t j = 0; j < places.size(); ++j) {
      if (j == i) continue;
      const double weight = 1 / (distance[j] * distance[j]);
      const double dx = places[i].x - places[j].x;
      const double dy = places[i].y - places[j].y;
      const double apart = std::sqrt(dx * dx + dy * dy);
      const double pull = apart > 1e-9 ? distance[j] / apart : 0;
      sum.x += weight * (places[j].x + pull * dx);
      sum.y += weight * (places[j].y + pull * dy);
      weights += weight;
    }
    const Point next{sum.x / weights, sum.y / weights};
    farthest = std::max({farthest, std::abs(next.x - places[i].x), std::abs(next.y - places[i].y)});
    places[i] = next;
  }
  return farthest;
}

Point turned(Point p, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {c * p.x - s * p.y, s * p.x + c * p.y};
}

Point size_of(const std::vector<Point>& places, double angle) {
  Point low{INFINITY, INFINITY};
  Point high{-INFINITY, -INFINITY};
  for (const Point& place : places) {
    const Point p = turned(place, angle);
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  return {high.x - low.x, high.y - low.y};
}

// Turns the places so that the rectangle around them is small and wider than high.
void lay_across(std::vector<Point>& places) {
  constexpr int steps = 90;
  constexpr double right_angle = std::numbers::pi / 2;
  double best_angle = 0;
  double best_area = INFINITY;
  for (int step = 0; step < steps; ++step) {
    const double angle = right_angle * step / steps;
    const Point size = size_of(places, angle);
    const double area = (size.x + 1) * (size.y + 1);  // names need room around a straight line too
    if (area >= best_area - 1e-9) continue;
    best_area = area;
    best_angle = size.x >= size.y ? angle : angle + right_angle;
  }
  for (Point& place : places) place = turned(place, best_angle);
}

}  // namespace

std::vector<Point> stress_layout(const Graph& graph) {
  const DistanceMatrix distances(graph);
  if (distances.size() <= 1) return std::vector<Point>(distances.size());
  std::vector<Point> places = start_places(distances);
  const std::size_t affordable = kMostPairs / (places.size() * places.size());
  const int rounds = std::clamp(static_cast<int>(std::min<std::size_t>(affordable, kStressRounds)),
                                kFewestStressRounds, kStressRounds);
  for (int round = 0; round < rounds; ++round) {
    if (lower_stress(distances, places) < kStillMoving) break;
  }
  lay_across(places);
  return places;
}

namespace {

constexpr int kPushRounds = 80;
constexpr double kSpread = 1.06;
constexpr double kBoxGap = 3;    // pixels between boxes
constexpr double kSlack = 0.01;  // an overlap not worth another round
// The most that one push widens the distance of a pair: small steps let the crowd around give way.
constexpr double kLongestPush = 1.4;

// How much farther apart two overlapping boxes must be along the line between their centres, which
// keeps them in order, unlike a push along an axis; 1 for boxes that do not overlap.
double needed_stretch(Point between, const Extent& a, const Extent& b) {
  const double wide = a.half_width + b.half_width + kBoxGap;
  const double high = a.half_height + b.half_height + kBoxGap;
  const double dx = std::abs(between.x);
  const double dy = std::abs(between.y);
  if (dx >= wide - kSlack || dy >= high - kSlack) return 1;
  return std::min(wide / dx, high / dy);  // infinite at the same place
}

bool push_all(std::vector<Point>& centres, std::span<const Extent> extents) {
  bool moved = false;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    for (std::size_t j = i + 1; j < centres.size(); ++j) {
      const Point between{centres[j].x - centres[i].x, centres[j].y - centres[i].y};
      const double stretch = needed_stretch(between, extents[i], extents[j]);
      if (stretch <= 1) continue;
      const double half = (std::min(stretch, kLongestPush) - 1) / 2;
      Point step{between.x * half, between.y * half};
      // At (nearly) the same place: the later one goes right.
      if (std::hypot(step.x, step.y) < kSlack) step = {1, 0.5};
      centres[i] = {centres[i].x - step.x, centres[i].y - step.y};
      centres[j] = {centres[j].x + step.x, centres[j].y + step.y};
      moved = true;
    }
  }
  return moved;
}

}  // namespace

void remove_overlaps(std::vector<Point>& centres, std::span<const Extent> extents) {
  // Ends: pushes part what is at the same place, and once all is spread enough nothing overlaps.
  for (;;) {
    for (int round = 0; round < kPushRounds; ++round) {
      if (!push_all(centres, extents)) return;
    }
    for (Point& centre : centres) centre = {centre.x * kSpread, centre.y * kSpread};
  }
}

}  // namespace graphsparse::report
