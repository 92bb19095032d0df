#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "command.hpp"
#include "common_options.hpp"
#include "errors.hpp"
#include "fit_output.hpp"
#include "graphsparse/fit/end_forecast.hpp"
#include "graphsparse/graphsparse.hpp"
#include "graphsparse/report/fit_report.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "run_command.hpp"
#include "table_options.hpp"

namespace graphsparse::cli {
namespace {

class FitCommand : public Command {
 public:
  explicit FitCommand(CLI::App& app) : app_(app) {
    add_table_options(app, file_option_table(), &files_);
    add_table_options(app, fit_option_table(), &spec_);
    app.get_option("--weights")->excludes(app.get_option("--balanced"));
    add_old_name(app, "groups", "feature-groups");
    add_result_options(app, results_);
    app.add_flag(
           "--diagnose", diagnose_,
           "Add restricted curvature, contraction factor and error of the paper's theorem 1, the "
           "rate observed, and for two classes the condition of its corollary 2")
        ->group(kResultGroup);
    app.add_flag("--epoch-seconds", epoch_seconds_, "Add the time of each epoch to --json")
        ->group(kResultGroup);
    add_common_options(app, common_);
    add_out_file(app, results_.out);
    app.footer(describe_choices() +
               "\nCtrl-C stops at the next iteration and still writes the model and the result.\n\n"
               "Example: graphsparse fit --data X.csv --target y --graph net.tsv --sparsity 40 "
               "--model m.json");
  }

  bool uses_ranks() const override { return true; }
  void run() override {
    spec_.seed = static_cast<std::uint64_t>(common_.seed);
    spec_ = resolve_defaults(std::move(spec_), files_.inputs());
    if (diagnose_ && is_convex(spec_)) {
      throw UsageError("--diagnose is for the solvers with a gradient step, not for convex ones");
    }
    check_results(results_, !files_.graph.empty());
    const FitData input = read_fit_files(files_, spec_, {}, ranks());
    check_names(results_, input.data);
    const Fit result = fit(input);
    if (!is_first_rank()) return;  // it has the same result
    if (result.has_failed()) {
      throw WorkError(fmt::format(
          "the solver diverged after {} epochs and found nothing better than its start; a smaller "
          "--step, --step backtracking or --standardize may help",
          result.result.epochs));
    }
    print_notes(result);
    FitPictures pictures;
    if (!results_.report.empty()) pictures.page = fit_page(result, record(result));
    if (!results_.figure.empty()) pictures.figure = fit_figure(result);
    write_models(results_, result, pictures);
    if (!results_.report.empty()) note_static_page(common_.quiet);
    Json document;
    if (common_.json) {
      document = fit_to_json(result, epoch_seconds_);
      if (result.diagnosis) document["diagnosis"] = diagnosis_to_json(*result.diagnosis);
    }
    std::string table = fit_to_table(result);
    if (result.diagnosis) table += diagnosis_to_table(*result.diagnosis);
    write_result(results_.out, common_.json ? to_text(document) : table);
    if (result.result.termination == Termination::interrupted) {
      throw WorkError(fmt::format("interrupted after {} epochs; the result so far is written",
                                  result.result.epochs));
    }
  }

 private:
  Fit fit(const FitData& input) const {
    const InterruptFlag interrupt;
    ProgressBar bar("fitting", common_.quiet);
    EndForecast forecast(spec_);
    // Ranks that share the rows stop together.
    const auto is_interrupted = [&] {
      const bool here = interrupt.is_raised();
      return ranks() != nullptr ? any_rank(*ranks(), here) : here;
    };
    FitHooks hooks;
    hooks.observer = [&](const Progress& progress) {
      bar.update_share(forecast.after(progress));
      return is_interrupted() ? CallbackResult::stop : CallbackResult::proceed;
    };
    hooks.run_ended = [&](std::int64_t done, std::int64_t /*total*/) {
      bar.update_share(forecast.after_runs(done));
    };
    hooks.cancelled = is_interrupted;
    hooks.threads = common_.threads;
    hooks.init = input.init ? &*input.init : nullptr;
    hooks.diagnose = diagnose_;
    return graphsparse::fit(input.data, input.graph, spec_, hooks);
  }

  // The options as they were used.
  RunRecord record(const Fit& fit) const {
    RunRecord run{.command = command_line(app_), .settings = {}};
    add_settings(run, file_option_table(), &files_);
    add_settings(run, fit_option_table(), &fit.spec());
    return run;
  }

  void print_notes(const Fit& fit) const {
    if (common_.quiet) return;
    for (const std::string& note : fit.notes) print_message("note: " + with_option_names(note));
    note_unused_options(app_, spec_);
  }

  const CLI::App& app_;
  CommonOptions common_;
  FitFiles files_;
  FitSpec spec_;
  FitResults results_;
  bool epoch_seconds_ = false;
  bool diagnose_ = false;
};

}  // namespace

std::unique_ptr<Command> make_fit_command(CLI::App& app) {
  return std::make_unique<FitCommand>(app);
}

}  // namespace graphsparse::cli
