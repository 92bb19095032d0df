#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "command.hpp"
#include "common_options.hpp"
#include "demo_picture.hpp"
#include "demo_report.hpp"
#include "demo_scene.hpp"
#include "errors.hpp"
#include "experiments/demos/real_demo.hpp"
#include "file_roles.hpp"
#include "graphsparse/graphsparse.hpp"
#include "graphsparse/reference/authors_protocol.hpp"
#include "option_types.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "run_command.hpp"
#include "terminal.hpp"
#include "text_table.hpp"

namespace graphsparse::cli {
namespace {

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double squares = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) squares += (a[j] - b[j]) * (a[j] - b[j]);
  return std::sqrt(squares);
}

DemoOutcome recover(const DemoScene& scene, std::string_view solver, std::uint64_t seed) {
  FitSpec spec;
  spec.solver = solver;
  spec.sparsity = static_cast<std::int64_t>(scene.signal.support.size());
  spec.intercept = false;
  spec.seed = seed;
  DemoOutcome outcome;
  outcome.solver = solver;
  FitHooks hooks;
  hooks.observer = [&](const Progress& progress) {
    if (progress.epoch_ended) {
      outcome.errors.push_back(distance(progress.point.w, scene.signal.values));
    }
    return CallbackResult::proceed;
  };
  const Dataset data = make_dataset(scene.design, scene.target);
  outcome.result = fit(data, FeatureGraph::view(scene.grid), spec, hooks).result;
  outcome.error = distance(outcome.result.x.w, scene.signal.values);
  outcome.recovered = outcome.error <= kRecoveredError;
  return outcome;
}

Json to_json(const DemoScene& scene, std::int64_t seed, const std::vector<DemoOutcome>& outcomes) {
  Json rows = Json::array();
  for (const DemoOutcome& outcome : outcomes) {
    rows.push_back({{"solver", outcome.solver},
                    {"recovered", outcome.recovered},
                    {"error", outcome.error},
                    {"support", outcome.result.x.support},
                    {"epochs", outcome.result.epochs},
                    {"iterations", outcome.result.iterations},
                    {"stop_reason", to_string(outcome.result.termination)},
                    {"pcst_calls", outcome.result.pcst_calls},
                    {"seconds", outcome.result.seconds}});
  }
  return {{"width", scene.width},
          {"height", scene.height},
          {"observations", scene.observations},
          {"planted", scene.signal.support},
          {"seed", seed},
          {"results", std::move(rows)}};
}

std::string to_picture(const DemoScene& scene, const std::vector<DemoOutcome>& outcomes) {
  const bool colour = wants_colour(STDOUT_FILENO);
  const int width = terminal_width(STDOUT_FILENO, std::numeric_limits<int>::max());
  std::vector<Panel> panels = {draw_planted(scene, colour)};
  for (const std::size_t shown : {std::size_t{1}, outcomes.size() - 1}) {
    panels.push_back(draw_found(scene, outcomes[shown].result.x.support,
                                fmt::format("found by {}", outcomes[shown].solver), colour));
  }
  std::string text = arrange(panels, width);
  if (colour) text += colour_legend();
  return text;
}

std::string describe_demos() {
  std::string text = "Demos on real data:\n";
  for (const experiments::RealDemo& demo : experiments::real_demo_table()) {
    text += fmt::format("  {:<10} {}\n", demo.name, demo.summary);
  }
  return text;
}

class DemoCommand : public Command {
 public:
  explicit DemoCommand(CLI::App& app);

  void add_outputs(FileRoles& files) const override { files.writes("--out", page()); }
  void run() override;

 private:
  std::string in_folder(const std::string& name) const {
    return (std::filesystem::path(out_) / name).string();
  }
  std::string page() const { return in_folder("report.html"); }
  void run_planted() const;
  void run_real(const experiments::RealDemo& demo) const;

  const CLI::App& app_;
  CommonOptions common_;
  std::string name_;
  std::string data_;
  std::string out_ = "graphsparse-demo";
};

