#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "command.hpp"
#include "common_options.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/fit/model.hpp"
#include "graphsparse/io/sample_weights.hpp"
#include "graphsparse/selection/metrics.hpp"
#include "option_types.hpp"
#include "output.hpp"
#include "table_options.hpp"

namespace graphsparse::cli {
namespace {

struct Known {
  std::vector<double> predictors;
  std::vector<double> target;
};

double class_of(const Model& model, const SampleColumn& labels, std::size_t i) {
  for (std::size_t k = 0; k < model.classes.size(); ++k) {
    if (labels.values[i] == model.classes[k]) return k == 0 ? -1.0 : 1.0;
  }
  throw InputError(
      fmt::format("{}: the label '{}' is none of the classes of the model, which are "
                  "'{}' and '{}'",
                  labels.where(static_cast<std::int64_t>(i)), labels.values[i], model.classes[0],
                  model.classes[1]));
}

Known known_samples(const Model& model, const Dataset& data) {
  const std::vector<double> predictors = model.predict_linear(data);
  SampleColumn labels = *data.target;
  Known known;
  SampleColumn numbers = labels;
  numbers.values.clear();
  numbers.lines.clear();
  for (std::size_t i = 0; i < predictors.size(); ++i) {
    if (labels.values[i].empty()) continue;
    known.predictors.push_back(predictors[i]);
    if (!model.classes.empty()) {
      known.target.push_back(class_of(model, labels, i));
      continue;
    }
    numbers.values.push_back(labels.values[i]);
    if (i < labels.lines.size()) numbers.lines.push_back(labels.lines[i]);
  }
  if (model.classes.empty()) known.target = numbers.numbers();
  return known;
}

Json or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

// How good predictions are where the truth is known.
struct PredictionReport {
  std::string text;  // a line each
  Json document;
};

std::string slope_text(const Calibration& calibration, const std::vector<double>& predictors) {
  if (std::isfinite(calibration.slope)) return fmt::format("{:.3f}", calibration.slope);
  const auto [least, most] = std::minmax_element(predictors.begin(), predictors.end());
  return *least == *most ? "none (all probabilities are the same)"
                         : "none (the classes are parted altogether)";
}

PredictionReport report_of_classes(const Model& model, const Known& known) {
  PredictionReport report;
  report.document["samples_scored"] = known.target.size();
  const double error = balanced_error(known.predictors, known.target);
  if (std::isnan(error)) {
    report.text =
        fmt::format("{} labelled samples, all of one class: nothing to score", known.target.size());
    return report;
  }
  const AucInterval area = area_with_interval(known.predictors, known.target);
  const Calibration calibration = calibration_of(known.predictors, known.target);
  report.text = fmt::format(
      "samples scored: {}\nAUC: {:.4f} (95 % interval {:.4f} to {:.4f}, DeLong)\n"
      "balanced error: {:.4f}\n"
      "calibration: mean probability of '{}' {:.4f}, observed share {:.4f}, slope {}, "
      "Brier score {:.4f}",
      known.target.size(), area.auc, area.low, area.high, error, model.classes[1],
      calibration.mean_probability, calibration.observed_share,
      slope_text(calibration, known.predictors), calibration.brier_score);
  report.document["auc"] = {{"value", area.auc}, {"low", area.low}, {"high", area.high}};
  report.document["balanced_error"] = error;
  report.document["log_loss"] = log_loss(known.predictors, known.target);
  report.document["calibration"] = {{"mean_probability", calibration.mean_probability},
                                    {"observed_share", calibration.observed_share},
                                    {"slope", or_null(calibration.slope)},
                                    {"brier_score", calibration.brier_score}};
  return report;
}

// Of the samples that have a label. Throws InputError for a label that the model does not know.
PredictionReport score_predictions(const Model& model, const Dataset& data) {
  Known known = known_samples(model, data);
  if (!model.classes.empty()) return report_of_classes(model, known);
  for (double& value : known.predictors) value = model.expected_value(value);
  const double error = mean_squared_error(known.predictors, known.target);
  PredictionReport report;
  report.text =
      fmt::format("samples scored: {}\nmean squared error: {}", known.target.size(), error);
  report.document["samples_scored"] = known.target.size();
  report.document["mse"] = error;
  const double explained = r_squared(known.predictors, known.target);
  report.document["r2"] = or_null(explained);
  if (std::isfinite(explained)) report.text += fmt::format("\nR squared: {}", explained);
  return report;
}

// A field of a .csv file, in quotes where it needs them.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  return quoted + "\"";
}

struct Prediction {
  std::string id;
  double value = 0.0;  // a probability where there are classes
  std::string label;
};

class PredictCommand : public Command {
 public:
  explicit PredictCommand(CLI::App& app) {
    add_text(app, "--model", model_, "What 'graphsparse fit --model' wrote")
        ->type_name("MODEL.json")
        ->required();
    files_.missing = "mean";
    add_sample_options(app, files_);
    add_text(app, "--labels", files_.labels,
             "What the samples really are, to score the predictions")
        ->type_name("FILE[:COLUMN]");
    add_common_options(app, common_);
    add_out_file(app, out_);
    app.footer(
        "Prints id,prediction lines, for models of two classes id,probability,label. Features are\n"
        "matched by name; others than those of the model are not looked at. What is missing of "
        "these\n"
        "is filled by the means of the training samples; --missing error refuses it. With "
        "--labels,\n"
        "AUC with an interval of 95 % (DeLong), balanced error and calibration are printed as "
        "well.\n\n"
        "Example: graphsparse predict --model m.json --data new.csv --out predictions.csv");
  }

