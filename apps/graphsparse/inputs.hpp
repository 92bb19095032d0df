// What commands with a graph and a vector share beyond reading them.
#pragma once

#include <optional>
#include <string>

#include "cli_fwd.hpp"
#include "graphsparse/core/types.hpp"
#include "graphsparse/io/join.hpp"

namespace graphsparse::cli {

// The options of a graph beside --graph itself, as fit has them.
struct NetworkOptions {
  std::string values;
  std::optional<double> min_score;
  std::string exclude;

  EdgeOptions edge_options() const;
};
void add_network_options(CLI::App& app, NetworkOptions& options);

// Reads both, leaves out what the options say and joins the rest.
JoinedGraph read_joined(const std::string& graph, const NetworkOptions& options,
                        const NamedVector& vector, bool quiet);

// Says on standard error what did not match, as one note; nothing where all did. Called when the
// work is done: a bad input gets its one message and no note beside it.
void note_join(const JoinReport& report, bool quiet);

// The node of that name. Throws InputError that suggests a near one.
NodeId find_node(const JoinedGraph& joined, const std::string& option, const std::string& name);

}  // namespace graphsparse::cli
