// How good predictions are where the truth is known, as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "graphsparse/fit/model.hpp"
#include "output.hpp"

namespace graphsparse::cli {

struct PredictionReport {
  std::string text;  // a line each
  Json document;
};

// Of the samples that have a label. Throws InputError for a label that the model does not know.
PredictionReport score_predictions(const Model& model, const Dataset& data);

}  // namespace graphsparse::cli
