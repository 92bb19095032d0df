#include "graphsparse/report/run_record.hpp"

#include "graphsparse/core/version.hpp"

namespace graphsparse::report {

void add_run(HtmlPage& page, const RunRecord& run) {
  if (!run.command.empty()) {
    page.heading("The command that repeats this run")
        .paragraph(
            "Pasted into a shell in the same folder, with the same files there, it gives the same "
            "results and files, byte by byte but for times.")
        .code(run.command);
  }
  Table table;
  table.columns = {"setting", "value"};
  table.rows.push_back({"version", std::string(kVersion)});
  for (const auto& [name, value] : run.settings) {
    table.rows.push_back({name, value.empty() || value == "-" ? "not given" : value});
  }
  page.heading("Settings").table(table);
}

}  // namespace graphsparse::report
