// What cross-validation knows of a method: it turns training rows and a list of settings into
// fitted points. Solvers and convex baselines alike are learners.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graphsparse/data/design_matrix.hpp"
#include "graphsparse/data/standardized_matrix.hpp"
#include "graphsparse/objective/problem.hpp"

namespace graphsparse {

// One point of a grid: option names with their values, in the order of the grid's axes.
struct Setting {
  std::vector<std::pair<std::string, double>> values;

  std::optional<double> find(std::string_view name) const;
  double value_or(std::string_view name, double otherwise) const;

  // "sparsity=10 l2=0.001".
  std::string describe() const;

  bool operator==(const Setting&) const = default;
};

// A view of the whole data of which a learner may only look at `rows`: whatever it learns, means
// and deviations and class weights among it, comes from them alone.
struct TrainingSet {
  const DesignMatrix* design = nullptr;  // all samples
  std::span<const double> target;        // one a row of the design; classes are -1 and +1
  std::span<const double> weights;       // one a row of the design; empty: ones
  Rows rows;                             // increasing
  std::uint64_t seed = 0;
  std::uint64_t trial = 0;  // differs between training sets, for random streams

  // Looked at now and then; once it says true, whatever fit() returns is thrown away. May be empty.
  std::function<bool()> cancelled = {};
};

// Predictor of a sample a: intercept + sum_j w_j (a_j - mean_j) / scale_j.
struct Fitted {
  Point x;
  std::shared_ptr<const Standardization> standardization;  // null: mean 0, scale 1

  // How it went, as far as it applies.
  double objective = 0.0;  // on the training rows
  double duality_gap = 0.0;
  std::int64_t epochs = 0;
  std::int64_t iterations = 0;
  std::int64_t pcst_calls = 0;
  bool converged = false;
};

// One a thread. The result of a call depends on its arguments alone, never on earlier calls, so
// that it does not matter which thread does which part of the work.
class Learner {
 public:
  virtual ~Learner() = default;

  // One fitted point a setting, in their order. All settings come in one call so that a path can be
  // followed from one to the next. Throws InputError for settings that make no sense.
  virtual std::vector<Fitted> fit(const TrainingSet& training,
                                  std::span<const Setting> settings) = 0;
};

using LearnerFactory = std::function<std::unique_ptr<Learner>()>;

// The linear predictors of these rows.
std::vector<double> predict(const Fitted& fitted, const DesignMatrix& design, Rows rows);

}  // namespace graphsparse
