// The paper's figures and tables, each a row of a table: a request goes in, a report comes out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/core/communicator.hpp"
#include "graphsparse/report/html_page.hpp"
#include "graphsparse/work/tasks.hpp"

namespace graphsparse::experiments {

// As the authors' program ran it (steps, blocks, stop tests, trimming, tuning), or the same
// problems with our conventions and our solvers.
enum class Convention { authors, ours };

std::string_view to_string(Convention convention);

// What the command line can change. Empty lists: all that the figure has.
struct Request {
  std::int64_t trials = 50;
  std::vector<std::int64_t> sparsities = {};
  std::vector<std::int64_t> observations = {};
  std::vector<std::string> methods = {};
  Convention convention = Convention::authors;
  std::string known_file = {};   // known genes for table 5; may be empty
  std::string data_folder = {};  // the published curves, graphs and images; may be empty
  std::string out_folder = {};
  std::uint64_t seed = 0;
  std::int64_t threads = 1;
  const Communicator* ranks = nullptr;  // that share the tasks; null: this process alone
};

// What a report says of how its trials were run.
std::vector<report::Fact> trial_settings(const Request& request);

using graphsparse::Watcher;

struct Report {
  std::string name = {};                    // "fig4"
  std::string title = {};                   // what it shows
  std::string csv = {};                     // the content of figN.csv
  std::string svg = {};                     // of figN.svg
  std::string markdown = {};                // of tableN.md; may be empty
  std::vector<report::Fact> settings = {};  // as run
  std::vector<report::Table> tables = {};   // summary, and differences from the published figure
  std::vector<std::string> remarks = {};    // such as: generated shapes instead of the paper's
  double seconds = 0.0;
};

// One file under experiments/ each. Nothing is returned where the watcher stopped the work; what
// was finished is then in the folder's partial file.
struct Experiment {
  std::string_view name;
  std::string_view summary;
  std::optional<Report> (*run)(const Request& request, Watcher& watcher);
  // What its partial file is called after, where several experiments share their work.
  std::string_view shared_work = {};

  std::string_view work() const { return shared_work.empty() ? name : shared_work; }
};

std::span<const Experiment> experiment_table();

std::optional<Report> run_fig1(const Request& request, Watcher& watcher);
std::optional<Report> run_fig2(const Request& request, Watcher& watcher);
std::optional<Report> run_fig3(const Request& request, Watcher& watcher);
std::optional<Report> run_fig4(const Request& request, Watcher& watcher);
std::optional<Report> run_fig5(const Request& request, Watcher& watcher);
std::optional<Report> run_fig6(const Request& request, Watcher& watcher);
std::optional<Report> run_fig7(const Request& request, Watcher& watcher);
std::optional<Report> run_table1(const Request& request, Watcher& watcher);
std::optional<Report> run_table2(const Request& request, Watcher& watcher);
std::optional<Report> run_table3(const Request& request, Watcher& watcher);
std::optional<Report> run_table4(const Request& request, Watcher& watcher);
std::optional<Report> run_table5(const Request& request, Watcher& watcher);

}  // namespace graphsparse::experiments
