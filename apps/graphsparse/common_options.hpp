// The options every command has.
#pragma once

#include <cstdint>
#include <string>

#include "app.hpp"

namespace graphsparse::cli {

struct CommonOptions {
  bool json = false;
  bool quiet = false;
  std::int64_t seed = 0;
  std::int64_t threads = 0;  // 0: all cores
};

void add_common_options(CLI::App& app, CommonOptions& options);

// For commands whose result is one document.
void add_out_file(CLI::App& app, std::string& out);

}  // namespace graphsparse::cli