  void run() override {
    check_writable(out_);
    const Model model = Model::load(model_);
    const Dataset data = read_samples(model);
    const std::vector<Prediction> predictions = predict(model, data);
    print_notes(model, data);
    std::optional<PredictionReport> report;
    if (data.target && !files_.labels.empty()) report = score_predictions(model, data);
    Json document;
    if (common_.json) document = to_json(model, predictions);
    if (common_.json && report) document.update(report->document);
    write_result(out_,
                 common_.json ? to_text(document) : to_csv(predictions, !model.classes.empty()));
    if (!report || common_.json) return;
    std::istringstream lines(report->text);
    for (std::string line; std::getline(lines, line);) print_message(line);
  }

 private:
  static std::vector<Prediction> predict(const Model& model, const Dataset& data) {
    std::vector<Prediction> predictions;
    for (const double predictor : model.predict_linear(data)) {
      const auto row = static_cast<RowIndex>(predictions.size());
      Prediction prediction{data.sample_name(row), model.expected_value(predictor), {}};
      if (!model.classes.empty()) prediction.label = model.classes[predictor > 0.0 ? 1 : 0];
      predictions.push_back(std::move(prediction));
    }
    return predictions;
  }

  static std::string to_csv(const std::vector<Prediction>& predictions, bool has_classes) {
    std::string text = has_classes ? "id,probability,label\n" : "id,prediction\n";
    for (const Prediction& prediction : predictions) {
      fmt::format_to(std::back_inserter(text), "{},{}", csv_field(prediction.id), prediction.value);
      if (has_classes) text += "," + csv_field(prediction.label);
      text += "\n";
    }
    return text;
  }

  static Json to_json(const Model& model, const std::vector<Prediction>& predictions) {
    Json rows = Json::array();
    for (const Prediction& prediction : predictions) {
      if (model.classes.empty()) {
        rows.push_back({{"id", prediction.id}, {"prediction", prediction.value}});
      } else {
        rows.push_back({{"id", prediction.id},
                        {"probability", prediction.value},
                        {"label", prediction.label}});
      }
    }
    return {{"model", model.source},
            {"loss", model.spec.loss},
            {"classes", model.classes.empty() ? Json(nullptr) : Json(model.classes)},
            {"predictions", std::move(rows)}};
  }

  Dataset read_samples(const Model& model) const {
    DataRequest request = files_.data_request();
    // New samples may still have the columns that were the target and the groups.
    if (request.labels.empty()) request.target = model.target;
    if (!request.labels.empty() && !model.target.empty()) request.exclude.push_back(model.target);
    request.group_column = model.group_column;
    request.columns_may_be_missing = true;
    request.unlabelled = "keep";
    if (model.has_feature_names) {
      for (const ModelFeature& feature : model.all_features())
        request.needed.push_back(feature.name);
    }
    Dataset data = read_dataset(request);
    std::vector<std::string> covariates;
    for (const ModelFeature& covariate : model.covariates) covariates.push_back(covariate.name);
    add_columns_of_labels(covariates, request, data);
    if (request.missing != "error") data.missing = request.missing;
    return data;
  }

  void print_notes(const Model& model, const Dataset& data) const {
    if (common_.quiet) return;
    for (const std::string& note : data.notes) print_message("note: " + note);
    const std::vector<std::string> missing = missing_features(model, data);
    if (missing.empty()) return;
    print_message(fmt::format(
        "note: {} of the {} features of the model are not in {} and are filled "
        "by their means: {}",
        missing.size(), model.all_features().size(), data.source, fmt::join(missing, ", ")));
  }

  CommonOptions common_;
  std::string model_;
  FitFiles files_;
  std::string out_;
};

}  // namespace

std::unique_ptr<Command> make_predict_command(CLI::App& app) {
  return std::make_unique<PredictCommand>(app);
}

}  // namespace graphsparse::cli
