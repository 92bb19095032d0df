#include "data_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>

#include "errors.hpp"
#include "option_types.hpp"

namespace graphsparse::cli {
namespace {

constexpr const char* kDataGroup = "Data";

bool has_own_target(const std::string& data) {
  std::string extension = std::filesystem::path(data).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return extension == ".svm";
}

}  // namespace

void add_data_options(CLI::App& app, DataRequest& request) {
  add_text(app, "--data", request.data,
           "Samples x features: .csv .tsv .txt with a header, .npy .mtx .svm .mat:VARIABLE")
      ->type_name("FILE")
      ->required()
      ->group(kDataGroup);
  add_text(app, "--id-column", request.id_column, "Column of the table with the sample ids")
      ->type_name("NAME")
      ->group(kDataGroup);
  add_text(app, "--feature-names", request.feature_names, "Names for a matrix without")
      ->type_name("FILE[:COLUMN]")
      ->group(kDataGroup);
  add_text(app, "--sample-names", request.sample_names, "Sample ids for a matrix without")
      ->type_name("FILE[:COLUMN]")
      ->group(kDataGroup);
}

void add_target_options(CLI::App& app, DataRequest& request) {
  CLI::Option* target =
      add_text(app, "--target", request.target, "Column of the table with the target")
          ->type_name("NAME")
          ->group(kDataGroup);
  add_text(app, "--labels", request.labels, "The target in a file of its own")
      ->type_name("FILE[:COLUMN]")
      ->group(kDataGroup)
      ->excludes(target);
}

void require_target(const DataRequest& request) {
  if (!request.target.empty() || !request.labels.empty() || has_own_target(request.data)) return;
  throw UsageError(
      "a target is needed: --target NAME for a column of the data, or --labels FILE[:COLUMN]");
}

}  // namespace graphsparse::cli
