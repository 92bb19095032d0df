// What `project` and `pcst` share: the files they write of the nodes they select, and how often
// they do the same work to reckon what it costs.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app.hpp"
#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/io/join.hpp"
#include "graphsparse/report/run_record.hpp"
#include "progress.hpp"

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

// Calls prepare() and then work() so many times; returns the mean seconds of one work().
template <class Prepare, class Work>
double mean_seconds(std::int64_t repeats, bool quiet, Prepare prepare, Work work) {
  using Clock = std::chrono::steady_clock;
  ProgressBar bar("repeating", quiet || repeats == 1);
  Clock::duration total = {};
  for (std::int64_t done = 0; done < repeats; ++done) {
    prepare();
    const Clock::time_point start = Clock::now();
    work();
    total += Clock::now() - start;
    bar.update(done + 1, repeats);
  }
  return std::chrono::duration<double>(total).count() / static_cast<double>(repeats);
}

}  // namespace graphsparse::cli
