#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "common_options.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/fit/model.hpp"
#include "option_types.hpp"
#include "output.hpp"
#include "table_options.hpp"

namespace graphsparse::cli {
namespace {

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
  explicit PredictCommand(CLI::App& app);

  void run() override;

 private:
  static std::vector<Prediction> predict(const Model& model, const Dataset& data);
  static std::string to_csv(const std::vector<Prediction>& predictions, bool has_classes);
  static Json to_json(const Model& model, const std::vector<Prediction>& predictions);

  CommonOptions common_;
  std::string model_;
  FitFiles files_;
  std::string out_;
};

PredictCommand::PredictCommand(CLI::App& app) {
  add_text(app, "--model", model_, "What 'graphsparse fit --model' wrote")
      ->type_name("MODEL.json")
      ->required();
  add_sample_options(app, files_);
  add_common_options(app, common_);
  add_out_file(app, out_);
  app.footer(
      "Prints id,prediction lines, for models of two classes id,probability,label. Features are\n"
      "matched by name; others than those of the model may be missing.\n\n"
      "Example: graphsparse predict --model m.json --data new.csv --out predictions.csv");
}

std::vector<Prediction> PredictCommand::predict(const Model& model, const Dataset& data) {
  std::vector<Prediction> predictions;
  for (const double predictor : model.predict_linear(data)) {
    const auto row = static_cast<RowIndex>(predictions.size());
    Prediction prediction{data.sample_name(row), model.expected_value(predictor), {}};
    if (!model.classes.empty()) prediction.label = model.classes[predictor > 0.0 ? 1 : 0];
    predictions.push_back(std::move(prediction));
  }
  return predictions;
}

std::string PredictCommand::to_csv(const std::vector<Prediction>& predictions, bool has_classes) {
  std::string text = has_classes ? "id,probability,label\n" : "id,prediction\n";
  for (const Prediction& prediction : predictions) {
    fmt::format_to(std::back_inserter(text), "{},{}", csv_field(prediction.id), prediction.value);
    if (has_classes) text += "," + csv_field(prediction.label);
    text += "\n";
  }
  return text;
}

Json PredictCommand::to_json(const Model& model, const std::vector<Prediction>& predictions) {
  Json rows = Json::array();
  for (const Prediction& prediction : predictions) {
    if (model.classes.empty()) {
      rows.push_back({{"id", prediction.id}, {"prediction", prediction.value}});
    } else {
      rows.push_back(
          {{"id", prediction.id}, {"probability", prediction.value}, {"label", prediction.label}});
    }
  }
  return {{"model", model.source},
          {"loss", model.spec.loss},
          {"classes", model.classes.empty() ? Json(nullptr) : Json(model.classes)},
          {"predictions", std::move(rows)}};
}

void PredictCommand::run() {
  check_writable(out_);
  const Model model = Model::load(model_);
  // New samples may still have the columns that were the target and the groups.
  DataRequest request = files_.data_request();
  request.target = model.target;
  request.group_column = model.group_column;
  request.columns_may_be_missing = true;
  const Dataset data = read_dataset(request);
  const std::vector<Prediction> predictions = predict(model, data);
  if (!common_.quiet) {
    for (const std::string& note : data.notes) print_message("note: " + note);
  }
  write_result(out_, common_.json ? to_text(to_json(model, predictions))
                                  : to_csv(predictions, !model.classes.empty()));
}

}  // namespace

std::unique_ptr<Command> make_predict_command(CLI::App& app) {
  return std::make_unique<PredictCommand>(app);
}

}  // namespace graphsparse::cli
