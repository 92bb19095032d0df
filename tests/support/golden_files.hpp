// Readers for the golden files: sequences of tokens separated by white space. They throw
// std::runtime_error with the file and the token where a file is not what it should be.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/pcst/pcst.hpp"

namespace graphsparse::test_support {

struct GoldenGraph {
  std::string name;
  std::int64_t node_count = 0;
  std::vector<Edge> edges;

  Graph graph() const { return Graph::from_edges(node_count, edges); }
};

struct GoldenPcstRun {
  NodeId root = kNoNode;
  std::int64_t components = 0;
  Pruning pruning = Pruning::none;
  Support nodes;
  std::vector<EdgeId> edges;
  double objective = 0.0;
  int other_node_sets = 0;  // of six renumbered solves, so many gave other nodes (or edges)
  int other_edge_sets = 0;
  double min_objective = 0.0;  // over those six and the recorded one
  double max_objective = 0.0;

  PcstOptions options() const {
    return {.root = root, .components = components, .pruning = pruning};
  }
  std::string describe() const;
};

struct GoldenPcst : GoldenGraph {
  std::vector<double> prizes;
  std::vector<GoldenPcstRun> runs;
};

struct GoldenProjection : GoldenGraph {
  std::vector<double> x;
  std::int64_t components = 0;
  std::int64_t low = 0;
  std::int64_t high = 0;
  int max_calls = 0;
  Pruning pruning = Pruning::gw;
  int calls = 0;
  double lambda = 0.0;
  bool landed = false;
  std::vector<std::int64_t> sizes;  // after each solve
  Support nodes;
  std::vector<EdgeId> edges;
  double total = 0.0;
  double kept = 0.0;
  bool same_with_other_program = false;
  // The same search started at the high-th largest prize.
  int largest_start_calls = 0;
  std::int64_t largest_start_size = 0;
  double largest_start_kept = 0.0;
};

struct GoldenExact : GoldenGraph {
  struct Projection {
    std::int64_t components = 0;
    std::int64_t size = 0;
    double best_kept = 0.0;
    double best_lost = 0.0;
  };
  struct Steiner {
    NodeId root = kNoNode;
    std::int64_t components = 0;
    double optimum = 0.0;
  };
  struct Bisection {
    std::int64_t components = 0;
    std::int64_t size = 0;
    std::int64_t result_size = 0;
    double kept = 0.0;
  };

  std::vector<double> x;
  std::vector<Projection> projections;
  std::vector<Steiner> steiner;
  std::vector<Bisection> bisections;
};

struct GoldenRobust : GoldenGraph {
  std::vector<double> prizes;
  std::int64_t root = -1;
  std::int64_t components = 0;
  std::string expect;  // reject, valid, valid_empty or reject_or_valid
};

GoldenPcst read_golden_pcst(const std::filesystem::path& file);
GoldenProjection read_golden_projection(const std::filesystem::path& file);
std::vector<GoldenExact> read_golden_exact(const std::filesystem::path& file);
std::vector<GoldenRobust> read_golden_robust(const std::filesystem::path& file);

}  // namespace graphsparse::test_support
