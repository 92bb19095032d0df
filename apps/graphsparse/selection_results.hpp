// The files that `project` and `pcst` write of the nodes they select.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app.hpp"
#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/io/join.hpp"
#include "graphsparse/report/run_record.hpp"

namespace graphsparse::cli {

// Empty: not asked for.
struct SelectionResults {
  std::string report;
  std::vector<std::string> exports;
};

// --report, --export.
void add_selection_options(CLI::App& app, SelectionResults& results);

// Fails before the work where writing would fail after it. Throws UsageError or InputError.
void check_selection_results(const SelectionResults& results);

// What was selected, and what to tell of it.
struct SelectionPage {
  std::string title;
  std::vector<std::pair<std::string, std::string>> facts;
  std::string graph;       // as --graph names it
  std::string value_name;  // what the values of the nodes are: "value", "prize"
  Support nodes;
  std::vector<Edge> edges;  // ends are places in `nodes`
};

void write_selection(const SelectionResults& results, const SelectionPage& page,
                     const JoinedGraph& joined, const RunRecord& run, bool quiet);

}  // namespace graphsparse::cli
