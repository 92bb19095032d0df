#include "support/instances.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <ostream>
#include <sstream>
#include <utility>

namespace graphsparse::test_support {
namespace {

using Pairs = std::vector<std::pair<NodeId, NodeId>>;

NodeId node(std::int64_t number) { return static_cast<NodeId>(number); }

void add_random_tree(Pairs& pairs, std::int64_t first, std::int64_t last, TestRandom& random) {
  for (std::int64_t v = first + 1; v < last; ++v) {
    pairs.emplace_back(node(first + random.below(v - first)), node(v));
  }
}

void add_random_pairs(Pairs& pairs, std::int64_t first, std::int64_t last, std::int64_t count,
                      TestRandom& random) {
  if (last - first < 2) return;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t u = first + random.below(last - first);
    const std::int64_t v = first + random.below(last - first);
    if (u != v) pairs.emplace_back(node(u), node(v));
  }
}

Pairs grid_pairs(std::int64_t n) {
  const auto width =
      std::max<std::int64_t>(1, static_cast<std::int64_t>(std::sqrt(static_cast<double>(n))));
  Pairs pairs;
  for (std::int64_t v = 0; v < n; ++v) {
    if (v % width + 1 < width && v + 1 < n) pairs.emplace_back(node(v), node(v + 1));
    if (v + width < n) pairs.emplace_back(node(v), node(v + width));
  }
  return pairs;
}

Pairs make_pairs(Shape shape, std::int64_t n, TestRandom& random) {
  Pairs pairs;
  switch (shape) {
    case Shape::path:
      for (std::int64_t v = 1; v < n; ++v) pairs.emplace_back(node(v - 1), node(v));
      break;
    case Shape::tree:
      add_random_tree(pairs, 0, n, random);
      break;
    case Shape::star:
      for (std::int64_t v = 1; v < n; ++v) pairs.emplace_back(0, node(v));
      break;
    case Shape::grid:
      pairs = grid_pairs(n);
      break;
    case Shape::sparse:
      add_random_tree(pairs, 0, n, random);
      add_random_pairs(pairs, 0, n, n / 2, random);
      break;
    case Shape::dense:
      for (std::int64_t u = 0; u < n; ++u) {
        for (std::int64_t v = u + 1; v < n; ++v) {
          if (random.chance(0.6)) pairs.emplace_back(node(u), node(v));
        }
      }
      break;
    case Shape::disconnected: {
      // Two or three parts and an isolated node or two at the end.
      const std::int64_t first_cut = n / 3 + random.below(n / 3 + 1);
      const std::int64_t second_cut = std::max(first_cut, n - 1 - random.below(2));
      add_random_tree(pairs, 0, first_cut, random);
      add_random_pairs(pairs, 0, first_cut, 2, random);
      add_random_tree(pairs, first_cut, second_cut, random);
      break;
    }
    case Shape::parallel:
      add_random_tree(pairs, 0, n, random);
      add_random_pairs(pairs, 0, n, n / 3, random);
      for (std::size_t i = 0, count = pairs.size(); i < count; ++i) {
        if (random.chance(0.7)) pairs.emplace_back(pairs[i].second, pairs[i].first);
      }
      break;
  }
  return pairs;
}

double random_cost(Values values, TestRandom& random) {
  switch (values) {
    case Values::continuous:
      return random.uniform(0.05, 1.5);
    case Values::small_numbers:
      return static_cast<double>(1 + random.below(3));
    case Values::many_zeros:
      return random.chance(0.25) ? 0.0 : random.uniform(0.05, 1.5);
    case Values::unit_costs:
      break;
  }
  return 1.0;
}

double random_prize(Values values, TestRandom& random) {
  switch (values) {
    case Values::small_numbers:
      return static_cast<double>(random.below(4));
    case Values::many_zeros:
      if (random.chance(0.5)) return 0.0;
      break;
    case Values::continuous:
    case Values::unit_costs:
      break;
  }
  // Squares of normal numbers, as in a projection: a few large ones, many small ones.
  const double value = random.normal();
  return value * value;
}

}  // namespace

std::int64_t TestRandom::below(std::int64_t bound) {
  return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(bound));
}

double TestRandom::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

std::vector<std::int32_t> TestRandom::permutation(std::int64_t count) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[static_cast<std::size_t>(below(static_cast<std::int64_t>(i)))]);
  }
  return order;
}

Instance make_instance(Shape shape, Values values, std::int64_t node_count, std::uint64_t seed) {
  TestRandom random(seed * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(shape) * 4 +
                    static_cast<std::uint64_t>(values));
  Instance instance;
  instance.node_count = node_count;
  for (const auto& [u, v] : make_pairs(shape, node_count, random)) {
    instance.edges.push_back({u, v, random_cost(values, random)});
  }
  for (std::int64_t v = 0; v < node_count; ++v) {
    instance.prizes.push_back(random_prize(values, random));
  }
  return instance;
}

std::vector<double> signed_roots(const Instance& instance, std::uint64_t seed) {
  TestRandom random(seed);
  std::vector<double> x;
  for (const double prize : instance.prizes) {
    x.push_back(random.chance(0.5) ? std::sqrt(prize) : -std::sqrt(prize));
  }
  return x;
}

std::ostream& operator<<(std::ostream& out, Shape shape) {
  constexpr std::array kNames = {"path",   "tree",  "star",         "grid",
                                 "sparse", "dense", "disconnected", "parallel"};
  return out << kNames.at(static_cast<std::size_t>(shape));
}

std::ostream& operator<<(std::ostream& out, Values values) {
  constexpr std::array kNames = {"continuous", "small numbers", "many zeros", "unit costs"};
  return out << kNames.at(static_cast<std::size_t>(values));
}

std::string describe(Shape shape, Values values, std::int64_t node_count, std::uint64_t seed) {
  std::ostringstream text;
  text << shape << " with " << values << ", " << node_count << " nodes, seed " << seed;
  return text.str();
}

Relabelled relabel(const Instance& instance, std::uint64_t seed) {
  TestRandom random(seed);
  const auto edge_count = static_cast<std::int64_t>(instance.edges.size());
  Relabelled result{instance, random.permutation(instance.node_count),
                    random.permutation(edge_count)};
  for (std::size_t e = 0; e < instance.edges.size(); ++e) {
    Edge edge = instance.edges[e];
    edge.u = result.new_node[static_cast<std::size_t>(edge.u)];
    edge.v = result.new_node[static_cast<std::size_t>(edge.v)];
    if (random.chance(0.5)) std::swap(edge.u, edge.v);
    result.instance.edges[static_cast<std::size_t>(result.new_edge[e])] = edge;
  }
  for (std::size_t v = 0; v < instance.prizes.size(); ++v) {
    result.instance.prizes[static_cast<std::size_t>(result.new_node[v])] = instance.prizes[v];
  }
  return result;
}

std::vector<std::int32_t> mapped(const std::vector<std::int32_t>& ids,
                                 const std::vector<std::int32_t>& to) {
  std::vector<std::int32_t> images;
  for (const std::int32_t id : ids) images.push_back(to[static_cast<std::size_t>(id)]);
  std::sort(images.begin(), images.end());
  return images;
}

}  // namespace graphsparse::test_support
