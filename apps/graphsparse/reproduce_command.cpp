#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "common_options.hpp"
#include "errors.hpp"
#include "experiments/experiment.hpp"
#include "experiments/task_pool.hpp"
#include "graphsparse/core/suggest.hpp"
#include "graphsparse/report/html_page.hpp"
#include "graphsparse/work/tasks.hpp"
#include "inputs.hpp"
#include "option_types.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "table_options.hpp"

namespace graphsparse::cli {
namespace {

using experiments::Experiment;
using experiments::Report;
using experiments::Request;

// How reproduced figures are told: on the terminal, as JSON, on one page.

std::string reproduce_text(const Report& report, const std::string& folder) {
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

Json reproduce_json(const std::vector<Report>& reports, const Request& request) {
  Json figures = Json::array();
  for (const Report& report : reports) {
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

std::string reproduce_page(const std::vector<Report>& reports, const Request& request) {
  report::HtmlPage page("The paper's experiments",
                        "Zhou, Chen and Ying, Stochastic Iterative Hard Thresholding for "
                        "Graph-structured Sparsity Optimization, ICML 2019");
  page.paragraph(request.convention == experiments::Convention::authors
                     ? "Run as the authors' program ran them: its steps, blocks, stop tests, "
                       "trimming and tuning. Dashed curves are the published ones."
                     : "The paper's problems with our conventions, and our solvers beside the "
                       "paper's. Dashed curves are the published ones.");
  double seconds = 0.0;
  for (const Report& report : reports) {
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

constexpr std::string_view kAll = "all";

// Of an option that was not given, nothing.
std::vector<std::string> parse_names(const std::string& option, const std::string& list) {
  std::vector<std::string> names;
  if (list.empty()) return names;
  for (const std::string_view name : split(list, ',')) {
    if (name.empty()) {
      throw UsageError(
          fmt::format("{}: '{}' has an empty entry; separate entries by one comma", option, list));
    }
    names.emplace_back(name);
  }
  return names;
}

// "8,20" or "5:250:5".
class NumberList {
 public:
  NumberList(std::string option, std::string list)
      : option_(std::move(option)), list_(std::move(list)) {}

  std::vector<std::int64_t> parse() {
    for (const std::string& item : parse_names(option_, list_)) add(item);
    return std::move(numbers_);
  }

 private:
  static constexpr std::int64_t kMostNumbers = 10'000;
  static constexpr std::int64_t kLargest = 1'000'000'000;

  [[noreturn]] void fail(const std::string& what) const {
    throw UsageError(fmt::format("{}: '{}' {}", option_, list_, what));
  }

  std::int64_t number(std::string_view text) const {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_whole = error == std::errc() && end == text.data() + text.size();
    if (!is_whole || value < 1 || value > kLargest) {
      fail(fmt::format("is not a list of whole numbers from 1 to {} such as 8,20 or 5:250:5",
                       kLargest));
    }
    return value;
  }

  void add(std::string_view item) {
    const std::vector<std::string_view> parts = split(item, ':');
    if (parts.size() > 3) fail(fmt::format("has the range '{}'; FIRST:LAST:STEP is right", item));
    const std::int64_t first = number(parts[0]);
    const std::int64_t last = parts.size() > 1 ? number(parts[1]) : first;
    const std::int64_t step = parts.size() > 2 ? number(parts[2]) : 1;
    if (last < first) fail(fmt::format("has the range '{}', whose end is below its begin", item));
    const std::int64_t count = (last - first) / step + 1;
    if (count > kMostNumbers - static_cast<std::int64_t>(numbers_.size())) {
      fail(fmt::format("has more than {} numbers", kMostNumbers));
    }
    for (std::int64_t i = 0; i < count; ++i) numbers_.push_back(first + i * step);
  }

  std::string option_;
  std::string list_;
  std::vector<std::int64_t> numbers_;
};

const Experiment& find_experiment(const std::string& name) {
  for (const Experiment& experiment : experiments::experiment_table()) {
    if (experiment.name == name) return experiment;
  }
  std::vector<std::string> known = names_of(experiments::experiment_table(), &Experiment::name);
  known.emplace_back(kAll);
  const std::string near = did_you_mean(name, known);
  throw UsageError(fmt::format("there is no figure or table '{}'{}", name,
                               near.empty() ? "; there are " + listed(known) : near));
}

std::vector<std::string> figure_names() {
  std::vector<std::string> names = names_of(experiments::experiment_table(), &Experiment::name);
  names.insert(names.begin(), std::string(kAll));
  return names;
}

class ReproduceCommand : public Command {
 public:
  explicit ReproduceCommand(CLI::App& app) {
    list_choices(
        *app.add_option("figure", figure_, "fig1 to fig7, table1 to table5, or all")->required(),
        figure_names());
    add_text(app, "--out", out_, "Folder for the tables and pictures")
        ->type_name("OUT-DIR")
        ->required();
    add_whole_number(app, "--trials", trials_, {1, 1'000'000},
                     "Independent repetitions of each cell; repeats of table2 to table5")
        ->capture_default_str();
    add_choice(app, "--protocol", convention_, {"authors", "ours"},
               "As the authors' program ran it, or with our conventions and solvers")
        ->capture_default_str();
    add_text(app, "--data", data_, "Folder with the published curves, graphs and images")
        ->type_name("DIR");
    add_text(app, "--known-genes", known_, "List of known genes for table5, one per line")
        ->type_name("FILE");
    add_text(app, "--sparsity", sparsity_, "Only these sparsities, such as 8,20")
        ->type_name("LIST");
    add_text(app, "--observations", observations_,
             "Only these numbers of observations, such as 60,100 or 5:250:5")
        ->type_name("LIST");
    add_text(app, "--methods", methods_, "These methods, such as GraphIHT,GraphStoIHT")
        ->type_name("LIST");
    add_old_name(app, "as", "protocol");
    add_old_name(app, "known", "known-genes");
    add_common_options(app, common_);
    std::string footer = "Figures and tables:\n";
    for (const Experiment& experiment : experiments::experiment_table()) {
      footer += fmt::format("  {:<8}{}\n", experiment.name, experiment.summary);
    }
    footer +=
        "\nCtrl-C keeps what is finished; the same command goes on from there.\n\n"
        "Example: graphsparse reproduce fig4 --trials 10 --sparsity 8 --out figures";
    app.footer(footer);
  }

  void add_outputs(FileRoles& files) const override {
    std::set<std::string> paths = {path_of("index.html")};
    for (const Experiment* experiment : wanted()) {
      for (const char* extension : {".csv", ".svg", ".md"}) {
        paths.insert(path_of(std::string(experiment->name) + extension));
      }
      paths.insert(experiments::partial_file(out_, std::string(experiment->work())));
    }
    for (const std::string& path : paths) files.writes("--out", path);
  }

  bool uses_ranks() const override { return true; }
  void run() override {
    const Request request = make_request();
    if (!is_first_rank()) return help_first_rank(request);
    const bool is_new = !std::filesystem::exists(out_);
    make_directory(out_);
    std::vector<Report> reports;
    try {
      check_writable(path_of("index.html"));
      for (const Experiment* experiment : wanted()) {
        reports.push_back(run_one(*experiment, request));
        if (!common_.json) write_result("", reproduce_text(reports.back(), out_));
      }
    } catch (...) {
      // Bad input is noticed by the experiment itself; it leaves no empty folder behind.
      std::error_code not_empty;
      if (is_new) std::filesystem::remove(out_, not_empty);
      throw;
    }
    if (figure_ == kAll) write_result(path_of("index.html"), reproduce_page(reports, request));
    for (const Experiment* experiment : wanted())
      experiments::remove_partial_file(out_, *experiment);
    if (common_.json) write_result("", to_text(reproduce_json(reports, request)));
  }

 private:
  std::vector<const Experiment*> wanted() const {
    if (figure_ != kAll) return {&find_experiment(figure_)};
    std::vector<const Experiment*> all;
    for (const Experiment& experiment : experiments::experiment_table()) all.push_back(&experiment);
    return all;
  }

  Request make_request() const {
    Request request;
    request.trials = trials_;
    request.sparsities = NumberList("--sparsity", sparsity_).parse();
    request.observations = NumberList("--observations", observations_).parse();
    request.methods = parse_names("--methods", methods_);
    request.convention =
        convention_ == "authors" ? experiments::Convention::authors : experiments::Convention::ours;
    request.data_folder = data_;
    request.known_file = known_;
    request.out_folder = out_;
    request.seed = static_cast<std::uint64_t>(common_.seed);
    request.threads = worker_count(common_.threads);
    request.ranks = ranks();
    return request;
  }

  // Takes part in the tasks; the first rank has the results.
  void help_first_rank(const Request& request) const {
    for (const Experiment* experiment : wanted()) {
      BarWatcher watcher(std::string(experiment->name), true);
      (void)experiment->run(request, watcher);
    }
  }

  Report run_one(const Experiment& experiment, const Request& request) const {
    const auto begin = std::chrono::steady_clock::now();
    BarWatcher watcher(std::string(experiment.name), common_.quiet);
    std::optional<Report> report = experiment.run(request, watcher);
    if (!report) {
      const std::string kept = experiments::partial_file(out_, experiment.work());
      if (!std::filesystem::exists(kept))
        throw WorkError("interrupted before anything was finished");
      throw WorkError(fmt::format(
          "interrupted; what is finished is in {}, and the same command goes on from there", kept));
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    report->seconds = elapsed.count();
    write_result(path_of(report->name + ".csv"), report->csv);
    write_result(path_of(report->name + ".svg"), report->svg);
    if (!report->markdown.empty()) write_result(path_of(report->name + ".md"), report->markdown);
    return std::move(*report);
  }

  std::string path_of(const std::string& file) const {
    return (std::filesystem::path(out_) / file).string();
  }

  CommonOptions common_;
  std::string figure_;
  std::int64_t trials_ = 50;
  std::string sparsity_;
  std::string observations_;
  std::string methods_;
  std::string convention_ = "authors";
  std::string data_;
  std::string known_;
  std::string out_;
};

}  // namespace

std::unique_ptr<Command> make_reproduce_command(CLI::App& app) {
  return std::make_unique<ReproduceCommand>(app);
}

}  // namespace graphsparse::cli
