#include <algorithm>
#include <span>
#include <vector>

#include "graphsparse/graph/components.hpp"
#include "projection/checks.hpp"
#include "projection/methods.hpp"
#include "projection/support_search.hpp"
#include "projection/tree_trimmer.hpp"

namespace graphsparse {
namespace {

constexpr int kRegrowths = 2;

class LocalProjection final : public Projection {
 public:
  LocalProjection(const Graph& graph, const ProjectionOptions& options)
      : graph_(graph),
        options_(options),
        target_(std::min<std::int64_t>(options.max_size, graph.node_count())),
        support_search_(graph),
        trimmer_(graph),
        component_counter_(graph) {}

  const ProjectionResult& project(std::span<const double> x) override {
    check_vector(graph_, x);
    prizes_.assign(x);
    if (!options_.warm_start) support_.clear();
    if (target_ > 0) search();

    result_.support = support_;
    support_search_.drop_worthless(prizes_.values(), options_.min_size, result_.support);
    finish_result(x, options_, component_counter_, result_);
    return result_;
  }

  // Without a lambda to start from, the last support is forgotten too.
  void set_lambda(std::optional<double> lambda) override {
    if (!lambda) support_.clear();
  }

 private:
  void search() {
    support_search_.grow(prizes_.values(), target_, options_.components, support_);
    support_search_.exchange(prizes_.values(), options_.components, support_);
    for (int round = 0; round < kRegrowths; ++round) regrow();
  }

  // Grows to half as much again, cuts back by the knapsack, and exchanges.
  void regrow() {
    support_search_.grow(prizes_.values(), target_ + target_ / 2 + 2, options_.components,
                         support_);
    if (static_cast<std::int64_t>(support_.size()) <= target_) return;
    support_search_.span(prizes_.values(), support_, edges_);
    trimmer_.trim(prizes_.values(), target_, options_.components, support_, edges_);
    support_search_.exchange(prizes_.values(), options_.components, support_);
  }

  const Graph& graph_;
  ProjectionOptions options_;
  std::int64_t target_;
  SupportSearch support_search_;
  TreeTrimmer trimmer_;
  ScaledSquares prizes_;
  std::vector<NodeId> support_;
  std::vector<EdgeId> edges_;
  InducedComponents component_counter_;
  ProjectionResult result_;
};

}  // namespace

std::unique_ptr<Projection> make_local_projection(const Graph& graph,
                                                  const ProjectionOptions& options) {
  return std::make_unique<LocalProjection>(graph, options);
}

}  // namespace graphsparse
