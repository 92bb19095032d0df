#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "command.hpp"
#include "common_options.hpp"
#include "errors.hpp"
#include "fit_output.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/fit/trainer.hpp"
#include "graphsparse/graphsparse.hpp"
#include "graphsparse/report/cv_report.hpp"
#include "graphsparse/selection/cross_validation.hpp"
#include "graphsparse/selection/cv_spec.hpp"
#include "graphsparse/work/checkpoint.hpp"
#include "graphsparse/work/tasks.hpp"
#include "inputs.hpp"
#include "option_types.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "run_command.hpp"
#include "table_options.hpp"

namespace graphsparse::cli {
namespace {

// What a cross-validation prints.

constexpr std::size_t kMostRows = 20;  // of the table of settings

Json to_json(const Setting& setting) {
  Json parameters = Json::object();
  for (const auto& [name, value] : setting.values) {
    const bool is_whole = value == std::floor(value) && std::abs(value) < 1e15;
    parameters[name] = is_whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
  }
  return parameters;
}

Json to_json(const MeanStd& spread) {
  return {{"mean", spread.mean}, {"deviation", spread.deviation}, {"per_fold", spread.values}};
}

Json scores_to_json(const CrossValidation& cv) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < cv.settings.size(); ++i) {
    Json row = {{"parameters", to_json(cv.settings[i])}};
    row.update(to_json(cv.result.scores[i]));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json outer_to_json(const CrossValidation& cv) {
  Json outer = Json::object();
  for (const auto& [name, spread] : outer_scores(cv.result)) outer[name] = to_json(spread);
  Json selected = Json::array();
  for (const OuterModel& model : cv.result.outer) {
    selected.push_back(to_json(cv.settings[model.setting]));
  }
  outer["parameters"] = std::move(selected);
  return outer;
}

Json stability_to_json(const CrossValidation& cv) {
  Json::object_t stability;
  for (const NodeId feature : by_stability(cv.result)) {
    stability.push_back({cv.feature_name(feature), cv.result.stability[feature]});
  }
  return stability;
}

// How it converged is the business of `fit`.
Json refit_to_json(const Fit& fit) {
  Json document = fit_to_json(fit, false);
  document["history"] = Json::array();
  return document;
}

// The best settings first; ties in the order of the grid.
std::vector<std::size_t> ranking(const CrossValidation& cv) {
  std::vector<std::size_t> order(cv.settings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const Metric& metric = *cv.metric;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return metric.is_better(cv.result.scores[a].mean, cv.result.scores[b].mean);
  });
  return order;
}

Json cv_to_json(const CrossValidation& cv) {
  Json document = {{"best", to_json(cv.settings[cv.result.best])},
                   {"scores", scores_to_json(cv)},
                   {"refit", refit_to_json(cv.refit)}};
  if (cv.spec.one_se) document["best_mean"] = to_json(cv.settings[cv.result.best_mean]);
  if (cv.spec.nested) document["outer"] = outer_to_json(cv);
  document["stability"] = stability_to_json(cv);
  document["metric"] = cv.metric->name;
  document["nested"] = cv.spec.nested;
  document["folds"] = cv.spec.folds;
  document["repeats"] = cv.spec.repeats;
  document["seed"] = cv.refit.spec().seed;
  document["version"] = kVersion;
  document["seconds"] = cv.seconds;
  return document;
}

std::string cv_to_table(const CrossValidation& cv) {
  auto facts = cv_facts(cv);
  const std::vector<NodeId> stable = by_stability(cv.result);
  facts.emplace_back("stability", format_list(stable.size(), [&](std::size_t i) {
                       const double share = cv.result.stability[stable[i]];
                       return fmt::format("{} {:.2f}", cv.feature_name(stable[i]), share);
                     }));
  std::vector<std::vector<std::string>> rows;
  for (const std::size_t i : ranking(cv)) {
    if (rows.size() == kMostRows) break;
    rows.push_back({cv.settings[i].describe(), fmt::format("{:.4f}", cv.result.scores[i].mean),
                    fmt::format("{:.4f}", cv.result.scores[i].deviation)});
  }
  return format_fields(facts) + "\n" +
         format_columns({"setting", std::string(cv.metric->name), "deviation"}, rows);
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

class CvCommand : public Command {
 public:
  explicit CvCommand(CLI::App& app) : app_(app) {
    add_table_options(app, file_option_table(), &files_, "init");
    add_table_options(app, fit_option_table(), &spec_);
    app.get_option("--weights")->excludes(app.get_option("--balanced"));
    app.add_option(
           "--grid", grid_,
           "Values to try: sparsity=10:100:5 (first, last, step) or l2=1e-3,1e-4; repeat it "
           "for more options")
        ->type_name("NAME=VALUES")
        ->allow_extra_args(false)
        ->take_all()
        ->group("Cross-validation");
    add_table_options(app, cv_option_table(), &cv_);
    CLI::Option* before =
        app.add_flag_callback("--as-published",
                              [this] {
                                note_spelling("--as-published", "--protocol authors");
                                spec_.protocol = kAuthorsProtocol;
                              })
            ->group("");
    set_old_name(*before, *app.get_option("--protocol"));
    add_result_options(app, results_);
    add_text(app, "--resume", resume_,
             "Keep finished folds there and begin with those that it has (default with --out OUT: "
             "OUT.partial, else a hidden file here; removed at the end)")
        ->type_name("OUT.partial")
        ->group(kResultGroup);
    add_common_options(app, common_);
    add_out_file(app, results_.out);
    app.footer(describe_choices() +
               "\nCtrl-C keeps the folds that are done; the same command goes on from there.\n\n"
               "Example: graphsparse cv --data X.csv --target y --loss logistic --graph net.tsv "
               "--standardize --balanced --grid sparsity=10:100:5 --grid l2=1e-3,1e-4 --nested");
  }

  void add_outputs(FileRoles& files) const override {
    if (resume_.empty()) files.writes("--out", partial_path());
  }

  bool uses_ranks() const override { return true; }
  void run() override {
    const auto begin = std::chrono::steady_clock::now();
    spec_.seed = static_cast<std::uint64_t>(common_.seed);
    settings_ = parse_grid(grid_, spec_);
    std::vector<FitSpec> specs = apply_settings(spec_, settings_);
    for (FitSpec& spec : specs) spec = resolve_defaults(spec, files_.inputs());
    check_results(results_, !files_.graph.empty());
    check_writable(partial_path());
    const FitData input = read_fit_files(files_, specs.front(), cv_.groups);
    check_names(results_, input.data);
    const Trainer trainer(input.data, input.graph, specs, make_trainer_options(cv_, spec_));
    if (!is_first_rank()) {
      validate(trainer, input, nullptr);
      return;
    }

    const std::unique_ptr<Checkpoint> checkpoint = open_checkpoint(work_key(input, trainer));
    if (!common_.quiet) {
      for (const std::string& note : trainer.notes()) {
        print_message("note: " + with_option_names(note));
      }
      note_unused_options(app_, trainer.specs().front());
    }
    CrossValidation cv;
    cv.spec = cv_;
    cv.settings = settings_;
    cv.metric = &choose_metric(cv_, trainer.response());
    cv.response = trainer.response();
    cv.result = validate(trainer, input, checkpoint.get());
    cv.target.assign(trainer.target().begin(), trainer.target().end());
    cv.feature_names = input.data.feature_names;
    cv.refit = trainer.refit(cv.result.best);
    if (cv.refit.has_failed()) {
      throw WorkError(
          "the fit of the best setting to all samples diverged and found nothing better than its "
          "start; a smaller --step, --step backtracking or --standardize may help");
    }
    if (!common_.quiet) {
      // Those of the data and the graph stand above.
      const std::vector<std::string> told = trainer.notes();
      for (const std::string& note : cv.refit.notes) {
        if (std::find(told.begin(), told.end(), note) != told.end()) continue;
        print_message("note: " + with_option_names(note));
      }
      print_failures(cv.result);
    }
    cv.seconds = seconds_since(begin);
    FitPictures pictures;
    if (!results_.report.empty()) pictures.page = cv_page(cv, record(cv));
    if (!results_.figure.empty()) pictures.figure = cv_figure(cv);
    write_models(results_, cv.refit, pictures, {{"stability", stability_of_refit(cv)}});
    if (!results_.report.empty()) note_static_page(common_.quiet);
    write_result(results_.out, common_.json ? to_text(cv_to_json(cv)) : cv_to_table(cv));
    if (checkpoint && resume_.empty()) checkpoint->remove();
  }

 private:
  std::string partial_path() const {
    if (!resume_.empty() || results_.out.empty()) return resume_;
    // Beside a device or a pipe there is no place.
    std::error_code ignored;
    const bool is_device = std::filesystem::is_other(results_.out, ignored);
    return is_device ? std::string() : results_.out + ".partial";
  }

  // All that the outcome of a task depends on.
  WorkKey work_key(const FitData& input, const Trainer& trainer) const {
    WorkKey key{"cv"};
    for (auto& [name, value] : describe_options(spec_)) key.add("option " + name, value);
    std::string grid;
    for (const Setting& setting : settings_) grid += setting.describe() + ";";
    key.add("grid", grid);
    key.add("option folds", cv_.folds);
    key.add("option inner-folds", cv_.inner_folds);
    key.add("option cold-start", std::int64_t{cv_.cold_start});
    const Dataset& data = input.data;
    key.add("data", fingerprint_of(*data.design));
    if (!data.missing.empty()) key.add("option missing", data.missing);
    key.add("target", fingerprint_of_all(trainer.target(), trainer.classes()));
    key.add("weights", fingerprint_of_all(data.weights));
    key.add("grouping of the samples", fingerprint_of_all(input.sample_groups));
    key.add("list of sample names", fingerprint_of_all(data.sample_names));
    key.add("list of feature names", fingerprint_of_all(data.feature_names));
    key.add("graph", input.graph.graph ? fingerprint_of(*input.graph.graph) : Fingerprint());
    key.add("grouping of the features",
            fingerprint_of_all(data.feature_groups, fingerprint_of(data.latent_groups)));
    return key;
  }

  // Nothing where there is no place, and nobody asked for one.
  std::unique_ptr<Checkpoint> open_checkpoint(const WorkKey& key) const {
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

  // The options of the refit, with the best setting.
  RunRecord record(const CrossValidation& cv) const {
    RunRecord run{.command = command_line(app_), .settings = {}};
    add_settings(run, file_option_table(), &files_);
    run.settings.emplace_back("grid", fmt::format("{}", fmt::join(grid_, " ")));
    add_settings(run, cv_option_table(), &cv_);
    add_settings(run, fit_option_table(), &cv.refit.spec());
    return run;
  }

  void print_failures(const CrossValidationResult& result) const {
    std::vector<std::string> places;
    for (const FoldOutcome& outcome : result.failures) {
      for (const std::size_t setting : outcome.failed) {
        const FoldTask& task = outcome.task;
        places.push_back(
            fmt::format("{} in fold {}{}{}", settings_[setting].describe(), task.fold + 1,
                        task.is_outer() ? "" : fmt::format(".{}", task.inner + 1),
                        cv_.repeats == 1 ? "" : fmt::format(" of repeat {}", task.repeat + 1)));
      }
    }
    if (places.empty()) return;
    print_message(fmt::format(
        "note: {} fits diverged and are no better than their start: {}; a smaller --step, --step "
        "backtracking or --standardize may help",
        places.size(), format_list(places.size(), [&](std::size_t i) { return places[i]; })));
  }

  CrossValidationResult validate(const Trainer& trainer, const FitData& input,
                                 Checkpoint* checkpoint) const {
    BarWatcher watcher("cross-validating", common_.quiet);
    const CrossValidationPlan plan = make_plan(cv_, spec_, trainer.response(), common_.threads);
    CrossValidationResult result =
        cross_validate(trainer, input.sample_groups, plan, {checkpoint, &watcher, ranks()});
    if (!is_first_rank()) return result;
    if (result.is_complete) return result;
    if (checkpoint == nullptr)
      throw WorkError("interrupted; with --resume FILE fits would be kept");
    if (checkpoint->records().empty()) {
      throw WorkError("interrupted before the first fit was finished");
    }
    throw WorkError(fmt::format(
        "interrupted; {} finished fits are kept in {}; the same command goes on from there",
        checkpoint->records().size(), checkpoint->path()));
  }

  const CLI::App& app_;
  CommonOptions common_;
  FitFiles files_;
  FitSpec spec_;
  CvSpec cv_;
  std::vector<std::string> grid_;
  std::vector<Setting> settings_;
  FitResults results_;
  std::string resume_;
};

}  // namespace

std::unique_ptr<Command> make_cv_command(CLI::App& app) { return std::make_unique<CvCommand>(app); }

}  // namespace graphsparse::cli
