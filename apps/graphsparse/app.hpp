// From the command line to an exit status.
#pragma once

namespace graphsparse::cli {

// Reads the command line, runs the command and reports what went wrong, once.
int run(int argc, char** argv);

}  // namespace graphsparse::cli
