// Which files a command reads and writes, so that no output replaces an input or another output.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli_fwd.hpp"

namespace graphsparse::cli {

class Command;

class FileRoles {
 public:
  // `spec` is a file or a folder, or a file and a part of it after a colon.
  void reads(std::string_view option, const std::string& spec);
  void writes(std::string_view option, const std::string& path);

  // Throws UsageError where something would be written over something else. Devices and pipes are
  // never the same.
  void check() const;

 private:
  struct Use {
    std::string option;
    std::string path;
  };

  std::vector<Use> read_;
  std::vector<Use> written_;
};

// What the type of an option's value, as the help shows it, says of the file it names: OUT... is
// written; FILE..., GRAPH, MODEL.json and DIR are read.
enum class FileRole { none, read, written };
FileRole role_of_type(std::string_view type);

// Checks all files that the options of the chosen command name, and those it says it writes
// besides.
void check_files(const CLI::App& app, const Command& command);

}  // namespace graphsparse::cli
