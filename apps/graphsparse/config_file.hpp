// Options from a TOML file: `components = 2` is `--components 2`.
#pragma once

#include <string>

#include "app.hpp"

namespace graphsparse::cli {

// Gives the command's options the values of the file, except those that the command line gives or
// contradicts. Keys stand at the top of the file, or in a table with the command's name, which wins
// over the top; tables of other commands are only checked. Throws InputError.
void apply_config(const std::string& path, CLI::App& command);

}  // namespace graphsparse::cli
