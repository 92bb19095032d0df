#include "common_options.hpp"

#include <CLI/CLI.hpp>

#include "config_file.hpp"
#include "option_types.hpp"

namespace graphsparse::cli {
namespace {

constexpr const char* kCommonGroup = "Options of every command";
constexpr std::int64_t kMostThreads = 4096;  // more is a typing error

}  // namespace

void add_common_options(CLI::App& app, CommonOptions& options) {
  app.add_flag("--json", options.json, "Print the result as one JSON document")
      ->group(kCommonGroup);
  app.add_flag("--quiet", options.quiet, "No notes and no progress bar on standard error")
      ->group(kCommonGroup);
  add_whole_number(app, "--seed", options.seed, {0, kNoLimit},
                   "Random numbers: the same seed gives the same result")
      ->group(kCommonGroup);
  add_whole_number(app, "--threads", options.threads, {1, kMostThreads},
                   "Cores to use; the result is the same whatever it is")
      ->default_str("all")
      ->group(kCommonGroup);
  // Called when the command line has been read and before it is checked for missing options.
  app.add_option_function<std::string>(
         "--config", [&app](const std::string& path) { apply_config(path, app); },
         "TOML file with any of these options; the command line wins")
      ->type_name("FILE")
      ->take_last()
      ->group(kCommonGroup);
}

void add_out_file(CLI::App& app, std::string& out) {
  add_text(app, "--out", out, "Write the result to this file instead of standard output")
      ->type_name("OUT")
      ->group(kCommonGroup);
}

}  // namespace graphsparse::cli
