// What commands with a graph and a vector share beyond reading them.
#pragma once

#include <string>

#include "graphsparse/core/types.hpp"
#include "graphsparse/io/join.hpp"

namespace graphsparse::cli {

// Says on standard error what did not match, as one note; nothing where all did. Called when the
// work is done: a bad input gets its one message and no note beside it.
void note_join(const JoinReport& report, bool quiet);

// The node of that name. Throws InputError that suggests a near one.
NodeId find_node(const JoinedGraph& joined, const std::string& option, const std::string& name);

}  // namespace graphsparse::cli
