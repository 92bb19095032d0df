#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/fit/model.hpp"
#include "graphsparse/objective/loss.hpp"
#include "io/input_file.hpp"
#include "io/model_fields.hpp"
#include "io/text.hpp"

namespace graphsparse {
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
