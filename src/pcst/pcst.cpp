#include "graphsparse/pcst/pcst.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/id_vector.hpp"
#include "pcst/growth_state.hpp"
#include "pcst/heap_growth.hpp"
#include "pcst/moat_chains.hpp"
#include "pcst/pruner.hpp"
#include "pcst/queue_growth.hpp"

namespace graphsparse {
namespace {

constexpr std::array<std::pair<Pruning, std::string_view>, 4> kPruningNames = {{
    {Pruning::none, "none"},
    {Pruning::simple, "simple"},
    {Pruning::gw, "gw"},
    {Pruning::strong, "strong"},
}};

// The sums behind the bound carry rounding errors of this share of all prizes.
constexpr double kBoundRounding = 1e-14;

// Real and random graphs need one to three edge events an edge, the worst families we know about
// sixteen.
constexpr std::int64_t kPatience = 20;

}  // namespace

std::string_view to_string(Pruning pruning) {
  for (const auto& [value, name] : kPruningNames) {
    if (value == pruning) return name;
  }
  return "unknown";
}

std::optional<Pruning> parse_pruning(std::string_view name) {
  for (const auto& [value, known] : kPruningNames) {
    if (known == name) return value;
  }
  return std::nullopt;
}

class PcstSolver::Workspace {
 public:
  explicit Workspace(const Graph& graph)
      : graph_(graph),
        growth_(graph),
        queue_growth_(graph),
        pruner_(graph),
        chains_(graph.node_count()) {
    forest_.nodes.reserve(graph.cheapest_costs().size());
    forest_.edges.reserve(graph.cheapest_costs().size());
    for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
      largest_cost_ = std::max(largest_cost_, graph.cost(edge));
    }
  }

  const Graph& graph() const { return graph_; }

  void set_prizes(std::span<const double> prizes) {
    prizes_ = {};
    if (std::ssize(prizes) != graph_.node_count()) {
      throw InputError(fmt::format("{} prizes for {} nodes; there must be one per node",
                                   prizes.size(), graph_.node_count()));
    }
    double sum = 0.0;
    bool bad = false;
    for (const double prize : prizes) {
      sum += prize;
      bad |= !(prize >= 0.0);
    }
    if (bad || !std::isfinite(sum)) throw_bad_prizes(prizes);
    prizes_ = prizes;
    prize_sum_ = sum;
  }

  const Forest& solve(const PcstOptions& options) {
    check(options);
    grow(options);
    pruner_.prune(growth_, prizes_, options, forest_);
    fill_sums(options);
    return forest_;
  }

  MoatForest moats() const {
    MoatForest moats;
    moats.clusters = growth_.clusters();
    moats.total = moat_sum();
    return moats;
  }

  std::size_t memory_bytes() const {
    return growth_.memory_bytes() + queue_growth_.memory_bytes() +
           (heap_growth_ ? heap_growth_->memory_bytes() : 0) + pruner_.memory_bytes() +
           chains_.memory_bytes() + forest_.nodes.capacity() * sizeof(NodeId) +
           forest_.edges.capacity() * sizeof(EdgeId);
  }

 private:
  [[noreturn]] static void throw_bad_prizes(std::span<const double> prizes) {
    for (std::size_t node = 0; node < prizes.size(); ++node) {
      if (std::isfinite(prizes[node]) && prizes[node] >= 0.0) continue;
      throw InputError(fmt::format("prize of node {} is {}; prizes are finite and not negative",
                                   node, prizes[node]));
    }
    throw InputError("the sum of the prizes is too large for a double; scale them down");
  }

  void check(const PcstOptions& options) const {
    if (std::ssize(prizes_) != graph_.node_count()) {
      throw InputError("prizes must be set before solving");
    }
    const double scale = options.cost_scale;
    if (!std::isfinite(scale) || scale < 0.0) {
      throw InputError(fmt::format("cost_scale is {}; it must be finite and not negative", scale));
    }
    if (!std::isfinite(scale * largest_cost_)) {
      throw InputError(fmt::format("cost_scale {} makes the cost {} too large for a double", scale,
                                   largest_cost_));
    }
    if (options.components < 0) {
      throw InputError(fmt::format("components is {}; it cannot be negative", options.components));
    }
    if (options.root == kNoNode) {
      if (options.components == 0) {
        throw InputError("components is 0; without a root at least 1 is needed");
      }
      return;
    }
    if (options.root < 0 || options.root >= graph_.node_count()) {
      throw InputError(fmt::format("root {} is out of range; nodes are 0 to {}", options.root,
                                   graph_.node_count() - 1));
    }
    if (options.components != 0) {
      throw InputError(
          fmt::format("components is {} with a root; a rooted tree takes 0", options.components));
    }
  }

