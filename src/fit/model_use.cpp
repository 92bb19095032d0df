#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "fit/method.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/fit/model.hpp"
#include "graphsparse/objective/loss.hpp"
#include "io/input_file.hpp"
#include "io/listing.hpp"
#include "io/name_hint.hpp"
#include "io/name_table.hpp"
#include "io/text.hpp"

namespace graphsparse {

std::span<const FeatureNumber> feature_numbers() {
  static constexpr std::array kNumbers = {FeatureNumber{"frequency", &ModelFeature::frequency},
                                          FeatureNumber{"probability", &ModelFeature::probability}};
  return kNumbers;
}

std::vector<ModelFeature> Model::all_features() const {
  std::vector<ModelFeature> all = features;
  all.insert(all.end(), covariates.begin(), covariates.end());
  return all;
}

std::vector<FeatureNumber> Model::known_numbers() const {
  std::vector<FeatureNumber> known;
  for (const FeatureNumber& number : feature_numbers()) {
    const bool is_known =
        !features.empty() &&
        std::all_of(features.begin(), features.end(), [&](const ModelFeature& feature) {
          return (feature.*number.value).has_value();
        });
    if (is_known) known.push_back(number);
  }
  return known;
}

namespace {

[[noreturn]] void fail_missing(const Model& model, const Dataset& data,
                               const std::vector<std::string>& missing) {
  std::string hint = ". The model was fitted on another data set";
  const std::size_t count = model.features.size() + model.covariates.size();
  if (missing.size() == count) {
    const std::string likeness = io::describe_likeness(missing, data.feature_names);
    hint = fmt::format(". Features there are called like {}{}", io::in_quotes(data.feature_name(0)),
                       likeness.empty() ? hint : likeness);
  }
  throw InputError(fmt::format("{}: {} of the {} features that the model needs are not in {}: {}{}",
                               model.source, missing.size(), count, data.source,
                               io::listed(missing), hint));
}

std::vector<NodeId> locate_by_name(const Model& model, const Dataset& data) {
  io::NameTable names;
  for (const std::string& name : data.feature_names) names.intern(name);
  std::vector<NodeId> columns;
  std::vector<std::string> missing;
  bool knows_fill = true;
  const std::vector<ModelFeature> all = model.all_features();
  for (const ModelFeature& feature : all) {
    columns.push_back(names.find(feature.name));
    if (columns.back() != kNoNode) continue;
    missing.push_back(feature.name);
    knows_fill = knows_fill && feature.fill_value(model.spec.standardize).has_value();
  }
  const bool is_filled = !data.missing.empty() && missing.size() < all.size() && knows_fill;
  if (!missing.empty() && !is_filled) fail_missing(model, data, missing);
  return columns;
}

std::vector<NodeId> locate_by_number(const Model& model, const Dataset& data) {
  if (model.has_feature_names) {
    throw InputError(fmt::format(
        "{}: the model's features have names{}, but {} has none; give them with --feature-names",
        model.source,
        model.features.empty() ? "" : " such as " + io::in_quotes(model.features[0].name),
        data.source));
  }
  const NodeId count = data.design->columns();
  const bool may_differ = io::extension_of(data.source) == ".svm";
  if (count != model.feature_count && !may_differ) {
    throw InputError(
        fmt::format("{}: the model was fitted on {} features without names, but {} has {}; they "
                    "are matched by their numbers, so that the counts must agree",
                    model.source, model.feature_count, data.source, count));
  }
  std::vector<NodeId> columns;
  for (const ModelFeature& feature : model.all_features()) {
    const std::optional<std::int64_t> number = io::parse_index(feature.name);
    if (!number || *number >= model.feature_count) {
      throw InputError(fmt::format("{}: the feature {} is not a number below {}", model.source,
                                   io::in_quotes(feature.name), model.feature_count));
    }
    columns.push_back(*number < count ? static_cast<NodeId>(*number) : kNoNode);
  }
  return columns;
}

}  // namespace

std::string feature_fingerprint(const Dataset& data) {
  // FNV-1a in 64 bits; a zero byte, which no name has, ends each name.
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  const auto add = [&hash](unsigned char byte) { hash = (hash ^ byte) * 0x100000001b3ULL; };
  for (NodeId feature = 0; feature < data.design->columns(); ++feature) {
    for (const char letter : data.feature_name(feature)) add(static_cast<unsigned char>(letter));
    add(0);
  }
  return fmt::format("{:016x}", hash);
}

std::vector<NodeId> locate_features(const Model& model, const Dataset& data) {
  return data.feature_names.empty() ? locate_by_number(model, data) : locate_by_name(model, data);
}

std::vector<std::string> missing_features(const Model& model, const Dataset& data) {
  std::vector<std::string> missing;
  if (data.feature_names.empty()) return missing;
  const std::vector<NodeId> columns = locate_features(model, data);
  const std::vector<ModelFeature> all = model.all_features();
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (columns[k] == kNoNode) missing.push_back(all[k].name);
  }
  return missing;
}

