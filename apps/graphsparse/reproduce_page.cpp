#include "reproduce_page.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "graphsparse/report/html_page.hpp"
#include "text_table.hpp"

namespace graphsparse::cli {

std::string reproduce_text(const experiments::Report& report, const std::string& folder) {
  std::string text = fmt::format("{}: {}\n", report.name, report.title);
  for (const std::string& remark : report.remarks) text += fmt::format("{}\n", remark);
  for (const report::Table& table : report.tables) {
    text += fmt::format("\n{}\n\n{}", table.caption, format_columns(table.columns, table.rows));
  }
  const std::filesystem::path base = std::filesystem::path(folder) / report.name;
  text += fmt::format("\nWrote {}.csv and {}.svg in {}\n\n", base.string(), base.string(),
                      format_duration(report.seconds));
  return text;
}

Json reproduce_json(const std::vector<experiments::Report>& reports,
                    const experiments::Request& request) {
  Json figures = Json::array();
  for (const experiments::Report& report : reports) {
    Json tables = Json::array();
    for (const report::Table& table : report.tables) {
      tables.push_back(
          {{"caption", table.caption}, {"columns", table.columns}, {"rows", table.rows}});
    }
    const std::filesystem::path base = std::filesystem::path(request.out_folder) / report.name;
    figures.push_back({{"name", report.name},
                       {"title", report.title},
                       {"csv", base.string() + ".csv"},
                       {"svg", base.string() + ".svg"},
                       {"remarks", report.remarks},
                       {"tables", std::move(tables)},
                       {"seconds", report.seconds}});
  }
  return {{"as", to_string(request.convention)},
          {"trials", request.trials},
          {"seed", request.seed},
          {"figures", std::move(figures)}};
}

std::string reproduce_page(const std::vector<experiments::Report>& reports,
                           const experiments::Request& request) {
  report::HtmlPage page("The paper's experiments",
                        "Zhou, Chen and Ying, Stochastic Iterative Hard Thresholding for "
                        "Graph-structured Sparsity Optimization, ICML 2019");
  page.paragraph(request.convention == experiments::Convention::authors
                     ? "Run as the authors' program ran them: its steps, blocks, stop tests, "
                       "trimming and tuning. Dashed curves are the published ones."
                     : "The paper's problems with our conventions, and our solvers beside the "
                       "paper's. Dashed curves are the published ones.");
  double seconds = 0.0;
  for (const experiments::Report& report : reports) {
    page.heading(fmt::format("{}: {}", report.name, report.title));
    for (const std::string& remark : report.remarks) page.paragraph(remark);
    page.figure(report.svg, report.title);
    std::vector<report::Fact> facts = report.settings;
    facts.push_back({"time", format_duration(report.seconds)});
    page.facts(facts);
    for (const report::Table& table : report.tables) page.table(table);
    seconds += report.seconds;
  }
  page.heading("Time");
  page.paragraph(
      fmt::format("All together {} on {} threads.", format_duration(seconds), request.threads));
  return page.to_string();
}

}  // namespace graphsparse::cli