  // Moats grow around all clusters that still have prizes to spend; an edge that two moats fill is
  // bought and merges its clusters. docs/pcst.md explains the laziness and the bound on the work.
  void grow(const PcstOptions& options) {
    HeapSharing sharing = HeapSharing::published;
    bool has_grown = false;
    if (!options.authors_ties || options.root != kNoNode) {
      const std::int64_t looks = std::int64_t{graph_.edge_count()} + graph_.node_count();
      growth_.start(prizes_, options);
      has_grown = queue_growth_.grow(growth_, options, kPatience * looks);
      // If not, the input is out to waste time: growth with a proven bound, for more memory.
      sharing = HeapSharing::bounded;
    }
    if (!has_grown) {
      if (!heap_growth_) heap_growth_ = std::make_unique<HeapGrowth>(graph_);
      growth_.start(prizes_, options);
      heap_growth_->grow(growth_, options.components, sharing);
    }
    growth_.finish();
  }

  void fill_sums(const PcstOptions& options) {
    const double scale = options.cost_scale;
    double cost = 0.0;
    for (const EdgeId edge : forest_.edges) cost += graph_.cost(edge);
    cost *= scale;
    if (!std::isfinite(cost)) {
      // The costs alone are too large; scaled, prizes pay for them.
      cost = 0.0;
      for (const EdgeId edge : forest_.edges) cost += scale * graph_.cost(edge);
    }
    double inside = 0.0;
    for (const NodeId node : forest_.nodes) inside += prizes_[node];
    const bool all_inside = forest_.nodes.size() == prizes_.size();

    forest_.cost = cost;
    forest_.prizes_outside = all_inside ? 0.0 : std::max(0.0, prize_sum_ - inside);
    forest_.components = std::ssize(forest_.nodes) - std::ssize(forest_.edges);
    forest_.edge_events = growth_.edge_events();

    forest_.lower_bound = 0.0;
    if (options.bounds) bound_from_below(options);
  }

  void bound_from_below(const PcstOptions& options) {
    const double all = moat_sum();
    double unpaid = 0.0;
    if (options.root == kNoNode) {
      chains_.split(moats());
      unpaid = chains_.tallest(options.components);
    }
    forest_.lower_bound = std::max(0.0, all - unpaid - kBoundRounding * prize_sum_);
  }

  double moat_sum() const {
    double touched_prizes = 0.0;
    double touched_moats = 0.0;
    for (const MoatForest::Cluster& cluster : growth_.clusters()) {
      touched_moats += cluster.moat;
      if (cluster.is_single()) touched_prizes += prizes_[cluster.node()];
    }
    return std::max(0.0, prize_sum_ - touched_prizes) + touched_moats;
  }

  const Graph& graph_;
  double largest_cost_ = 0.0;
  GrowthState growth_;
  QueueGrowth queue_growth_;
  std::unique_ptr<HeapGrowth> heap_growth_;  // made when first needed
  Pruner pruner_;
  MoatChains chains_;
  IdSpan<const double> prizes_;
  double prize_sum_ = 0.0;
  Forest forest_;
};

PcstSolver::PcstSolver(const Graph& graph) : workspace_(std::make_unique<Workspace>(graph)) {}
PcstSolver::~PcstSolver() = default;
PcstSolver::PcstSolver(PcstSolver&&) noexcept = default;
PcstSolver& PcstSolver::operator=(PcstSolver&&) noexcept = default;

const Forest& PcstSolver::solve(const PcstInput& input) {
  set_prizes(input.prizes);
  return solve(input.options);
}

void PcstSolver::set_prizes(std::span<const double> prizes) { workspace_->set_prizes(prizes); }

const Forest& PcstSolver::solve(const PcstOptions& options) { return workspace_->solve(options); }

MoatForest PcstSolver::moats() const { return workspace_->moats(); }

const Graph& PcstSolver::graph() const { return workspace_->graph(); }

std::size_t PcstSolver::memory_bytes() const { return workspace_->memory_bytes(); }

}  // namespace graphsparse
