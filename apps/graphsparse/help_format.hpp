// How --help looks: "--seed N   What it does (default 0)".
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace graphsparse::cli {

class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat();

  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace graphsparse::cli
