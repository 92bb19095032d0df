#include "data_options.hpp"

#include <CLI/CLI.hpp>
#include <string>

#include "option_types.hpp"

namespace graphsparse::cli {
namespace {

constexpr const char* kDataGroup = "Data";

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

}  // namespace graphsparse::cli
