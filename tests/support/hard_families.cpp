#include "support/hard_families.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace graphsparse::test_support {
namespace {

class InstanceBuilder {
 public:
  NodeId add_node(double prize) {
    instance_.prizes.push_back(prize);
    return static_cast<NodeId>(instance_.node_count++);
  }
  void add_edge(NodeId u, NodeId v, double cost) { instance_.edges.push_back({u, v, cost}); }
  Instance take() { return std::move(instance_); }

 private:
  Instance instance_;
};

// A node that reaches a sleeping hub with moat `hub_moat` at `time` and has `rest` left to spend
// then: the hub wakes for so long and becomes inactive again.
void add_waker(InstanceBuilder& builder, NodeId hub, double hub_moat, double time, double rest) {
  const NodeId waker = builder.add_node(time + rest);
  builder.add_edge(hub, waker, hub_moat + time);
}

// Nodes that are richer than a hub, yet too poor to ever matter: a solver that gives only the
// richest sleepers a place in its queues meets the hub itself late.
void add_decoys(InstanceBuilder& builder, NodeId hub) {
  for (int i = 0; i < 150; ++i) builder.add_edge(hub, builder.add_node(1.2), 1e6);
}

// `wakers` wake a hub one after the other. Each time the cluster grows by `rest` on the way towards
// far nodes that grow all the time: those edges' shares change at each wake.
Instance woken_hub(int wakers, int far_nodes, double far_cost, double rest) {
  InstanceBuilder builder;
  const NodeId hub = builder.add_node(1.0);
  double moat = 1.0;
  for (int i = 0; i < wakers; ++i) {
    add_waker(builder, hub, moat, 2.0 + i, rest);
    moat += rest;
  }
  for (int i = 0; i < far_nodes; ++i) {
    const NodeId far = builder.add_node(far_cost * (1.0 + 1e-3 * i));
    builder.add_edge(hub, far, far_cost * (1.0 + 1e-6 * i));
  }
  return builder.take();
}

// The far nodes sleep: both ends of the waiting edges are inactive between the wakes.
Instance reactivated_hub_among_inactive(int wakers, int far_nodes) {
  InstanceBuilder builder;
  const NodeId hub = builder.add_node(1.0);
  double moat = 1.0;
  for (int i = 0; i < wakers; ++i) {
    add_waker(builder, hub, moat, 2.0 + i, 0.5);
    moat += 0.5;
  }
  for (int i = 0; i < far_nodes; ++i) {
    const NodeId far = builder.add_node(0.5 + 1e-4 * i);
    builder.add_edge(hub, far, wakers + 10.0 + i);
  }
  add_decoys(builder, hub);
  return builder.take();
}

// Two hubs with many edges between them, woken in turn: never do both grow for long.
Instance parallel_edges_woken_in_turn(int wakers, int parallel_edges, double length, bool decoys) {
  InstanceBuilder builder;
  const NodeId hubs[] = {builder.add_node(1.0), builder.add_node(1.0)};
  double moats[] = {1.0, 1.0};
  constexpr double kRest = 0.5;
  for (int i = 0; i < wakers; ++i) {
    const int side = i % 2;
    add_waker(builder, hubs[side], moats[side], 2.0 + i, kRest);
    moats[side] += kRest;
  }
  for (int i = 0; i < parallel_edges; ++i) {
    builder.add_edge(hubs[0], hubs[1], length + 1e-3 * i);
  }
  if (decoys) add_decoys(builder, hubs[0]);
  return builder.take();
}

// Each wake is shorter than the one before, so that an edge's uncovered rest shrinks geometrically
// and each half of it is looked at again and again.
Instance shrinking_wakes(int wakers, int parallel_edges) {
  InstanceBuilder builder;
  const NodeId hubs[] = {builder.add_node(1.0), builder.add_node(1.0)};
  double moats[] = {1.0, 1.0};
  double rest = 1.0;
  for (int i = 0; i < wakers; ++i) {
    const int side = i % 2;
    add_waker(builder, hubs[side], moats[side], 4.0 + 2 * i, rest);
    moats[side] += rest;
    rest *= 0.5;
  }
  for (int i = 0; i < parallel_edges; ++i) builder.add_edge(hubs[0], hubs[1], 4.0 + 1e-9 * i);
  add_decoys(builder, hubs[1]);
  return builder.take();
}

// The hub wakes at times that come ever closer to the one at which the growing far nodes reach it:
// each wake halves the uncovered rest of all edges between them.
Instance wakes_ever_closer(int wakers, int far_nodes) {
  InstanceBuilder builder;
  const NodeId hub = builder.add_node(1.0);
  constexpr double kRest = 1e-6;
  constexpr double kMeeting = 1024.0;
  double left = kMeeting;
  for (int i = 0; i < wakers; ++i, left *= 0.5) {
    add_waker(builder, hub, 1.0 + kRest * i, kMeeting - 0.75 * left, kRest);
  }
  for (int i = 0; i < far_nodes; ++i) {
    builder.add_edge(hub, builder.add_node(2.0 * kMeeting), kMeeting + 1.0);
  }
  add_decoys(builder, hub);
  return builder.take();
}

// Clusters of clusters: on each level two halves become inactive and are woken by a small node.
Instance nested_wakes(int levels) {
  InstanceBuilder builder;
  std::vector<NodeId> roots;
  for (int i = 0; i < 1 << levels; ++i) roots.push_back(builder.add_node(1.0 + 1e-4 * i));
  double length = 3.0;
  for (int level = 0; level < levels; ++level, length *= 2.1) {
    std::vector<NodeId> next;
    for (std::size_t i = 0; i + 1 < roots.size(); i += 2) {
      builder.add_edge(roots[i], roots[i + 1], length);
      add_waker(builder, roots[i], 1.0, length, 0.3 * length);
      add_waker(builder, roots[i + 1], 1.0, 1.3 * length, 0.2 * length);
      next.push_back(roots[i]);
    }
    // Edges across, which wait on every level.
    for (std::size_t i = 0; i + 3 < roots.size(); ++i) {
      builder.add_edge(roots[i], roots[i + 3], 3.0 * length);
    }
    roots = std::move(next);
  }
  return builder.take();
}

Instance geometric_path(int nodes, double ratio, std::uint64_t seed) {
  TestRandom random(seed);
  InstanceBuilder builder;
  builder.add_node(1.0);
  double cost = 1.0;
  for (int i = 1; i < nodes; ++i) {
    builder.add_node(cost * random.uniform(0.0, 3.0));
    builder.add_edge(static_cast<NodeId>(i - 1), static_cast<NodeId>(i), cost);
    cost *= ratio;
    if (cost < 1e-250 || cost > 1e250) cost = 1.0;
  }
  return builder.take();
}

// Leaves of a star arrive one by one; chords between neighbours wait meanwhile.
Instance star_with_chords(int leaves, double hub_prize) {
  InstanceBuilder builder;
  const NodeId hub = builder.add_node(hub_prize);
  for (int i = 0; i < leaves; ++i) {
    const NodeId leaf = builder.add_node(1.0 + 0.5 * std::sin(i));
    builder.add_edge(hub, leaf, 1.0 + 1e-3 * i);
    if (i > 0) builder.add_edge(leaf - 1, leaf, 1.9 + 1e-3 * (i % 7));
  }
  return builder.take();
}

}  // namespace

