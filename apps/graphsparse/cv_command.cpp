#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "command.hpp"
#include "common_options.hpp"
#include "cv_learner.hpp"
#include "cv_options.hpp"
#include "cv_output.hpp"
#include "cv_partial.hpp"
#include "cv_report.hpp"
#include "errors.hpp"
#include "file_roles.hpp"
#include "fit_export.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/io/model_file.hpp"
#include "graphsparse/selection/cross_validation.hpp"
#include "interrupt.hpp"
#include "option_types.hpp"
#include "output.hpp"
#include "progress.hpp"

namespace graphsparse::cli {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

class CvCommand : public Command {
 public:
  explicit CvCommand(CLI::App& app);

  void add_outputs(FileRoles& files) const override {
    if (resume_.empty()) files.writes("--out", partial_path());
  }
  void run() override;

 private:
  const Setting& largest_setting() const;
  CrossValidationPlan plan() const;
  std::string partial_path() const;
  Json describe_work(const CrossValidationData& data, const FitProblem& problem) const;
  CrossValidationResult validate(const CrossValidationData& data, const LearnerFactory& factory,
                                 PartialFile& partial) const;

  CommonOptions common_;
  CvOptions options_;
  std::vector<Setting> settings_;
  std::string model_;
  std::string report_;
  std::vector<std::string> exports_;
  std::string resume_;
  std::string out_;
};

CvCommand::CvCommand(CLI::App& app) {
  constexpr const char* group = "Results";
  add_cv_options(app, options_);
  add_text(app, "--model", model_, "Write the model of the refit there, for 'predict'")
      ->type_name("OUT.json")
      ->group(group);
  add_text(app, "--report", report_, "Write a page with tables and pictures there")
      ->type_name("OUT.html")
      ->group(group);
  add_export_option(app, exports_)->group(group);
  add_text(app, "--resume", resume_,
           "Keep finished folds there and begin with those that it has (default with --out OUT: "
           "OUT.partial, removed at the end)")
      ->type_name("OUT.partial")
      ->group(group);
  add_common_options(app, common_);
  add_out_file(app, out_);
  app.footer(describe_solvers() +
             "\nCtrl-C keeps the folds that are done where --resume or --out is given; the same "
             "command goes on from there.\n\n"
             "Example: graphsparse cv --data X.csv --target y --loss logistic --graph net.tsv "
             "--standardize --balanced --grid sparsity=10:100:5 --grid l2=1e-3,1e-4 --nested");
}

// If a graph has room for this one, it has room for all.
const Setting& CvCommand::largest_setting() const {
  return *std::max_element(settings_.begin(), settings_.end(),
                           [](const Setting& a, const Setting& b) {
                             return a.value_or("sparsity", 0.0) < b.value_or("sparsity", 0.0);
                           });
}

CrossValidationPlan CvCommand::plan() const {
  CrossValidationPlan plan;
  plan.folds = options_.folds;
  plan.repeats = options_.repeats;
  plan.nested = options_.nested;
  plan.inner_folds = options_.inner_folds;
  plan.metric = &options_.chosen_metric();
  plan.seed = static_cast<std::uint64_t>(common_.seed);
  plan.threads = common_.threads > 0
                     ? common_.threads
                     : std::max<std::int64_t>(1, std::thread::hardware_concurrency());
  return plan;
}

std::string CvCommand::partial_path() const {
  if (!resume_.empty() || out_.empty()) return resume_;
  // Beside a device or a pipe there is no place.
  std::error_code ignored;
  return std::filesystem::is_other(out_, ignored) ? std::string() : out_ + ".partial";
}

// All that the outcome of a task depends on.
Json CvCommand::describe_work(const CrossValidationData& data, const FitProblem& problem) const {
  const FitSettings& settings = options_.fit.settings;
  Json grid = Json::array();
  for (const Setting& setting : settings_) grid.push_back(setting.describe());
  Json edges = nullptr;
  if (problem.graph() != nullptr) edges = problem.graph()->edge_count();
  return {{"work", "graphsparse cv"},
          {"version", kVersion},
          {"data", data_fingerprint(*data.design, data.target, data.weights, data.groups)},
          {"inputs", options_.fit.inputs()},
          {"edges", edges},
          {"grid", grid},
          {"folds", options_.folds},
          {"inner_folds", options_.inner_folds},
          {"seed", common_.seed},
          {"solver", settings.solver},
          {"loss", {settings.loss, settings.huber_threshold.value_or(-1.0)}},
          {"model",
           {settings.sparsity, settings.components, settings.slack, settings.l2,
            settings.budget.value_or(-1.0), settings.intercept, settings.standardize,
            settings.balanced, settings.root, settings.projection, settings.head}},
          {"search",
           {settings.block_size, settings.step, settings.max_epochs, settings.tolerance,
            options_.row_order, options_.cold_start, options_.as_published, settings.keep}}};
}

CrossValidationResult CvCommand::validate(const CrossValidationData& data,
                                          const LearnerFactory& factory,
                                          PartialFile& partial) const {
  const CrossValidationPlan how = plan();
  const auto total = static_cast<std::int64_t>(make_tasks(data, how).size());
  const InterruptFlag interrupt;
  ProgressBar bar("cross-validating", total, common_.quiet);
  std::int64_t done = 0;
  CrossValidationHooks hooks;
  hooks.known = [&](const FoldTask& task) {
    std::optional<FoldOutcome> outcome = partial.find(task);
    if (outcome) ++done;
    return outcome;
  };
  hooks.finished = [&](const FoldOutcome& outcome) {
    partial.add(outcome);
    bar.update(++done);
  };
  hooks.cancelled = [&interrupt] { return interrupt.is_raised(); };
  CrossValidationResult result = cross_validate(data, how, settings_, factory, hooks);
  if (result.is_complete) return result;
  if (done == 0) {
    throw WorkError(fmt::format("interrupted before the first of {} fits was finished", total));
  }
  throw WorkError(
      partial.path().empty()
          ? fmt::format("interrupted after {} of {} fits; with --resume FILE they would be kept",
                        done, total)
          : fmt::format("interrupted after {} of {} fits, which are kept in {}; the same command "
                        "goes on from there",
                        done, total, partial.path()));
}

void CvCommand::run() {
  const auto begin = std::chrono::steady_clock::now();
  options_.settle(static_cast<std::uint64_t>(common_.seed));
  settings_ = options_.settings();
  for (const std::string& path : {out_, model_, report_, partial_path()}) check_writable(path);
  check_exports(exports_, options_.fit);

  // Whatever is learnt from samples is learnt by the learner from its training rows: the problem of
  // all samples is made without it, and with it for the refit alone.
  FitSettings& settings = options_.fit.settings;
  const FitSettings asked_for = settings;
  settings.standardize = false;
  settings.balanced = false;
  apply_setting(largest_setting(), 0, options_);
  FitProblem problem(options_.fit);
  settings = asked_for;
  if (!model_.empty()) {
    check_model_names(problem.data().feature_names);
    check_model_names(problem.classes());
  }
  if (!common_.quiet) {
    for (const std::string& note : problem.notes()) print_message("note: " + note);
  }
  const std::vector<std::int32_t> groups = read_sample_groups(options_, problem);
  const CrossValidationData data{problem.data().design.get(), problem.problem().target,
                                 problem.problem().weights, groups, options_.response()};
  const LearnerFactory factory = make_learner_factory(options_, problem);
  PartialFile partial(partial_path(), describe_work(data, problem));
  const CrossValidationResult result = validate(data, factory, partial);

  const FinalFit last = fit_finally(data, plan(), settings_, result.best, options_, problem);
  const CvOutcome outcome{options_,
                          settings_,
                          result,
                          problem,
                          last.result,
                          last.penalty_or_null(),
                          seconds_since(begin)};
  if (!model_.empty()) {
    write_result(model_, format_model(problem.fitted_model(last.result, last.penalty_or_null())));
  }
  for (const std::string& path : exports_) write_export(path, problem, last.result);
  if (!report_.empty()) write_cv_report(report_, outcome);
  write_result(out_, common_.json ? to_text(cv_to_json(outcome)) : cv_to_table(outcome));
  if (resume_.empty()) partial.remove();
}

}  // namespace

std::unique_ptr<Command> make_cv_command(CLI::App& app) { return std::make_unique<CvCommand>(app); }

}  // namespace graphsparse::cli
