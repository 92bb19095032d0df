// Models as JSON documents: what is written reads back, and what is damaged is told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graphsparse/fit/model.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using testing::HasSubstr;

Model example() {
  Model model;
  model.version = "1.2.3";
  model.spec.solver = "graph-iht";
  model.spec.loss = "logistic";
  model.spec.sparsity = 7;
  model.spec.components = 2;
  model.spec.projection = "paper";
  model.spec.slack = 0.1;
  model.spec.budget = 3.5;
  model.spec.root = "b";
  model.spec.head = "boosted";
  model.spec.block_size = 12;
  model.spec.step = "0.25";
  model.spec.max_epochs = 99;
  model.spec.tolerance = 1e-5;
  model.spec.l2 = 1.0 / 3.0;
  model.spec.intercept = false;
  model.spec.standardize = true;
  model.spec.balanced = true;
  model.spec.seed = std::numeric_limits<std::uint64_t>::max();
  model.inputs = {{"data", "x.csv"}, {"graph", "g.tsv"}};
  model.target = "y";
  model.classes = {"no", "yes \"really\""};
  model.feature_count = 4;
  model.has_feature_names = true;
  model.feature_fingerprint = "0123456789abcdef";
  model.features = {{"NaN", 0.1, -1.0, 2.0}, {"b", -1e-300, 1.0 / 3.0, 1e10}, {"", 0.0, 0.0, 1.0}};
  model.intercept = std::nextafter(1.0, 2.0);
  model.statistics = {0.5,  1.5,  10,  100, "converged", 321, 2, 50, RestartStatistics{10, 3, 0.75},
                      0.25, 0.75, 1e-7};
  return model;
}

nlohmann::json document() { return nlohmann::json::parse(format_model(example())); }

std::string error_about(const nlohmann::json& model) {
  return input_error_of([&] { (void)parse_model(model.dump(), "m.json"); });
}

TEST(ModelFile, readsBackWhatWasWritten) {
  const Model model = example();
  Model read = parse_model(format_model(model), "m.json");
  EXPECT_EQ(read.source, "m.json");
  EXPECT_EQ(read.version, model.version);
  EXPECT_EQ(read.spec.solver, model.spec.solver);
  EXPECT_EQ(read.spec.loss, model.spec.loss);
  EXPECT_EQ(read.spec.sparsity, model.spec.sparsity);
  EXPECT_EQ(read.spec.components, model.spec.components);
  EXPECT_EQ(read.spec.projection, model.spec.projection);
  EXPECT_EQ(read.spec.slack, model.spec.slack);
  EXPECT_EQ(read.spec.budget, model.spec.budget);
  EXPECT_EQ(read.spec.root, model.spec.root);
  EXPECT_EQ(read.spec.head, model.spec.head);
  EXPECT_EQ(read.spec.block_size, model.spec.block_size);
  EXPECT_EQ(read.spec.step, model.spec.step);
  EXPECT_EQ(read.spec.max_epochs, model.spec.max_epochs);
  EXPECT_EQ(read.spec.tolerance, model.spec.tolerance);
  EXPECT_EQ(read.spec.l2, model.spec.l2);
  EXPECT_EQ(read.spec.intercept, model.spec.intercept);
  EXPECT_EQ(read.spec.standardize, model.spec.standardize);
  EXPECT_EQ(read.spec.balanced, model.spec.balanced);
  EXPECT_EQ(read.spec.seed, model.spec.seed);
  EXPECT_EQ(read.inputs, model.inputs);
  EXPECT_EQ(read.target, model.target);
  EXPECT_EQ(read.classes, model.classes);
  EXPECT_EQ(read.feature_count, model.feature_count);
  EXPECT_EQ(read.has_feature_names, model.has_feature_names);
  EXPECT_EQ(read.feature_fingerprint, model.feature_fingerprint);
  EXPECT_EQ(read.intercept, model.intercept);
  EXPECT_EQ(read.statistics.objective, model.statistics.objective);
  EXPECT_EQ(read.statistics.residual_norm, model.statistics.residual_norm);
  EXPECT_EQ(read.statistics.epochs, model.statistics.epochs);
  EXPECT_EQ(read.statistics.iterations, model.statistics.iterations);
  EXPECT_EQ(read.statistics.stop_reason, model.statistics.stop_reason);
  EXPECT_EQ(read.statistics.pcst_calls, model.statistics.pcst_calls);
  EXPECT_EQ(read.statistics.components, model.statistics.components);
  EXPECT_EQ(read.statistics.samples, model.statistics.samples);
  EXPECT_EQ(read.statistics.lambda, model.statistics.lambda);
  EXPECT_EQ(read.statistics.lambda_max, model.statistics.lambda_max);
  EXPECT_EQ(read.statistics.duality_gap, model.statistics.duality_gap);
  ASSERT_EQ(read.features.size(), model.features.size());
  for (const ModelFeature& feature : model.features) {
    const auto found = std::find_if(read.features.begin(), read.features.end(),
                                    [&](const auto& other) { return other.name == feature.name; });
    ASSERT_NE(found, read.features.end()) << feature.name;
    EXPECT_EQ(found->coefficient, feature.coefficient);
    EXPECT_EQ(found->mean, feature.mean);
    EXPECT_EQ(found->scale, feature.scale);
  }
}

