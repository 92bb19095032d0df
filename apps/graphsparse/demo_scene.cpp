#include "demo_scene.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "graphsparse/core/random.hpp"
#include "graphsparse/graph/builders.hpp"

namespace graphsparse::cli {
namespace {

constexpr std::size_t kClusterSize = 40;

// A blob: from the start, again and again a random neighbour of what is there.
Support grow_cluster(const Graph& graph, NodeId start, std::size_t size, RandomStream& random) {
  std::vector<bool> seen(static_cast<std::size_t>(graph.node_count()), false);
  Support cluster;
  std::vector<NodeId> border = {start};
  seen[static_cast<std::size_t>(start)] = true;
  while (cluster.size() < size && !border.empty()) {
    std::swap(border[static_cast<std::size_t>(random.below(border.size()))], border.back());
    const NodeId node = border.back();
    border.pop_back();
    cluster.push_back(node);
    for (const Graph::Incidence& incidence : graph.incident(node)) {
      const auto neighbour = static_cast<std::size_t>(incidence.neighbour);
      if (seen[neighbour]) continue;
      seen[neighbour] = true;
      border.push_back(incidence.neighbour);
    }
  }
  std::sort(cluster.begin(), cluster.end());
  return cluster;
}

}  // namespace

DemoScene plant_signal(std::uint64_t seed) {
  DemoScene scene;
  scene.grid = make_grid(scene.width, scene.height);

  RandomStream shape(seed, "demo-cluster");
  // Away from the border, so that the cluster is seen whole.
  const auto middle_half = [&](std::int64_t length) {
    return length / 4 +
           static_cast<std::int64_t>(shape.below(static_cast<std::uint64_t>(length / 2)));
  };
  const std::int64_t row = middle_half(scene.height);
  const std::int64_t column = middle_half(scene.width);
  const auto start = static_cast<NodeId>(row * scene.width + column);
  const NodeId nodes = scene.grid.node_count();
  scene.signal = normal_signal(grow_cluster(scene.grid, start, kClusterSize, shape), nodes, shape);

  RandomStream stream(seed, "demo-measurements");
  Measurements seen = measure_linear(scene.signal, scene.observations, 0.0, stream);
  scene.design = std::make_shared<const DenseMatrix<double>>(scene.observations, nodes,
                                                             std::move(seen.design));
  scene.target = std::move(seen.target);
  return scene;
}

}  // namespace graphsparse::cli