std::vector<NamedInstance> hard_families(int wakers, int edges) {
  std::vector<NamedInstance> families;
  families.push_back({"woken hub, growing far nodes", woken_hub(wakers, edges, 1e5, 0.5)});
  families.push_back(
      {"woken hub, far nodes soon met", woken_hub(wakers, edges, 1.3 * wakers, 0.5)});
  families.push_back({"woken hub, short wakes", woken_hub(wakers, edges, 1.7 * wakers, 1e-9)});
  families.push_back(
      {"woken hub, sleeping far nodes", reactivated_hub_among_inactive(wakers, edges)});
  for (const bool decoys : {false, true}) {
    const std::string ending = decoys ? ", met late" : "";
    families.push_back(
        {"parallel edges" + ending, parallel_edges_woken_in_turn(wakers, edges, 1e5, decoys)});
    families.push_back({"parallel edges, covered in the end" + ending,
                        parallel_edges_woken_in_turn(wakers, edges, 0.4 * wakers, decoys)});
  }
  // Halving more often than this would go below the resolution of a double.
  const int halvings = std::min(wakers, 45);
  families.push_back({"parallel edges, shrinking wakes", shrinking_wakes(halvings, edges)});
  families.push_back({"wakes ever closer to the meeting", wakes_ever_closer(halvings, edges)});
  families.push_back({"nested wakes", nested_wakes(static_cast<int>(std::log2(edges)))});
  families.push_back({"path, shrinking costs", geometric_path(2 * edges, 0.7, 1)});
  families.push_back({"path, growing costs", geometric_path(2 * edges, 1.3, 2)});
  families.push_back({"star with chords, poor hub", star_with_chords(2 * edges, 0.0)});
  families.push_back({"star with chords, rich hub", star_with_chords(2 * edges, 1e6)});
  return families;
}

}  // namespace graphsparse::test_support
