// What commands with a graph and a vector share beyond reading them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app.hpp"
#include "graphsparse/core/types.hpp"
#include "graphsparse/io/join.hpp"

namespace graphsparse::cli {

// The options of a graph, as fit has them.
struct NetworkOptions {
  std::string graph;
  std::string values;
  std::optional<double> min_score;
  std::string exclude;

  EdgeOptions edge_options() const;
};
void add_network_options(CLI::App& app, NetworkOptions& options);

// Reads both, leaves out what the options say and joins the rest.
JoinedGraph read_joined(const NetworkOptions& options, const NamedVector& vector, bool quiet);

// "256 nodes, 480 edges".
std::string describe_graph(const JoinedGraph& joined);

// Says on standard error what did not match, as one note; nothing where all did. Called when the
// work is done: a bad input gets its one message and no note beside it.
void note_join(const JoinReport& report, bool quiet);

// The node of that name. Throws InputError that suggests a near one.
NodeId find_node(const JoinedGraph& joined, const std::string& option, const std::string& name);

// Which files a command reads and writes, so that no output replaces an input or another output.

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
