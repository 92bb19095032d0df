// Damaged files that the libraries which read them break down on: HDF5 for .h5ad files, matio for
// .mat files.
#pragma once

namespace graphsparse {

// What a program does when one of these libraries is about to end it by a signal: `message` names
// the file. Runs in a signal handler and must not return. Without it (the start) nothing is done
// about such signals, and they end the program.
using LibraryCrashHandler = void (*)(const char* message);
void set_library_crash_handler(LibraryCrashHandler handler);

}  // namespace graphsparse
