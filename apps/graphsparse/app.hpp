// The names of CLI11 for headers that only pass them on: its own header takes seconds to read.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming)

class App;
class Option;
class ParseError;

}  // namespace CLI

namespace graphsparse::cli {

// From the command line to an exit status.

// Reads the command line, runs the command and reports what went wrong, once.
int run(int argc, char** argv);

}  // namespace graphsparse::cli
