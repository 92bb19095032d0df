// The default projection: a short search over lambda for a tree somewhat larger than asked for,
// trimmed to the exact size by a tree knapsack, then improved by exchanging nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graphsparse/graph/components.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "graphsparse/projection/projection.hpp"
#include "projection/certificate.hpp"
#include "projection/checks.hpp"
#include "projection/exact_forest.hpp"
#include "projection/support_search.hpp"
#include "projection/tree_trimmer.hpp"

namespace graphsparse {

class DpProjection final : public Projection {
 public:
  DpProjection(const Graph& graph, const ProjectionOptions& options);

  const ProjectionResult& project(std::span<const double> x) override;
  void set_lambda(std::optional<double> lambda) override {
    lambda_ = lambda;
    share_.reset();
  }

 private:
  struct Tree {
    std::vector<NodeId> nodes;
    std::vector<EdgeId> edges;
    bool found = false;
  };

  bool is_solvers_head() const {
    return options_.kind == ProjectionKind::head && options_.warm_start;
  }
  // Whether searches remember lambda as a share of the threshold prize and end sooner: small
  // supports cost little, and there the nearest forest decides how good a fit gets.
  bool follows_prizes() const;
  void sum_prizes(std::span<const double> x);
  bool largest_are_connected();
  double cold_lambda() const;
  double warm_lambda() const;
  double lambda_between() const;
  bool is_near_target(double ratio) const;
  void search(std::span<const double> prizes);
  const Forest& solve(double lambda);
  void remember(const Forest& forest, double lambda);
  void choose_support(std::span<const double> prizes);
  bool offer(std::span<const double> prizes, std::vector<NodeId>& nodes);
  bool regrow(std::span<const double> prizes, double ratio, std::vector<NodeId>& nodes);
  void try_other_places(std::span<const double> prizes);
  std::span<const double> regrowth_ratios() const;
  void regrow_best(std::span<const double> prizes);
  void try_larger_lambdas(std::span<const double> prizes);
  void find_peaks(std::span<const double> prizes);
  void connect_peaks(std::span<const double> prizes);
  void grow_from_peaks(std::span<const double> prizes);
  bool reaches_low(std::span<const NodeId> nodes) const;
  void enforce_min_size();
  void search_in_large_components();
  void grow_from(std::span<const NodeId> fresh_components, std::size_t skipped);
  double rounding() const;
  std::optional<double> certified_factor(double captured, double lost) const;
  void fill_result();

  // What is bounded is the number of nodes, so each edge costs the same here: one more node.
  std::optional<Graph> unit_cost_copy_;
  const Graph& graph_;
  ProjectionOptions options_;
  std::int64_t target_;  // the size aimed at: energy never falls with more nodes
  ConnectedTopS connected_top_s_;
  PcstSolver solver_;
  TreeTrimmer trimmer_;
  SupportSearch support_search_;
  PathFinder path_finder_;
  Certificate certificate_;
  InducedComponents component_counter_;
  ComponentPlaces component_places_;

  std::optional<double> lambda_;  // between two calls on the scale of x
  std::optional<double> share_;   // of the threshold prize, where a solver's last search ended
  bool is_warm_ = false;
  ScaledSquares prizes_;  // lambdas, energies and bounds below are on their scale
  std::vector<double> largest_;
  double total_ = 0.0;
  double threshold_prize_ = 0.0;  // the target-th largest
  double smallest_positive_ = 0.0;

  Tree enough_;   // the smallest forest seen with at least the target's size
  Tree too_few_;  // the largest with less
  double lambda_of_enough_ = 0.0;
  double lambda_of_too_few_ = 0.0;
  int calls_ = 0;
  double best_energy_ = -1.0;
  std::vector<NodeId> best_;
  std::vector<NodeId> small_best_;
  bool insists_on_size_ = false;
  std::vector<NodeId> trial_;
  std::vector<EdgeId> trial_edges_;
  std::vector<NodeId> peaks_;
  ProjectionResult result_;
};

std::unique_ptr<Projection> make_dp_projection(const Graph& graph,
                                               const ProjectionOptions& options);

}  // namespace graphsparse
