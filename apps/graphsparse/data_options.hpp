// The options that say where samples come from.
#pragma once

#include "cli_fwd.hpp"
#include "graphsparse/io/data_file.hpp"

namespace graphsparse::cli {

// --data, --id-column, --feature-names, --sample-names.
void add_data_options(CLI::App& app, DataRequest& request);

}  // namespace graphsparse::cli
