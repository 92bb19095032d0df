#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "common_options.hpp"
#include "cv_learner.hpp"
#include "cv_options.hpp"
#include "cv_output.hpp"
#include "cv_report.hpp"
#include "errors.hpp"
#include "fit_export.hpp"
#include "graphsparse/io/model_file.hpp"
#include "graphsparse/selection/cross_validation.hpp"
#include "graphsparse/work/checkpoint.hpp"
#include "graphsparse/work/tasks.hpp"
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

  void run() override;

 private:
  const Setting& largest_setting() const;
  CrossValidationPlan plan() const;
  std::string partial_path() const;
  WorkKey work_key(const CrossValidationData& data, const FitProblem& problem) const;
  void add_options(WorkKey& key) const;
  std::unique_ptr<Checkpoint> open_checkpoint(const WorkKey& key) const;
  CrossValidationResult validate(const CrossValidationData& data, const LearnerFactory& factory,
                                 Checkpoint* checkpoint) const;

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
           "OUT.partial, else a hidden file here; removed at the end)")
      ->type_name("FILE")
      ->group(group);
  add_common_options(app, common_);
  add_out_file(app, out_);
  app.footer(describe_solvers() +
             "\nCtrl-C keeps the folds that are done; the same command goes on from there.\n\n"
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
  plan.threads = worker_count(common_.threads);
  return plan;
}

std::string CvCommand::partial_path() const {
  if (!resume_.empty() || out_.empty()) return resume_;
  // Beside a device or a pipe there is no place.
  std::error_code ignored;
  return std::filesystem::is_other(out_, ignored) ? std::string() : out_ + ".partial";
}

void CvCommand::add_options(WorkKey& key) const {
  const FitSettings& settings = options_.fit.settings;
  const auto add = [&key](const std::string& name, auto value) {
    key.add("option " + name, value);
  };
  const auto add_flag = [&](const std::string& name, bool value) {
    add(name, std::int64_t{value ? 1 : 0});
  };
  const auto add_optional = [&](const std::string& name, const std::optional<double>& value) {
    add(name, value ? fmt::format("{}", *value) : std::string("none"));
  };
  key.add("seed", common_.seed);
  std::string grid;
  for (const Setting& setting : settings_) grid += setting.describe() + ";";
  key.add("grid", grid);
  add("folds", options_.folds);
  add("inner-folds", options_.inner_folds);
  add("solver", settings.solver);
  add("loss", settings.loss);
  add_optional("huber-threshold", settings.huber_threshold);
  add("sparsity", settings.sparsity);
  add("components", settings.components);
  add("slack", settings.slack);
  add("l2", settings.l2);
  add_optional("budget", settings.budget);
  add_flag("no-intercept", !settings.intercept);
  add_flag("standardize", settings.standardize);
  add_flag("balanced", settings.balanced);
  add("root", settings.root);
  add("projection", settings.projection);
  add_flag("head", settings.head);
  add("block-size", settings.block_size);
  add("step", settings.step);
  add("max-epochs", settings.max_epochs);
  add("tolerance", settings.tolerance);
  add_optional("lambda", settings.lambda);
  add_optional("lambda-ratio", settings.lambda_ratio);
  add("keep", settings.keep);
  add("row-order", options_.row_order);
  add_flag("cold-start", options_.cold_start);
  add_flag("as-published", options_.as_published);
}

// All that the outcome of a task depends on.
WorkKey CvCommand::work_key(const CrossValidationData& data, const FitProblem& problem) const {
  WorkKey key{"cv"};
  add_options(key);
  key.add("data", fingerprint_of(*data.design));
  key.add("target", fingerprint_of_all(data.target, problem.classes()));
  key.add("weights", fingerprint_of_all(data.weights));
  key.add("grouping of the samples", fingerprint_of_all(data.groups));
  key.add("list of sample names", fingerprint_of_all(problem.data().sample_names));
  key.add("list of feature names", fingerprint_of_all(problem.data().feature_names));
  key.add("graph", problem.graph() == nullptr ? Fingerprint() : fingerprint_of(*problem.graph()));
  key.add("grouping of the features",
          fingerprint_of_all(problem.feature_groups(), fingerprint_of(problem.latent_groups())));
  return key;
}

// Nothing where there is no place, and nobody asked for one.
std::unique_ptr<Checkpoint> CvCommand::open_checkpoint(const WorkKey& key) const {
  const std::string path = partial_path();
  if (!path.empty()) return std::make_unique<Checkpoint>(path, key);
  if (::access(".", W_OK) != 0) return nullptr;
  try {
    const std::string number = key.fingerprint().hex().substr(0, 16);
    return std::make_unique<Checkpoint>(fmt::format(".graphsparse-cv-{}.partial", number), key);
  } catch (const CheckpointInUse&) {
    return nullptr;  // the same command twice at a time
  }
}

CrossValidationResult CvCommand::validate(const CrossValidationData& data,
                                          const LearnerFactory& factory,
                                          Checkpoint* checkpoint) const {
  BarWatcher watcher("cross-validating", common_.quiet);
  CrossValidationResult result =
      cross_validate(data, plan(), settings_, factory, {checkpoint, &watcher});
  if (result.is_complete) return result;
  if (checkpoint == nullptr) throw WorkError("interrupted; with --resume FILE fits would be kept");
  if (checkpoint->records().empty()) {
    throw WorkError("interrupted before the first fit was finished");
  }
  throw WorkError(fmt::format(
      "interrupted; {} finished fits are kept in {}; the same command goes on from there",
      checkpoint->records().size(), checkpoint->path()));
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
  const std::unique_ptr<Checkpoint> checkpoint = open_checkpoint(work_key(data, problem));
  const CrossValidationResult result = validate(data, factory, checkpoint.get());

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
  if (checkpoint && resume_.empty()) checkpoint->remove();
}

}  // namespace

std::unique_ptr<Command> make_cv_command(CLI::App& app) { return std::make_unique<CvCommand>(app); }

}  // namespace graphsparse::cli
