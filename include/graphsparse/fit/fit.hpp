// The front door: data, a graph and a spec go in; labels, weights, standardizing, defaults, the
// choice of structure and the solver are inside; one object comes out.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graphsparse/core/fit_spec.hpp"
#include "graphsparse/fit/feature_graph.hpp"
#include "graphsparse/fit/model.hpp"
#include "graphsparse/fit/restarts.hpp"
#include "graphsparse/io/data_file.hpp"
#include "graphsparse/io/subnetwork_file.hpp"
#include "graphsparse/solver/diagnosis.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse {

// What a convex solver tells beside the result.
struct PathStatistics {
  double lambda = 0.0;
  double lambda_max = 0.0;          // the least penalty without features
  double duality_gap = 0.0;         // relative
  std::vector<std::string> groups;  // that were selected, where they have names
  std::size_t group_count = 0;      // there are, where they have names
};

struct Fit {
  Model model;
  // How it went. The point's coefficients are those of the columns as the solver saw them:
  // standardized where that was asked for.
  Result result;
  std::shared_ptr<const Standardization> standardization;  // null: none
  Support covariates;  // columns of the support that were not selected but given
  // For missing values: of each feature, learnt from the training rows; null: there were none.
  std::shared_ptr<const std::vector<double>> fill;
  std::optional<PathStatistics> path;         // of convex solvers
  std::optional<Diagnosis> diagnosis;         // where it was asked for
  std::optional<RestartStatistics> restarts;  // nothing for convex solvers
  bool has_residual = false;                  // target and linear predictor are on one scale

  std::vector<double> frequency;    // of each feature in the best runs' supports; with consensus
  std::vector<double> probability;  // of each feature to be selected, where a solver tells it
  double l2 = 0.0;                  // the penalty that was used
  std::int64_t samples = 0;         // rows of the data
  std::int64_t used_samples = 0;    // those with a weight above 0
  std::int64_t edge_count = 0;      // of the graph
  bool has_graph = false;
  std::vector<Edge> edges;         // between selected features; ends are places in the support
  std::optional<GridSize> grid;    // where the graph is one
  std::vector<double> predictors;  // of the used rows, and their targets (classes: -1 and +1)
  std::vector<double> target;
  std::string data_source;         // for headings
  std::vector<std::string> notes;  // for people, a line each

  const FitSpec& spec() const { return model.spec; }
  // It diverged, and nothing it saw before was better than its start.
  bool has_failed() const;
  // In the order of the support.
  const std::string& name(std::size_t place) const { return model.features[place].name; }
  double coefficient(std::size_t place) const { return model.features[place].coefficient; }
  // Places of the support from the largest absolute coefficient to the smallest; ties in their
  // order.
  std::vector<std::size_t> by_size() const;
};

// What a caller may add to a fit. All may be empty.
struct FitHooks {
  Observer observer;                // after each iteration of the first run; may stop the fit
  std::function<bool()> cancelled;  // for all else; asked by several threads at a time
  // After each run of several.
  std::function<void(std::int64_t done, std::int64_t total)> run_ended;
  std::int64_t threads = 1;     // 0: as many as the machine has cores; the result is the same
  const Model* init = nullptr;  // warm start: a candidate, never returned worse
  bool diagnose = false;        // what the theory says of the run
  std::uint64_t trial = 0;      // tells the random streams of repeated fits apart
  // Of the Fit only result, standardization and diagnosis: for thousands of fits that nobody keeps.
  bool result_only = false;
};

// Throws InputError naming the field; numerical outcomes are told by the result.
Fit fit(const Dataset& data, const FeatureGraph& graph, const FitSpec& spec,
        const FitHooks& hooks = {});
// Without a graph.
Fit fit(const Dataset& data, const FitSpec& spec, const FitHooks& hooks = {});

// The selected features with the edges between them and what is known of each feature besides its
// coefficient, to be written or added to. Throws InputError without a graph.
Subnetwork selected_subnetwork(const Fit& fit);

// The same for Cytoscape and the like: .graphml; .sif or
// .tsv with a second file NAME.nodes.tsv. Throws InputError.
void export_subgraph(const Fit& fit, const std::string& path);

// The files that export_subgraph() would write. Throws InputError for another extension.
std::vector<std::string> subgraph_files(const std::string& path);

}  // namespace graphsparse
