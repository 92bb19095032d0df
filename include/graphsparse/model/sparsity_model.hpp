// Structured sparsity models: which supports are allowed, and how to get near them. A solver knows
// nothing else about structure.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/projection/projection.hpp"

namespace graphsparse {

// One a thread; keeps its memory between calls. Supports stay valid until the next call.
class SparsityModel {
 public:
  virtual ~SparsityModel() = default;

  // A support, perhaps of a larger model, that keeps much of x (the paper's assumption 1).
  virtual const Support& head(std::span<const double> x) = 0;

  // A support of the model whose restriction loses little of x (assumption 2).
  virtual const Support& tail(std::span<const double> x) = 0;

  // The most features a support may have.
  virtual std::int64_t sparsity() const = 0;

  // Steiner problems solved so far.
  virtual std::int64_t pcst_calls() const { return 0; }
};

// Any s features; the head keeps `head_sparsity` (0: 2 s).
std::unique_ptr<SparsityModel> make_top_model(NodeId features, std::int64_t sparsity,
                                              std::int64_t head_sparsity = 0);

struct GraphModelOptions {
  std::int64_t sparsity = 1;
  double slack = 0.0;           // supports of s to (1 + slack) s features
  std::int64_t components = 1;  // g
  std::string projection{kDefaultProjectionMethod};
  std::optional<double> budget;  // C, for the projection `budget`
  NodeId root = kNoNode;         // a feature that every support must hold
  std::int64_t head_low = 0;     // fewest features of a head; 0: half of all
  double head_slack = 0.1;
  std::int64_t head_components = 0;  // 0: as the tail
};

// Supports of at most g connected subgraphs. The graph must outlive it. Throws InputError for sizes
// no support can have.
std::unique_ptr<SparsityModel> make_graph_model(const Graph& graph,
                                                const GraphModelOptions& options);

// Whole groups of features: those with the most energy, as long as they hold at most s features.
// group[i] is the number of feature i's group; -1: never chosen.
std::unique_ptr<SparsityModel> make_group_model(std::vector<std::int32_t> group,
                                                std::int64_t sparsity);

}  // namespace graphsparse
