// Rows of a dataset as a problem of their own: in a chosen order, standardized by themselves,
// weighted by their own classes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "graphsparse/core/fit_spec.hpp"
#include "graphsparse/data/design_matrix.hpp"
#include "graphsparse/data/standardized_matrix.hpp"
#include "graphsparse/objective/problem.hpp"

namespace graphsparse {

// The samples that all fits on one dataset share.
struct Samples {
  const DesignMatrix* design = nullptr;
  std::span<const double> target;   // classes are -1 and +1
  std::span<const double> weights;  // empty: ones
  const Loss* loss = nullptr;
  std::string_view missing = {};  // mean or median: the design has NaN to be filled by these
  std::span<const NodeId> covariates = {};
  std::span<const std::uint8_t> is_covariate = {};  // one per feature; empty: none is
};

class TrainingPart {
 public:
  // Large products use the threads (0: all cores), which change no bit.
  // All rows where they are, without a copy.
  TrainingPart(const Samples& given, const FitSpec& spec, std::int64_t threads = 1);
  // These rows alone, in the spec's order; the random streams are those of `trial`.
  TrainingPart(const Samples& given, const FitSpec& spec, Rows rows, std::uint64_t trial,
               std::int64_t threads = 1);
  TrainingPart(const TrainingPart&) = delete;
  TrainingPart& operator=(const TrainingPart&) = delete;

  RowIndex rows() const { return problem_.design->rows(); }
  const Problem& problem() const { return problem_; }
  Problem problem(double l2) const;
  const std::shared_ptr<const Standardization>& standardization() const { return standardization_; }
  // What missing values were filled with, for each feature; null where there were none.
  const std::shared_ptr<const std::vector<double>>& fill() const { return fill_; }

 private:
  void make_problem(const Samples& samples, const FitSpec& spec);
  void use_threads(std::int64_t threads);
  void weigh_classes(const Samples& samples, const FitSpec& spec);
  void make_design(const Samples& samples, std::vector<RowIndex> order);
  // What the spec or covariates ask for.
  static std::shared_ptr<const Standardization> learn(const Samples& samples, const FitSpec& spec,
                                                      const DesignMatrix& rows, Rows training);

  // The samples with missing values filled by what these rows tell.
  Samples filled(const Samples& samples, Rows rows);

  std::shared_ptr<const std::vector<double>> fill_;
  std::unique_ptr<const DesignMatrix> filled_;
  std::shared_ptr<const Standardization> standardization_;
  std::unique_ptr<DesignMatrix> view_;
  std::unique_ptr<DesignMatrix> design_;  // null: the samples' own
  std::unique_ptr<DesignMatrix> parallel_;
  std::vector<double> target_;
  std::vector<double> weights_;
  Problem problem_;
};

// The order in which the specs of a grid are fitted.

struct PathStep {
  std::size_t spec = 0;
  std::optional<std::size_t> before;  // the last one fitted that differs in sparsity at most
  bool is_same = false;               // as the one before
};

// From the smallest sparsity up. The specs hold nothing that their solver does not use.
std::vector<PathStep> order_path(std::span<const FitSpec> specs);

}  // namespace graphsparse
