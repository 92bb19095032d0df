// A fitted model: what predicts, is saved and loaded. docs/models.md describes the file.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graphsparse/core/fit_spec.hpp"
#include "graphsparse/core/types.hpp"
#include "graphsparse/data/standardized_matrix.hpp"
#include "graphsparse/fit/restarts.hpp"
#include "graphsparse/io/data_file.hpp"
#include "graphsparse/objective/problem.hpp"

namespace graphsparse {

// How the fit went. Nothing that a clock says: the same fit gives the same bytes.
struct FitStatistics {
  double objective = 0.0;
  double residual_norm = 0.0;
  std::int64_t epochs = 0;
  std::int64_t iterations = 0;
  std::string stop_reason;
  std::int64_t pcst_calls = 0;
  std::optional<std::int64_t> components;     // of the support; nothing without a graph
  std::int64_t samples = 0;                   // rows used
  std::optional<RestartStatistics> restarts;  // nothing for convex solvers
  // Of the convex solvers.
  std::optional<double> lambda;
  std::optional<double> lambda_max;
  std::optional<double> duality_gap;
};

struct ModelFeature {
  std::string name;
  double coefficient = 0.0;  // of (value - mean) / scale
  double mean = 0.0;
  double scale = 1.0;
  std::optional<double> frequency = {};    // share of the best runs that select it; with consensus
  std::optional<double> probability = {};  // that it is to be selected, where a solver tells it
  std::optional<double> fill = {};  // what missing values are filled with; nothing: by the mean

  // Nothing for models that know neither, as older files without standardization do.
  std::optional<double> fill_value(bool is_standardized) const {
    return fill ? fill : is_standardized ? std::optional<double>(mean) : std::nullopt;
  }
};

// What some fits tell of each feature besides its coefficient.
struct FeatureNumber {
  std::string_view name;  // in files and tables
  std::optional<double> ModelFeature::*value;
};
std::span<const FeatureNumber> feature_numbers();

struct Model {
  std::string source;   // the file it was read from, for messages
  std::string version;  // of the program that fitted it
  FitSpec spec;         // with the values that were used
  std::vector<std::pair<std::string, std::string>> inputs;  // option and value: files and columns
  std::string target;                                       // column of the data's own table
  std::string group_column;                                 // likewise
  std::vector<std::string> classes;      // the words for -1 and +1; empty where there are none
  std::int64_t feature_count = 0;        // of the data it was fitted on
  bool has_feature_names = false;        // false: features are called by their numbers
  std::string feature_fingerprint;       // of all names in their order
  std::vector<ModelFeature> features;    // the support
  std::vector<ModelFeature> covariates;  // that it has beside them
  double intercept = 0.0;
  FitStatistics statistics;

  // Whatever it predicts from: the support, then the covariates.
  std::vector<ModelFeature> all_features() const;

  // Those of the feature numbers that its features have.
  std::vector<FeatureNumber> known_numbers() const;

  // The expected value of each sample: the probability of the second class where there are classes.
  // Features are matched by name, others than the model's may be missing. Where the data says that
  // missing values are to be filled, those of the model are used, for whole features too. Throws
  // InputError naming what is missing.
  std::vector<double> predict(const Dataset& data) const;
  // The linear predictor of each sample.
  std::vector<double> predict_linear(const Dataset& data) const;
  // What the loss makes of a linear predictor.
  double expected_value(double linear_predictor) const;
  // The class of each sample; empty where there are none.
  std::vector<std::string> predict_classes(const Dataset& data) const;

  // Written under a temporary name and renamed. Throws InputError or std::runtime_error.
  void save(const std::string& path) const;
  static Model load(const std::string& path);

 private:
  std::vector<double> predict_filled(const Dataset& data) const;
};

// A document with this number or a smaller one can be read. Fields may be added without changing
// it, as readers pass over what they do not know; 2 has covariates, which none may pass over.
inline constexpr std::int64_t kModelFormat = 2;

// The document. Throws InputError for a name that is no UTF-8, which JSON cannot hold.
std::string format_model(const Model& model);
// Fails before a fit where format_model() would fail after it.
void check_model_names(const std::vector<std::string>& names);

// Throws InputError naming the file and the field. `source` names the text in messages.
Model parse_model(std::string_view text, const std::string& source);

// Identifies the names of all features and their order.
std::string feature_fingerprint(const Dataset& data);

// The column of each of all the model's features. Data without names is matched by number, and must
// then have as many features as the model was fitted on; only a .svm file may have fewer, where the
// last ones are zero everywhere, and gets kNoNode for them. Throws InputError naming what is
// missing.
std::vector<NodeId> locate_features(const Model& model, const Dataset& data);

// The names of the model's features that the data does not have.
std::vector<std::string> missing_features(const Model& model, const Dataset& data);

// The model as a start for a fit on the data, whose columns are standardized as told; null: not at
// all. Whether the model was fitted on standardized columns makes no difference.
Point starting_point(const Model& model, const Dataset& data,
                     const Standardization* standardization);

}  // namespace graphsparse
