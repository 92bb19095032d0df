#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "graphsparse/core/error.hpp"
#include "graphsparse/fit/model.hpp"
#include "graphsparse/io/atomic_file.hpp"
#include "io/model_fields.hpp"
#include "io/text.hpp"

namespace graphsparse {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

template <class Number>
Json or_null(const std::optional<Number>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json to_json(const OptionValue& value) {
  return std::visit(
      [](const auto& content) -> Json {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(content)>, std::monostate>) {
          return nullptr;
        } else {
          return content;
        }
      },
      value);
}

Json options_of(const FitSpec& spec) {
  Json options = Json::object();
  for (const OptionRecord& record : fit_option_table()) {
    if (!record.is_identity) {
      options[std::string(record.field)] = to_json(option_value(record, &spec));
    }
  }
  return options;
}

Json restarts_of(const std::optional<RestartStatistics>& restarts) {
  if (!restarts) return nullptr;
  return {{"runs", restarts->runs}, {"hits", restarts->hits}, {"overlap", restarts->overlap}};
}

Json statistics_of(const FitStatistics& statistics) {
  return {{"objective", statistics.objective},
          {"residual_norm", statistics.residual_norm},
          {"epochs", statistics.epochs},
          {"iterations", statistics.iterations},
          {"stop_reason", statistics.stop_reason},
          {"pcst_calls", statistics.pcst_calls},
          {"components", or_null(statistics.components)},
          {"samples", statistics.samples},
          {"lambda", or_null(statistics.lambda)},
          {"lambda_max", or_null(statistics.lambda_max)},
          {"duality_gap", or_null(statistics.duality_gap)},
          {"restarts", restarts_of(statistics.restarts)}};
}

// Objects with names as keys. The list behind an ordered object is filled directly, because setting
// a key looks at all those before it.
Json named_numbers(const std::vector<ModelFeature>& features, double ModelFeature::*number) {
  Json::object_t object;
  object.reserve(features.size());
  for (const ModelFeature& feature : features) {
    object.push_back({feature.name, feature.*number});
  }
  return object;
}

// By name of the number, then by name of the feature; null where the fit tells none.
Json feature_numbers_of(const Model& model) {
  const std::vector<FeatureNumber> known = model.known_numbers();
  if (known.empty()) return nullptr;
  Json numbers = Json::object();
  for (const FeatureNumber& number : known) {
    Json::object_t values;
    for (const ModelFeature& feature : model.features) {
      values.push_back({feature.name, *(feature.*number.value)});
    }
    numbers[std::string(number.name)] = std::move(values);
  }
  return numbers;
}

// Where it is not the mean that standardization has.
Json fill_of(const Model& model) {
  Json::object_t values;
  for (const ModelFeature& feature : model.features) {
    if (feature.fill) values.push_back({feature.name, *feature.fill});
  }
  return values.empty() ? Json(nullptr) : Json(std::move(values));
}

Json standardization_of(const Model& model) {
  if (!model.spec.standardize) return nullptr;
  return {{"mean", named_numbers(model.features, &ModelFeature::mean)},
          {"scale", named_numbers(model.features, &ModelFeature::scale)}};
}

Json covariates_of(const Model& model) {
  if (model.covariates.empty()) return nullptr;
  Json covariates = {{"coefficients", named_numbers(model.covariates, &ModelFeature::coefficient)},
                     {"mean", named_numbers(model.covariates, &ModelFeature::mean)},
                     {"scale", named_numbers(model.covariates, &ModelFeature::scale)}};
  Json::object_t fill;
  for (const ModelFeature& covariate : model.covariates) {
    if (covariate.fill) fill.push_back({covariate.name, *covariate.fill});
  }
  if (!fill.empty()) covariates["fill"] = std::move(fill);
  return covariates;
}

Json inputs_of(const Model& model) {
  Json inputs = Json::object();
  for (const auto& [option, value] : model.inputs) inputs[option] = value;
  return inputs;
}

Json document_of(const Model& model) {
  Json document = {{"format", io::kModelFormatName},
                   {"format_version", model.covariates.empty() ? 1 : kModelFormat},
                   {"version", model.version},
                   {"solver", model.spec.solver},
                   {"loss", model.spec.loss},
                   {"seed", model.spec.seed},
                   {"target", or_null(model.target)},
                   {"group_column", or_null(model.group_column)},
                   {"classes", model.classes.empty() ? Json(nullptr) : Json(model.classes)},
                   {"intercept", model.intercept},
                   {"coefficients", named_numbers(model.features, &ModelFeature::coefficient)},
                   {"standardization", standardization_of(model)},
                   {"fill", fill_of(model)},
                   {"covariates", covariates_of(model)},
                   {"feature_numbers", feature_numbers_of(model)},
                   {"features",
                    {{"count", model.feature_count},
                     {"named", model.has_feature_names},
                     {"fingerprint", model.feature_fingerprint}}},
                   {"options", options_of(model.spec)},
                   {"inputs", inputs_of(model)},
                   {"statistics", statistics_of(model.statistics)}};
  for (const char* field : {"fill", "covariates"}) {
    if (document[field].is_null()) document.erase(field);
  }
  return document;
}

bool is_utf8(const std::string& text) {
  try {
    (void)Json(text).dump();
  } catch (const Json::type_error&) {
    return false;
  }
  return true;
}

void check_name(const std::string& name) {
  if (is_utf8(name)) return;
  throw InputError(fmt::format(
      "the name {} is not UTF-8, so that no model file can hold it; convert the data to UTF-8",
      io::in_quotes(name)));
}

}  // namespace

void check_model_names(const std::vector<std::string>& names) {
  for (const std::string& name : names) check_name(name);
}

std::string format_model(const Model& model) {
  for (const ModelFeature& feature : model.all_features()) check_name(feature.name);
  check_model_names(model.classes);
  // Whatever else is no UTF-8, such as a file name, is nothing that a reader must find again.
  return document_of(model).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void Model::save(const std::string& path) const {
  const std::string text = format_model(*this);  // first: what fails in it leaves no file to remove
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace graphsparse
