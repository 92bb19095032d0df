#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/fit/model.hpp"
#include "graphsparse/io/atomic_file.hpp"
#include "graphsparse/objective/loss.hpp"
#include "io/input_file.hpp"
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
  return {{"runs", restarts->runs},
          {"hits", restarts->hits},
          {"overlap", restarts->overlap},
          {"best_objective", restarts->best_objective},
          {"average", restarts->is_average}};
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

namespace {

using io::JsonFields;

void check_format(const JsonFields& document, const std::string& source) {
  std::string format;
  if (document.has("format")) format = document.text("format");
  if (format != io::kModelFormatName) {
    io::fail_in(source, fmt::format("not a model: its field 'format' is not {}; models are written "
                                    "by 'graphsparse fit --model'",
                                    io::in_quotes(io::kModelFormatName)));
  }
  const std::int64_t version = document.whole("format_version");
  if (version >= 1 && version <= kModelFormat) return;
  std::string writer = "another version";
  if (document.has("version")) writer = "version " + document.text("version");
  io::fail_in(source,
              fmt::format("a model of format {}, written by {} of graphsparse; this one reads "
                          "formats up to {}, so use a newer one or fit again",
                          version, writer, kModelFormat));
}

void read_option(const JsonFields& fields, const OptionRecord& record, FitSpec& spec) {
  std::string field(record.field);
  if (!fields.has(field.c_str()) && !record.old_name.empty()) field = record.old_name;
  if (record.type == OptionType::flag_or_choice && !fields.is_text(field)) {
    bool is_on = false;  // as models without a choice have it
    fields.take(field, is_on);
    set_option(record, &spec, field, is_on ? "true" : "false", split_choices(record.choices));
    return;
  }
  std::visit([&](auto* place) { fields.take(field.c_str(), *place); }, record.field_of(&spec));
}

FitSpec read_spec(const JsonFields& document) {
  FitSpec spec;
  spec.solver = document.text("solver");
  spec.loss = document.text("loss");
  document.take("seed", spec.seed);
  if (!document.has("options")) return spec;
  const JsonFields options = document.object("options");
  for (const OptionRecord& record : fit_option_table()) {
    if (!record.is_identity) read_option(options, record, spec);
  }
  return spec;
}

FitStatistics read_statistics(const JsonFields& document) {
  FitStatistics statistics;
  if (!document.has("statistics")) return statistics;
  const JsonFields fields = document.object("statistics");
  fields.take("objective", statistics.objective);
  fields.take("residual_norm", statistics.residual_norm);
  fields.take("epochs", statistics.epochs);
  fields.take("iterations", statistics.iterations);
  fields.take("stop_reason", statistics.stop_reason);
  fields.take("pcst_calls", statistics.pcst_calls);
  fields.take("components", statistics.components);
  fields.take("samples", statistics.samples);
  fields.take("lambda", statistics.lambda);
  fields.take("lambda_max", statistics.lambda_max);
  fields.take("duality_gap", statistics.duality_gap);
  if (fields.has("restarts")) {
    const JsonFields restarts = fields.object("restarts");
    statistics.restarts.emplace();
    restarts.take("runs", statistics.restarts->runs);
    restarts.take("hits", statistics.restarts->hits);
    restarts.take("overlap", statistics.restarts->overlap);
    restarts.take("best_objective", statistics.restarts->best_objective);
    restarts.take("average", statistics.restarts->is_average);
  }
  return statistics;
}

// In the order in which they were fitted: sums depend on it in their last bit.
void read_coefficients(const JsonFields& document, std::string_view text, Model& model) {
  const JsonFields coefficients = document.object("coefficients");
  for (std::string& name : io::names_in_order(text, "coefficients")) {
    const double value = coefficients.number(name);
    model.features.push_back({std::move(name), value});
  }
  if (!document.has("standardization")) return;
  const JsonFields standardization = document.object("standardization");
  const JsonFields mean = standardization.object("mean");
  const JsonFields scale = standardization.object("scale");
  for (ModelFeature& feature : model.features) {
    feature.mean = mean.number(feature.name);
    feature.scale = scale.number(feature.name);
    if (!(feature.scale > 0.0)) scale.fail(feature.name, "must be a number above 0");
  }
}

void read_covariates(const JsonFields& document, Model& model) {
  if (!document.has("covariates")) return;
  const JsonFields covariates = document.object("covariates");
  const JsonFields coefficients = covariates.object("coefficients");
  const JsonFields mean = covariates.object("mean");
  const JsonFields scale = covariates.object("scale");
  for (const std::string& name : split_names(model.spec.covariates, "covariates")) {
    ModelFeature covariate{name, coefficients.number(name), mean.number(name), scale.number(name)};
    if (!(covariate.scale > 0.0)) scale.fail(name, "must be a number above 0");
    if (covariates.has("fill")) {
      const JsonFields fill = covariates.object("fill");
      if (fill.has(name)) covariate.fill = fill.number(name);
    }
    model.covariates.push_back(std::move(covariate));
  }
}

void read_fill(const JsonFields& document, Model& model) {
  if (!document.has("fill")) return;
  const JsonFields values = document.object("fill");
  for (ModelFeature& feature : model.features) {
    if (values.has(feature.name.c_str())) feature.fill = values.number(feature.name);
  }
}

void read_feature_numbers(const JsonFields& document, Model& model) {
  if (!document.has("feature_numbers")) return;
  const JsonFields all = document.object("feature_numbers");
  for (const FeatureNumber& number : feature_numbers()) {
    const std::string name(number.name);
    if (!all.has(name.c_str())) continue;
    const JsonFields values = all.object(name.c_str());
    for (ModelFeature& feature : model.features) {
      feature.*number.value = values.number(feature.name);
    }
  }
}

void read_classes(const JsonFields& document, Model& model) {
  if (document.has("classes")) model.classes = document.texts("classes");
  const std::string& loss = model.spec.loss;
  const bool has_classes = find_loss(loss).make()->traits().response == Response::classes;
  if (model.classes.size() == (has_classes ? 2U : 0U)) return;
  document.fail("classes", fmt::format("must {}, as the loss is '{}'",
                                       has_classes ? "name two classes" : "be null", loss));
}

}  // namespace

Model parse_model(std::string_view text, const std::string& source) {
  const auto json = io::parse_json(text, source);
  if (!json.is_object()) io::fail_in(source, "not a model: expected a JSON object");
  const JsonFields document(json, source);
  check_format(document, source);
  Model model;
  model.source = source;
  document.take("version", model.version);
  model.spec = read_spec(document);
  try {
    (void)find_loss(model.spec.loss);
  } catch (const InputError& error) {
    document.fail("loss", fmt::format("is unknown: {}", error.what()));
  }
  document.take("target", model.target);
  document.take("group_column", model.group_column);
  read_classes(document, model);
  model.intercept = document.number("intercept");
  read_coefficients(document, text, model);
  read_fill(document, model);
  read_covariates(document, model);
  read_feature_numbers(document, model);
  const JsonFields features = document.object("features");
  model.feature_count = features.whole("count");
  features.take("named", model.has_feature_names);
  features.take("fingerprint", model.feature_fingerprint);
  if (document.has("inputs")) model.inputs = document.object("inputs").all_texts();
  model.statistics = read_statistics(document);
  return model;
}

Model Model::load(const std::string& path) { return parse_model(io::read_whole_file(path), path); }

}  // namespace graphsparse
