// A fitted model as a JSON document that says all there is to say: docs/models.md describes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/objective/loss.hpp"
#include "graphsparse/projection/projection.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse {

// What a fit was asked for, in the words of the options of `fit`.
struct FitSettings {
  std::string solver{kDefaultSolver};
  std::string loss{kDefaultLoss};
  std::optional<double> huber_threshold;  // nothing with other losses
  std::int64_t sparsity = 1;
  std::int64_t components = 1;
  std::string projection{kDefaultProjectionMethod};
  double slack = 0.0;
  std::optional<double> budget;
  std::string root;  // the name of a feature; empty: none
  bool head = false;
  std::int64_t block_size = 0;  // 0: automatic
  std::string step = "auto";    // or another policy's name, or a number
  std::int64_t max_epochs = SolverOptions{}.max_epochs;
  double tolerance = SolverOptions{}.tolerance;
  double l2 = 0.0;
  bool intercept = true;
  bool standardize = false;
  bool balanced = false;
  std::uint64_t seed = 0;

  // Of the convex baselines, which have no sparsity.
  std::optional<double> lambda;
  std::optional<double> lambda_ratio;
  std::int64_t keep = 0;  // features that a fit looks at; 0: all

  LossOptions loss_options() const {
    return {huber_threshold.value_or(LossOptions{}.huber_threshold)};
  }
  bool is_convex() const { return lambda.has_value() || lambda_ratio.has_value(); }
};

// How it went. Nothing that a clock says: the same fit gives the same bytes.
struct FitStatistics {
  double objective = 0.0;
  double residual_norm = 0.0;
  std::int64_t epochs = 0;
  std::int64_t iterations = 0;
  std::string stop_reason;
  std::int64_t pcst_calls = 0;
  std::optional<std::int64_t> components;  // of the support; nothing without a graph
  std::int64_t samples = 0;                // rows used
  // Of the convex baselines.
  std::optional<double> lambda;
  std::optional<double> lambda_max;
  std::optional<double> duality_gap;
};

struct ModelFeature {
  std::string name;
  double coefficient = 0.0;  // of (value - mean) / scale
  double mean = 0.0;
  double scale = 1.0;
};

struct FittedModel {
  std::string source;   // the file it was read from, for messages
  std::string version;  // of the program that fitted it
  FitSettings settings;
  std::vector<std::pair<std::string, std::string>> inputs;  // option and value: files and columns
  std::string target;                                       // column of the data's own table
  std::string group_column;                                 // likewise
  std::vector<std::string> classes;    // logistic: the words for -1 and +1; else empty
  std::int64_t feature_count = 0;      // of the data it was fitted on
  bool has_feature_names = false;      // false: features are called by their numbers
  std::string feature_fingerprint;     // of all names in their order
  std::vector<ModelFeature> features;  // the support, in any order
  double intercept = 0.0;
  FitStatistics statistics;
};

// A document with this number or a smaller one can be read. Fields may be added without changing
// it, as readers pass over what they do not know.
inline constexpr std::int64_t kModelFormat = 1;

// The document. Throws InputError for a name that is no UTF-8, which JSON cannot hold.
std::string format_model(const FittedModel& model);
// Fails before a fit where format_model() would fail after it.
void check_model_names(const std::vector<std::string>& names);

// Throws InputError naming the file and the field. `source` names the text in messages.
FittedModel parse_model(std::string_view text, const std::string& source);
FittedModel read_model(const std::string& path);

}  // namespace graphsparse