TEST(ModelFile, keepsTheOrderOfFeatures) {
  Model model = example();
  model.features = {{"9", 0.1}, {"10", 0.2}, {"coefficients", 0.3}, {"b", 0.4}, {"a", 0.5}};
  const Model read = parse_model(format_model(model), "m.json");
  std::vector<std::string> names;
  for (const ModelFeature& feature : read.features) names.push_back(feature.name);
  EXPECT_THAT(names, testing::ElementsAre("9", "10", "coefficients", "b", "a"));
}

TEST(ModelFile, passesOverFieldsOfLaterVersions) {
  nlohmann::json model = document();
  model["novelty"] = {{"deep", {1, 2, 3}}};
  model["options"]["novelty"] = "x";
  model["version"] = "7.0.0";
  EXPECT_EQ(parse_model(model.dump(), "m.json").intercept, example().intercept);
}

TEST(ModelFile, needsLittleToBeReadable) {
  const Model model = parse_model(
      R"({"format": "graphsparse model", "format_version": 1, "solver": "mine", "loss": "squares",
          "intercept": 2, "coefficients": {"a": 1}, "features": {"count": 3}})",
      "m.json");
  EXPECT_EQ(model.intercept, 2.0);
  EXPECT_EQ(model.features.at(0).scale, 1.0);
}

TEST(ModelFile, refusesFormatsItDoesNotKnow) {
  nlohmann::json model = document();
  model["format_version"] = kModelFormat + 1;
  EXPECT_THAT(error_about(model), HasSubstr("m.json: a model of format 3, written by version "
                                            "1.2.3"));
  model["format_version"] = 0;
  EXPECT_THAT(error_about(model), HasSubstr("a model of format 0"));
  model["format"] = "something else";
  EXPECT_THAT(error_about(model), HasSubstr("not a model"));
  model.erase("format");
  EXPECT_THAT(error_about(model), HasSubstr("not a model"));
}

TEST(ModelFile, namesTheFieldThatIsWrong) {
  const auto spoilt = [](const char* pointer, const nlohmann::json& value) {
    nlohmann::json model = document();
    model[nlohmann::json::json_pointer(pointer)] = value;
    return error_about(model);
  };
  EXPECT_THAT(spoilt("/intercept", "0"), HasSubstr("'intercept' must be a finite number"));
  EXPECT_THAT(spoilt("/intercept", nullptr), HasSubstr("'intercept' is missing"));
  EXPECT_THAT(spoilt("/coefficients", 3), HasSubstr("'coefficients' must be an object"));
  EXPECT_THAT(spoilt("/coefficients/b", "x"), HasSubstr("'coefficients.b' must be a finite"));
  EXPECT_THAT(spoilt("/coefficients/b", nullptr), HasSubstr("'coefficients.b' is missing"));
  EXPECT_THAT(spoilt("/coefficients/new", 1), HasSubstr("'standardization.mean.new' is missing"));
  EXPECT_THAT(spoilt("/standardization/scale/b", 0),
              HasSubstr("'standardization.scale.b' must be"));
  EXPECT_THAT(spoilt("/features/count", 1.5), HasSubstr("'features.count' must be a whole number"));
  EXPECT_THAT(spoilt("/loss", "hinge"), HasSubstr("'loss' is unknown"));
  EXPECT_THAT(spoilt("/classes", nullptr), HasSubstr("'classes' must name two classes"));
  EXPECT_THAT(spoilt("/classes", {"a", 1}), HasSubstr("'classes' must be a list of texts"));
  EXPECT_THAT(spoilt("/loss", "squares"), HasSubstr("'classes' must be null"));
  EXPECT_THAT(spoilt("/options/head", 1), HasSubstr("'options.head' must be true or false"));
  EXPECT_THAT(spoilt("/seed", -1), HasSubstr("'seed' must be a whole number, not negative"));
}

TEST(ModelFile, tellsTheLineOfDamage) {
  std::string text = format_model(example());
  const std::size_t at = text.find("\"loss\"");
  text.insert(at, "]");
  EXPECT_THAT(input_error_of([&] { (void)parse_model(text, "m.json"); }),
              HasSubstr("m.json:6: damaged JSON: "));
  EXPECT_THAT(input_error_of([] { (void)parse_model("{\"intercept\": 1e999}", "m.json"); }),
              HasSubstr("m.json: damaged JSON: "));
}

