#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "graphsparse/core/error.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/structure/structure.hpp"
#include "projection/checks.hpp"
#include "structure/exchange_rules.hpp"

namespace graphsparse {
namespace {

// Cost and nodes of a tail of the method `budget` over those of the model (docs/budget.md).
constexpr std::int64_t kTailExcess = 5;

double square(double value) { return value * value; }

// The most features that g connected subgraphs can hold, one of them with the root.
std::int64_t capacity(const Graph& graph, std::int64_t pieces, NodeId root) {
  const Components components = connected_components(graph);
  std::vector<std::int64_t> sizes = components.size;
  std::int64_t total = 0;
  if (root != kNoNode) {
    std::int64_t& own = sizes[components.label[root]];
    total += own;
    own = 0;
    --pieces;
  }
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  for (std::size_t i = 0; i < sizes.size() && static_cast<std::int64_t>(i) < pieces; ++i) {
    total += sizes[i];
  }
  return total;
}

void check(const Graph& graph, const GraphStructureOptions& options) {
  const NodeId features = graph.node_count();
  if (options.sparsity < 1 || options.sparsity > features) {
    throw InputError(
        fmt::format("sparsity is {}; it must be between 1 and {}, the number of features",
                    options.sparsity, features));
  }
  if (options.components < 1) {
    throw InputError(fmt::format("components is {}; it must be at least 1", options.components));
  }
  if (options.root != kNoNode && (options.root < 0 || options.root >= features)) {
    throw InputError(
        fmt::format("the root is node {}; it must be below {}", options.root, features));
  }
  const std::int64_t most = capacity(graph, options.components, options.root);
  if (options.sparsity > most) {
    throw InputError(fmt::format(
        "sparsity is {}, but {} of the graph hold{} no more than {} features{}; ask for at most so "
        "many, or for more components",
        options.sparsity,
        options.components == 1 ? std::string("a connected part")
                                : fmt::format("{} connected parts", options.components),
        options.components == 1 ? "s" : "", most,
        options.root == kNoNode ? "" : " with the root among them"));
  }
}

class GraphStructure final : public Structure {
 public:
  GraphStructure(const Graph& graph, const GraphStructureOptions& options)
      : graph_(graph), options_(options), rooted_(root_needed() ? vector_size() : 0) {
    // More than there are nodes change nothing, and their multiples might not be numbers any more.
    options_.components = std::min<std::int64_t>(options.components, graph.node_count());
    ProjectionOptions tail;
    tail.kind = ProjectionKind::tail;
    tail.min_size = options.sparsity;
    tail.max_size = with_slack(options.sparsity, options.slack, graph.node_count());
    tail.components = options.components;
    tail.budget = options.budget;
    tail.warm_start = true;
    max_size_ = tail.max_size;
    tail_ = make_projection(method(), graph, tail);
  }

  const Support& find_head(std::span<const double> x) override {
    // Most solvers never ask for a head, and its workspace is as large as the tail's.
    if (!head_) make_head();
    // A root worth more than all else would hide what the heads of the other features keep.
    return is_boosted() ? project_as_is(*head_, x) : project(*head_, x);
  }
  const Support& find_tail(std::span<const double> x) override { return project(*tail_, x); }
  std::int64_t sparsity() const override { return max_size_; }
  std::int64_t pcst_calls() const override { return pcst_calls_; }
  // The mean over the neighbours.
  void spread(std::span<const double> probability, std::span<double> prior) const override {
    Structure::spread(probability, prior);
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
      double sum = 0.0;
      for (const Graph::Incidence& edge : graph_.incident(node)) {
        sum += probability[edge.neighbour];
      }
      const auto degree = static_cast<double>(graph_.incident(node).size());
      if (degree > 0.0) prior[node] = sum / degree;
    }
  }
  std::unique_ptr<ExchangeRule> make_exchange_rule() const override {
    if (options_.budget) return nullptr;  // an exchange would have to know the cost of its tree
    return make_graph_exchange_rule(graph_, options_.sparsity, options_.components, options_.root);
  }

 private:
  bool root_needed() const { return options_.root != kNoNode; }
  const ProjectionMethod& method() const {
    return options_.projection == nullptr ? default_projection_method() : *options_.projection;
  }
  std::size_t vector_size() const { return static_cast<std::size_t>(graph_.node_count()); }

  bool is_boosted() const { return options_.head_factor > 0.0; }

  void make_head() {
    ProjectionOptions head = is_boosted() ? boosted_head() : plain_head();
    head.kind = ProjectionKind::head;
    head.warm_start = true;
    head_ = make_projection(method(), graph_, head);
  }

  // At least as large as the theory's model M + M_T of x^t - x*: x* is in the model, x^t in that of
  // the tails, which those of `budget` exceed up to five times.
  ProjectionOptions boosted_head() const {
    ProjectionOptions head = plain_head();
    const std::int64_t excess = options_.budget ? kTailExcess : 1;
    const std::int64_t pieces = options_.budget ? options_.components : 0;
    if (options_.head_size == 0) {
      head.max_size = std::max(head.max_size, options_.sparsity + excess * max_size_ + pieces);
      head.max_size = std::min<std::int64_t>(head.max_size, graph_.node_count());
    }
    head.components = std::max(head.components, 2 * options_.components);
    if (options_.budget) head.budget = static_cast<double>(1 + excess) * *options_.budget;
    head.factor = options_.head_factor;
    return head;
  }

  ProjectionOptions plain_head() const {
    ProjectionOptions head;
    head.min_size = options_.head_size > 0 ? options_.head_size
                                           : std::max<std::int64_t>(1, graph_.node_count() / 2);
    head.min_size = std::min<std::int64_t>(head.min_size, graph_.node_count());
    head.max_size = with_slack(head.min_size, options_.head_slack, graph_.node_count());
    head.components = options_.head_components > 0 ? options_.head_components : options_.components;
    head.budget = options_.budget;
    return head;
  }

  const Support& project(Projection& projection, std::span<const double> x) {
    return project_as_is(projection, root_needed() ? with_root(x) : x);
  }

  const Support& project_as_is(Projection& projection, std::span<const double> x) {
    const ProjectionResult& result = projection.project(x);
    pcst_calls_ += result.pcst_calls;
    return result.support;
  }

  // A root worth more than everything else together is in every support worth having.
  std::span<const double> with_root(std::span<const double> x) {
    std::copy(x.begin(), x.end(), rooted_.begin());
    double squares = 0.0;
    for (const double value : x) squares += square(value);
    const double norm = std::sqrt(squares);
    rooted_[options_.root] = norm > 0.0 ? 2.0 * norm : 1.0;
    return rooted_;
  }

  const Graph& graph_;
  GraphStructureOptions options_;
  std::vector<double> rooted_;
  std::int64_t max_size_ = 0;
  std::unique_ptr<Projection> tail_;
  std::unique_ptr<Projection> head_;
  std::int64_t pcst_calls_ = 0;
};

}  // namespace

std::unique_ptr<Structure> make_graph_structure(const Graph& graph,
                                                const GraphStructureOptions& options) {
  check(graph, options);
  return std::make_unique<GraphStructure>(graph, options);
}

std::unique_ptr<Structure> make_graph_structure(const StructureSpec& spec) {
  return make_graph_structure(*spec.graph, spec);
}

}  // namespace graphsparse
