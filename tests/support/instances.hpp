// Random instances for tests: a kind of graph, a kind of values, a size and a seed give the same
// instance on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <random>
#include <string>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse::test_support {

// Own distributions, because those of the standard library differ between implementations.
class TestRandom {
 public:
  explicit TestRandom(std::uint64_t seed) : engine_(seed) {}

  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }  // [0, 1)
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  std::int64_t below(std::int64_t bound);  // 0..bound-1
  double normal();
  bool chance(double probability) { return uniform() < probability; }
  std::vector<std::int32_t> permutation(std::int64_t count);

 private:
  std::mt19937_64 engine_;
};

enum class Shape { path, tree, star, grid, sparse, dense, disconnected, parallel };
inline constexpr std::array kShapes = {Shape::path,         Shape::tree,    Shape::star,
                                       Shape::grid,         Shape::sparse,  Shape::dense,
                                       Shape::disconnected, Shape::parallel};

// What prizes and costs look like.
enum class Values {
  continuous,     // no two alike
  small_numbers,  // small integers: ties everywhere
  many_zeros,     // half of the prizes and some costs are zero
  unit_costs,     // continuous prizes, every cost 1
};
inline constexpr std::array kValues = {Values::continuous, Values::small_numbers,
                                       Values::many_zeros, Values::unit_costs};

// What a failed property prints.
std::ostream& operator<<(std::ostream& out, Shape shape);
std::ostream& operator<<(std::ostream& out, Values values);

struct Instance {
  std::int64_t node_count = 0;
  std::vector<Edge> edges;
  std::vector<double> prizes;

  Graph graph() const { return Graph::from_edges(node_count, edges); }
};

Instance make_instance(Shape shape, Values values, std::int64_t node_count, std::uint64_t seed);

// A vector whose squares are the instance's prizes, with random signs.
std::vector<double> signed_roots(const Instance& instance, std::uint64_t seed);

std::string describe(Shape shape, Values values, std::int64_t node_count, std::uint64_t seed);

// The same instance with other numbers for nodes and edges and some ends swapped.
struct Relabelled {
  Instance instance;
  std::vector<std::int32_t> new_node;  // of each old one
  std::vector<std::int32_t> new_edge;
};

Relabelled relabel(const Instance& instance, std::uint64_t seed);

// Sorted images of the ids.
std::vector<std::int32_t> mapped(const std::vector<std::int32_t>& ids,
                                 const std::vector<std::int32_t>& to);

}  // namespace graphsparse::test_support
