// From options to all that solve() needs: files read, names joined, classes encoded.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fit_options.hpp"
#include "graphsparse/data/standardized_matrix.hpp"
#include "graphsparse/io/data_file.hpp"
#include "graphsparse/io/join.hpp"
#include "graphsparse/io/latent_group_file.hpp"
#include "graphsparse/io/model_file.hpp"
#include "graphsparse/objective/problem.hpp"
#include "graphsparse/solver/solver.hpp"
#include "graphsparse/structure/structure.hpp"
#include "grid_size.hpp"

namespace graphsparse::cli {

// What a convex baseline tells beside the result of a fit.
struct PenaltyFacts {
  double lambda = 0.0;
  double lambda_max = 0.0;
  double duality_gap = 0.0;         // relative
  std::vector<std::string> groups;  // that were chosen, where they have names
};

// Parts point to each other, so it stays where it was made.
class FitProblem {
 public:
  // Throws InputError.
  explicit FitProblem(const FitOptions& options);
  FitProblem(const FitProblem&) = delete;
  FitProblem& operator=(const FitProblem&) = delete;

  const FitOptions& options() const { return options_; }
  const DataSet& data() const { return data_; }
  const Problem& problem() const { return problem_; }
  Structure& structure() { return *structure_; }
  const Graph* graph() const { return joined_ ? &joined_->graph : nullptr; }
  const std::optional<GridSize>& grid() const { return grid_; }
  const std::optional<Point>& start() const { return start_; }
  const std::vector<std::string>& classes() const { return classes_; }
  std::int64_t used_row_count() const { return used_row_count_; }
  // Rows a block, after all.
  std::int64_t block_size() const;
  // What a graph structure is asked for, with the root as a node.
  GraphStructureOptions graph_structure_options() const;
  // The group of each feature, where the solver is one for groups; else empty.
  const std::vector<std::int32_t>& feature_groups() const { return feature_groups_; }
  // A column of another file, one value a sample, matched as labels are.
  std::vector<std::string> sample_column(const std::string& spec);
  // The column of the data's own table that was asked for.
  const std::vector<std::string>& group_column() const;
  // What the convex baselines penalise, with the names of groups from a file; else empty.
  const LatentGroups& latent_groups() const { return latent_groups_.groups; }
  const std::vector<std::string>& latent_group_names() const { return latent_groups_.names; }
  // Makes everything that follows from the settings anew after they were changed in the options;
  // files are not read again.
  void settings_changed();
  // For people: what did not match, a line each.
  std::vector<std::string> notes() const;

  // `penalty` is what a convex baseline has to tell beside the result; may be null.
  FittedModel fitted_model(const Result& result, const PenaltyFacts* penalty = nullptr) const;

 private:
  void read_graph();
  void read_target();
  void read_feature_groups();
  void read_latent_feature_groups();
  void make_problem();
  void make_structure();
  void read_start();

  const FitOptions& options_;
  DataSet data_;
  std::optional<JoinedGraph> joined_;
  std::optional<GridSize> grid_;
  std::vector<std::string> classes_;
  std::vector<double> target_;
  std::vector<double> weights_;
  std::unique_ptr<StandardizedMatrix> standardized_;
  std::unique_ptr<Loss> loss_;
  Problem problem_;
  std::int64_t used_row_count_ = 0;
  std::unique_ptr<Structure> structure_;
  std::optional<Point> start_;
  std::vector<std::int32_t> feature_groups_;
  NamedGroups latent_groups_;
  std::string group_note_;
};

}  // namespace graphsparse::cli