DemoCommand::DemoCommand(CLI::App& app) : app_(app) {
  std::vector<std::string> names;
  for (const experiments::RealDemo& demo : experiments::real_demo_table()) {
    names.emplace_back(demo.name);
  }
  add_choice(app, "demo", name_, names, "Nothing: a planted signal; else a demo on real data");
  add_text(app, "--data", data_,
           fmt::format("Where the data of a demo on real data are (default: {}/DEMO, as `make "
                       "demos` makes it; images: where Debian's dataset-fashion-mnist is)",
                       experiments::kDemoData))
      ->type_name("DIR");
  add_text(app, "--out", out_, "Folder for report.html")
      ->type_name("OUT-DIR")
      ->capture_default_str();
  add_common_options(app, common_);
  app.footer(
      "Plants a connected signal on a 32 x 32 grid and recovers it from 100 random\n"
      "measurements with the paper's four methods and our best. Writes DIR/report.html.\n\n" +
      describe_demos());
}

void DemoCommand::run() {
  if (name_.empty() && !data_.empty()) {
    throw UsageError("--data is for the demos on real data, such as: demo outbreak");
  }
  for (const experiments::RealDemo& demo : experiments::real_demo_table()) {
    if (demo.name == name_) {
      run_real(demo);
      return;
    }
  }
  run_planted();
}

void DemoCommand::run_real(const experiments::RealDemo& demo) const {
  // A wrong folder is told before the work, a new one made after it.
  std::error_code ignored;
  if (std::filesystem::exists(out_, ignored)) {
    make_directory(out_);
    check_writable(page());
  }
  experiments::DemoRequest request;
  request.data_folder = data_;
  request.seed = static_cast<std::uint64_t>(common_.seed);
  request.threads = common_.threads;
  BarWatcher watcher(std::string(demo.name), common_.quiet);
  const std::optional<experiments::DemoReport> report = demo.run(request, watcher);
  if (!report) throw WorkError("interrupted; nothing is written");
  make_directory(out_);
  for (const experiments::DemoFile& file : report->files) {
    write_result(in_folder(file.name), file.content);
  }
  write_result(page(), report->page);
  if (!common_.quiet) {
    for (const std::string& note : report->notes) print_message("note: " + note);
  }
  if (common_.json) {
    write_result("", to_text(Json::parse(report->json)));
    return;
  }
  std::string text = fmt::format("{}\n\n{}\n", report->title,
                                 format_columns(report->table.columns, report->table.rows));
  for (const std::string& remark : report->remarks) text += remark + "\n";
  write_result("", fmt::format("{}\nWrote {}\n", text, page()));
}

void DemoCommand::run_planted() const {
  make_directory(out_);
  check_writable(page());
  const DemoScene scene = plant_signal(static_cast<std::uint64_t>(common_.seed));
  std::vector<DemoOutcome> outcomes;
  std::vector<std::string_view> solvers(kPaperSolvers.begin(), kPaperSolvers.end());
  solvers.push_back(kDefaultSolver);
  for (const std::string_view solver : solvers) {
    outcomes.push_back(recover(scene, solver, static_cast<std::uint64_t>(common_.seed)));
  }
  write_result(page(), demo_page(scene, outcomes, record_run(app_)));
  if (common_.json) {
    write_result("", to_text(to_json(scene, common_.seed, outcomes)));
    return;
  }
  write_result("", fmt::format("{}\n{} nodes of a {} x {} grid, {} measurements\n\n{}\nWrote {}\n",
                               to_picture(scene, outcomes), scene.signal.support.size(),
                               scene.width, scene.height, scene.observations,
                               format_columns(demo_columns(), demo_rows(outcomes)), page()));
}

}  // namespace

std::unique_ptr<Command> make_demo_command(CLI::App& app) {
  return std::make_unique<DemoCommand>(app);
}

}  // namespace graphsparse::cli
