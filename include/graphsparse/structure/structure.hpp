// Structured sparsity: which supports are allowed, and how to get near them. A solver knows nothing
// else about structure.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/projection/projection.hpp"

namespace graphsparse {

// Which exchanges of one feature of a support for another keep the support allowed. One per thread;
// keeps its memory between calls.
class ExchangeRule {
 public:
  virtual ~ExchangeRule() = default;

  // The support that is to be changed.
  virtual void load(const Support& support) = 0;

  // Features outside of it that an exchange may bring in, ascending; `allows` has the last word.
  virtual std::span<const NodeId> candidates() const = 0;

  // Whether a feature may enter without another one leaving.
  virtual bool may_grow() const = 0;

  // Whether the support with `entering` and without `leaving` (kNoNode: with all it has) is
  // allowed.
  virtual bool allows(NodeId leaving, NodeId entering) = 0;
};

// One per thread; keeps its memory between calls. Supports stay valid until the next call.
class Structure {
 public:
  virtual ~Structure() = default;

  // A support, perhaps larger than those allowed, that keeps much of x (the paper's assumption 1).
  // This and the next are the same for x times a power of two.
  const Support& head(std::span<const double> x) { return find_head(in_range(x)); }

  // An allowed support whose restriction loses little of x (assumption 2).
  const Support& tail(std::span<const double> x) { return find_tail(in_range(x)); }

  // The most features a support may have.
  virtual std::int64_t sparsity() const = 0;

  // How probable each feature is before its own data speak, given how probable all are now: here
  // the same for all.
  virtual void spread(std::span<const double> probability, std::span<double> prior) const;

  // Null where single features cannot be exchanged.
  virtual std::unique_ptr<ExchangeRule> make_exchange_rule() const { return nullptr; }

  // Steiner problems solved so far.
  virtual std::int64_t pcst_calls() const { return 0; }

 private:
  virtual const Support& find_head(std::span<const double> x) = 0;
  virtual const Support& find_tail(std::span<const double> x) = 0;

  // x, or x times a power of two where squares of squares would overflow or be lost.
  std::span<const double> in_range(std::span<const double> x);

  std::vector<double> scaled_;
};

// Any s features; the head keeps `head_size` (0: 2 s).
std::unique_ptr<Structure> make_sparse_structure(NodeId features, std::int64_t sparsity,
                                                 std::int64_t head_size = 0);

struct GraphStructureOptions {
  std::int64_t sparsity = 1;
  double slack = 0.0;                            // supports of s to (1 + slack) s features
  std::int64_t components = 1;                   // g
  const ProjectionMethod* projection = nullptr;  // null: the default one
  std::optional<double> budget;                  // C, for a projection that needs one
  NodeId root = kNoNode;                         // a feature that every support must hold
  std::int64_t head_size = 0;                    // fewest features of a head; 0: half of all
  double head_slack = 0.1;
  std::int64_t head_components = 0;  // 0: as the tail
  // Heads of what is left over are united until this factor is proven, for differences of two
  // supports (components and budgets of both together); 0: one head.
  double head_factor = 0.0;
};

// Supports of at most g connected subgraphs. The graph must outlive it. Throws InputError for sizes
// no support can have.
std::unique_ptr<Structure> make_graph_structure(const Graph& graph,
                                                const GraphStructureOptions& options);
std::unique_ptr<Structure> make_graph_structure(const Graph&& graph,
                                                const GraphStructureOptions& options) = delete;

// Whole groups of features: those with the most energy, as long as they hold at most s features.
// group[i] is the number of feature i's group; -1: never chosen.
std::unique_ptr<Structure> make_group_structure(std::vector<std::int32_t> group,
                                                std::int64_t sparsity);

// The supports of `others`, which chooses among all other features, united with `forced`
// (ascending).
std::unique_ptr<Structure> make_forced_structure(std::unique_ptr<Structure> others, Support forced);

enum class StructureKind {
#define GRAPHSPARSE_STRUCTURE(kind, ...) kind,  // NOLINT
#include "graphsparse/structure/structure_records.hpp"
};

// All that any structure is made from; each kind uses its part.
struct StructureSpec : GraphStructureOptions {
  StructureKind kind = StructureKind::none;
  NodeId features = 0;
  const Graph* graph = nullptr;            // must outlive the structure
  std::span<const std::int32_t> groups{};  // the number of each feature's group; -1: never chosen
};

#define GRAPHSPARSE_STRUCTURE(kind, ...) \
  std::unique_ptr<Structure> make_##kind##_structure(const StructureSpec& spec);  // NOLINT
#include "graphsparse/structure/structure_records.hpp"

// A row of the table of structures: what `--structure` accepts.
struct StructureRow {
  StructureKind kind;
  std::string_view name;
  std::unique_ptr<Structure> (*make)(const StructureSpec& spec);
  std::string_view summary = {};
  std::string_view prefix = {};  // of a solver with this structure: graph-iht
  bool needs_graph = false;
  bool needs_groups = false;
};

std::span<const StructureRow> structure_table();
const StructureRow& structure_row(StructureKind kind);
std::string_view to_string(StructureKind kind);

// Throws InputError for an unknown name, listing those there are.
const StructureRow& find_structure(std::string_view name);

// Throws InputError for what no support can have, and where the graph or the groups are missing or
// of another size than the data.
std::unique_ptr<Structure> make_structure(const StructureSpec& spec);

}  // namespace graphsparse