// Value by value, as some of them are missing.
std::vector<double> Model::predict_filled(const Dataset& data) const {
  const std::vector<NodeId> columns = locate_features(*this, data);
  const std::vector<RowIndex> rows = all_rows(data.design->rows());
  std::vector<double> predictors(rows.size(), intercept);
  std::vector<double> values(rows.size());
  const std::vector<ModelFeature> all = all_features();
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const ModelFeature& feature = all[k];
    // Without names only the last features of a sparse file can be absent, which are zero.
    const double absent =
        data.feature_names.empty() ? 0.0 : std::numeric_limits<double>::quiet_NaN();
    std::fill(values.begin(), values.end(), absent);
    if (columns[k] != kNoNode) data.design->gather(rows, {&columns[k], 1}, values);
    const std::optional<double> fill = feature.fill_value(spec.standardize);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (std::isnan(values[i]) && !fill) {
        throw InputError(fmt::format(
            "{}: the feature {} has missing values in {}, and the model was fitted without "
            "standardizing and knows no mean of it; fit it with --missing mean or --standardize",
            source, io::in_quotes(feature.name), data.source));
      }
      const double value = std::isnan(values[i]) ? *fill : values[i];
      predictors[i] += feature.coefficient * ((value - feature.mean) / feature.scale);
    }
  }
  return predictors;
}

std::vector<double> Model::predict_linear(const Dataset& data) const {
  if (!data.missing.empty()) return predict_filled(data);
  const Model& model = *this;
  const std::vector<NodeId> columns = locate_features(model, data);
  const auto width = static_cast<std::size_t>(data.design->columns());
  Standardization standardization{std::vector<double>(width, 0.0), std::vector<double>(width, 1.0)};
  std::vector<NodeId> indices;
  std::vector<double> values;
  double constant = model.intercept;
  const std::vector<ModelFeature> all = model.all_features();
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const ModelFeature& feature = all[k];
    if (columns[k] == kNoNode) {
      constant -= feature.coefficient * feature.mean / feature.scale;
      continue;
    }
    standardization.mean[columns[k]] = feature.mean;
    standardization.scale[columns[k]] = feature.scale;
    indices.push_back(columns[k]);
    values.push_back(feature.coefficient);
  }
  const StandardizedMatrix standardized(*data.design, std::move(standardization));
  const DesignMatrix& matrix =
      model.spec.standardize ? static_cast<const DesignMatrix&>(standardized) : *data.design;
  const std::vector<RowIndex> rows = all_rows(data.design->rows());
  std::vector<double> predictors(rows.size());
  matrix.multiply(rows, {indices, values}, predictors);
  for (double& predictor : predictors) predictor += constant;
  return predictors;
}

double Model::expected_value(double linear_predictor) const {
  return make_loss(spec)->inverse_link(linear_predictor);
}

std::vector<double> Model::predict(const Dataset& data) const {
  const std::unique_ptr<Loss> loss = make_loss(spec);
  std::vector<double> values = predict_linear(data);
  for (double& value : values) value = loss->inverse_link(value);
  return values;
}

std::vector<std::string> Model::predict_classes(const Dataset& data) const {
  if (classes.empty()) return {};
  std::vector<std::string> labels;
  for (const double predictor : predict_linear(data)) {
    labels.push_back(classes[predictor > 0.0 ? 1 : 0]);
  }
  return labels;
}

Point starting_point(const Model& model, const Dataset& data,
                     const Standardization* standardization) {
  const std::vector<NodeId> columns = locate_features(model, data);
  Point point(data.design->columns());
  point.intercept = model.intercept;
  const std::vector<ModelFeature> all = model.all_features();
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const ModelFeature& feature = all[k];
    const auto j = static_cast<std::size_t>(columns[k]);
    const double mean =
        standardization == nullptr || columns[k] == kNoNode ? 0.0 : standardization->mean[j];
    const double scale =
        standardization == nullptr || columns[k] == kNoNode ? 1.0 : standardization->scale[j];
    // w (a - mean) / scale = w' (a - mean') / scale' + constant for all a.
    point.intercept += feature.coefficient * (mean - feature.mean) / feature.scale;
    if (columns[k] == kNoNode) continue;
    point.support.push_back(columns[k]);
    point.w[j] =
        scale == feature.scale ? feature.coefficient : feature.coefficient * scale / feature.scale;
  }
  std::sort(point.support.begin(), point.support.end());
  return point;
}

}  // namespace graphsparse
