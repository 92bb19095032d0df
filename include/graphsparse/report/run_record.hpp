// How a page can be made again: every setting, and the command that repeats the run.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graphsparse/report/html_page.hpp"

namespace graphsparse {

struct RunRecord {
  std::string command;  // for a shell; empty: not run by a command
  // Name and value, as on the command line; files and columns for one.
  std::vector<std::pair<std::string, std::string>> settings;
};

namespace report {

// The last sections of a page: the settings, with the version of the program, and the command.
void add_run(HtmlPage& page, const RunRecord& run);

}  // namespace report
}  // namespace graphsparse
