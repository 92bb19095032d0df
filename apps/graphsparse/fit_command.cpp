#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "common_options.hpp"
#include "errors.hpp"
#include "fit_baseline.hpp"
#include "fit_diagnosis.hpp"
#include "fit_export.hpp"
#include "fit_options.hpp"
#include "fit_output.hpp"
#include "fit_problem.hpp"
#include "fit_report.hpp"
#include "graphsparse/io/model_file.hpp"
#include "graphsparse/solver/diagnosis.hpp"
#include "graphsparse/solver/solver.hpp"
#include "interrupt.hpp"
#include "option_types.hpp"
#include "output.hpp"
#include "progress.hpp"

namespace graphsparse::cli {
namespace {

class FitCommand : public Command {
 public:
  explicit FitCommand(CLI::App& app);

  void run() override;

 private:
  Result fit(FitProblem& problem);
  void write_results(const FitProblem& problem, const Result& result,
                     const PenaltyFacts* penalty) const;
  void print_notes(const FitProblem& problem, const Result& result) const;

  const CLI::App& app_;
  CommonOptions common_;
  FitOptions options_;
  std::string model_;
  std::string report_;
  std::vector<std::string> exports_;
  bool epoch_seconds_ = false;
  bool diagnose_ = false;
  std::optional<RunDiagnosis::Verdict> diagnosis_;
  std::string out_;
};

FitCommand::FitCommand(CLI::App& app) : app_(app) {
  constexpr const char* group = "Results";
  add_fit_options(app, options_);
  add_text(app, "--model", model_, "Write the model there, for 'predict' and --start")
      ->type_name("OUT.json")
      ->group(group);
  add_text(app, "--report", report_, "Write a page with tables and pictures there")
      ->type_name("OUT.html")
      ->group(group);
  add_export_option(app, exports_)->group(group);
  app.add_flag("--diagnose", diagnose_,
               "Add restricted curvature, the contraction factor of the paper's theorem 1 and the "
               "rate observed")
      ->group(group);
  app.add_flag("--epoch-seconds", epoch_seconds_, "Add the time of each epoch to --json")
      ->group(group);
  add_common_options(app, common_);
  add_out_file(app, out_);
  app.footer(describe_solvers() +
             "\nCtrl-C stops at the next iteration and still writes the model and the result.\n\n"
             "Example: graphsparse fit --data X.csv --target y --graph net.tsv --sparsity 40 "
             "--model m.json");
}

void FitCommand::run() {
  if (options_.baseline() == nullptr && !options_.sparsity_given) {
    throw UsageError("--sparsity is required");
  }
  options_.settle(static_cast<std::uint64_t>(common_.seed));
  for (const std::string& path : {out_, model_, report_}) check_writable(path);
  check_exports(exports_, options_);
  FitProblem problem(options_);
  if (!model_.empty()) {
    check_model_names(problem.data().feature_names);
    check_model_names(problem.classes());
  }
  if (options_.baseline() != nullptr && diagnose_) {
    throw UsageError("--diagnose is for the solvers with a gradient step, not for convex ones");
  }
  if (options_.baseline() != nullptr) {
    const InterruptFlag interrupt;
    const BaselineFit convex = fit_baseline(problem, [&] { return interrupt.is_raised(); });
    write_results(problem, convex.result, &convex.penalty);
    return;
  }
  write_results(problem, fit(problem), nullptr);
}

void FitCommand::write_results(const FitProblem& problem, const Result& result,
                               const PenaltyFacts* penalty) const {
  print_notes(problem, result);
  if (!model_.empty()) write_result(model_, format_model(problem.fitted_model(result, penalty)));
  if (!report_.empty()) write_fit_report(report_, problem, result, penalty);
  for (const std::string& path : exports_) write_export(path, problem, result);
  Json document;
  if (common_.json) {
    document = fit_to_json(problem, result, epoch_seconds_, penalty);
    if (diagnosis_) document["diagnosis"] = diagnosis_to_json(*diagnosis_);
  }
  std::string table = fit_to_table(problem, result, penalty);
  if (diagnosis_) table += diagnosis_to_table(*diagnosis_);
  write_result(out_, common_.json ? to_text(document) : table);
  if (result.termination == Termination::interrupted) {
    throw WorkError(
        fmt::format("interrupted after {} epochs; the result so far is written", result.epochs));
  }
}

Result FitCommand::fit(FitProblem& problem) {
  const SolverOptions options = options_.solver_options();
  const InterruptFlag interrupt;
  ProgressBar bar("fitting", options.max_epochs, common_.quiet);
  const auto observe = [&](const Progress& progress) {
    bar.update(progress.epoch_ended ? progress.epoch : progress.epoch - 1);
    return interrupt.is_raised() ? Answer::stop : Answer::go_on;
  };
  const Point* start = problem.start() ? &*problem.start() : nullptr;
  RunDiagnosis diagnosis(problem.problem());
  Result result = solve(problem.problem(), problem.structure(), options, start,
                        diagnose_ ? diagnosis.observer(observe) : Observer(observe));
  if (diagnose_) diagnosis_ = diagnosis.judge(result.x);
  return result;
}

void FitCommand::print_notes(const FitProblem& problem, const Result& result) const {
  if (common_.quiet) return;
  for (const std::string& note : problem.notes()) print_message("note: " + note);
  const std::vector<std::string> unused = unused_options(app_, options_);
  if (!unused.empty()) {
    print_message(fmt::format("note: the solver {} does not use {}", options_.settings.solver,
                              fmt::join(unused, ", ")));
  }
  if (result.termination == Termination::diverged) {
    print_message(
        "note: the solver diverged; a smaller --step, --step backtracking or "
        "--standardize may help");
  }
}

}  // namespace

std::unique_ptr<Command> make_fit_command(CLI::App& app) {
  return std::make_unique<FitCommand>(app);
}

}  // namespace graphsparse::cli