// Whatever a broken disk makes of a file, the reader answers with a model or with its one
// exception.
TEST(ModelFile, survivesAnyDamage) {
  const std::string good = format_model(example());
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const char letter : {'\0', '"', '{', '9', '\xff'}) {
      std::string text = good;
      text[at] = letter;
      try {
        (void)parse_model(text, "m.json");
      } catch (const InputError&) {
        continue;
      }
    }
    // The line end alone may be missing.
    if (at + 1 == good.size()) continue;
    EXPECT_THROW((void)parse_model(good.substr(0, at), "m.json"), InputError);
  }
}

TEST(ModelFile, refusesNamesThatJsonCannotHold) {
  Model model = example();
  model.features[0].name = "caf\xe9";
  EXPECT_THAT(input_error_of([&] { (void)format_model(model); }), HasSubstr("not UTF-8"));
  EXPECT_THROW(check_model_names({"a", "\xff"}), InputError);
  EXPECT_NO_THROW(check_model_names({"a", "caf\xc3\xa9"}));
}

TEST(ModelFile, writesNoClockAndHoldsNullWhereNothingIs) {
  Model model = example();
  model.spec.loss = "squares";
  model.spec.standardize = false;
  model.spec.root.clear();
  model.classes.clear();
  model.target.clear();
  model.statistics.components.reset();
  const nlohmann::json json = nlohmann::json::parse(format_model(model));
  EXPECT_TRUE(json["classes"].is_null());
  EXPECT_TRUE(json["target"].is_null());
  EXPECT_TRUE(json["standardization"].is_null());
  EXPECT_TRUE(json["options"]["root"].is_null());
  EXPECT_TRUE(json["statistics"]["components"].is_null());
  EXPECT_EQ(format_model(model).find("seconds"), std::string::npos);
}

TEST(ModelFile, keepsWhatIsKnownOfEachFeature) {
  Model model = example();
  for (std::size_t i = 0; i < model.features.size(); ++i) {
    model.features[i].frequency = 0.25 * static_cast<double>(i + 1);
  }
  const std::string text = format_model(model);
  const Model read = parse_model(text, "m.json");
  ASSERT_EQ(read.known_numbers().size(), 1U);
  EXPECT_EQ(read.known_numbers()[0].name, "frequency");
  EXPECT_EQ(read.features[2].frequency, 0.75);
  EXPECT_FALSE(read.features[2].probability.has_value());
  EXPECT_EQ(format_model(read), text);
  // Known of all of them or of none.
  model.features[1].frequency.reset();
  EXPECT_TRUE(parse_model(format_model(model), "m.json").known_numbers().empty());
}

TEST(ModelFile, keepsWhatMissingValuesAreFilledWith) {
  Model model = example();
  model.features[1].fill = 0.1 + 0.2;
  model.spec.covariates = "age,sex";
  model.covariates = {{"age", 1.5, 50.0, 10.0}, {"sex", -2.0, 0.5, 0.25}};
  model.covariates[1].fill = 1.0;
  const std::string text = format_model(model);
  const Model read = parse_model(text, "m.json");
  EXPECT_FALSE(read.features[0].fill.has_value());
  EXPECT_EQ(read.features[1].fill, 0.1 + 0.2);
  ASSERT_EQ(read.covariates.size(), 2U);
  EXPECT_EQ(read.covariates[0].mean, 50.0);
  EXPECT_FALSE(read.covariates[0].fill.has_value());
  EXPECT_EQ(read.covariates[1].fill, 1.0);
  EXPECT_EQ(format_model(read), text);
}

TEST(ModelFile, refusesScalesAndClassesThatAreNone) {
  nlohmann::json model = document();
  model["standardization"]["scale"]["b"] = 0.0;
  EXPECT_THAT(error_about(model), HasSubstr("must be a number above 0"));
  model = document();
  model["classes"] = {"only one"};
  EXPECT_THAT(error_about(model), HasSubstr("must name two classes, as the loss is 'logistic'"));
  model = document();
  model["loss"] = "squares";
  EXPECT_THAT(error_about(model), HasSubstr("must be null, as the loss is 'squares'"));
  model["loss"] = "no-such";
  EXPECT_THAT(error_about(model), HasSubstr("is unknown: there is no loss 'no-such'"));
  Model covariates = example();
  covariates.spec.covariates = "age";
  covariates.covariates = {{"age", 1.5, 50.0, 10.0}};
  model = nlohmann::json::parse(format_model(covariates));
  model["covariates"]["scale"]["age"] = -1.0;
  EXPECT_THAT(error_about(model), HasSubstr("must be a number above 0"));
}

}  // namespace
}  // namespace graphsparse
