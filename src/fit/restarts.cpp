#include "fit/restarts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/data/row_share.hpp"
#include "graphsparse/objective/block_objective.hpp"
#include "graphsparse/work/tasks.hpp"
#include "solver/final_point.hpp"
#include "solver/intercept.hpp"
#include "solver/monitor.hpp"
#include "solver/sampler.hpp"
#include "solver/support_average.hpp"

namespace graphsparse {
namespace {

constexpr std::int64_t kNormalRuns = 10;
constexpr std::int64_t kThoroughRuns = 100;
constexpr std::size_t kBatch = 10;
// Of two objectives that are the same, and that are nearly as good.
constexpr double kSameObjective = 1e-6;
constexpr double kNearlyBest = 0.01;
constexpr std::int64_t kEnoughHits = 3;
// Of the objective of the first start: what is below it counts as nothing.
constexpr double kRounding = 1e-12;
constexpr double kLittleOverlap = 0.6;

// Of the runs from a second one on, those that begin where message passing ends.
constexpr std::size_t kMessageEvery = 3;
constexpr std::string_view kMessagePassing = "amp";

// Epochs without a gain after which a run from a second one on is spliced: from there on exchanges
// find more than further steps.
constexpr std::int64_t kPatienceBeforeSplicing = 10;

// Multiply-adds that a run may take before there are fewer of them.
constexpr double kWorkPerRun = 3e9;
// Of growth, for each edge and node of a solve, in multiply-adds.
constexpr double kWorkPerEvent = 50.0;

// A run without the vector of all coefficients.
struct Run {
  Result result;
  std::vector<double> values;  // on the support
  SupportAverage seen;
};

double jaccard(const Support& a, const Support& b) {
  std::size_t common = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) ++common;
    const bool a_first = *i <= *j;
    const bool b_first = *j <= *i;
    if (a_first) ++i;
    if (b_first) ++j;
  }
  const std::size_t all = a.size() + b.size() - common;
  return all == 0 ? 1.0 : static_cast<double>(common) / static_cast<double>(all);
}

class Restarts {
 public:
  explicit Restarts(const RestartInput& input)
      : input_(input),
        rows_(used_rows(input.problem)),
        wanted_(static_cast<std::size_t>(input.runs)),
        begin_(std::chrono::steady_clock::now()) {
    options_ = input.options;
    options_.splice = options_.splice || (input.runs > 1 && ends_in_refit(options_));
  }

  RestartOutcome run() {
    run_first();
    while (!is_stopped_ && runs_.size() < wanted_ && !is_enough()) run_batch();
    return conclude();
  }

 private:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  // Ranks that work on one problem agree, whatever their clocks say.
  bool is_out_of_time() const {
    if (!input_.time_limit) return false;
    const RowShare* const share = input_.problem.design->share();
    return (share != nullptr ? share->ranks->largest(seconds()) : seconds()) >= *input_.time_limit;
  }
  // What ranks say to each other is in the order of the runs.
  std::int64_t threads() const {
    return input_.problem.design->share() != nullptr ? 1 : input_.threads;
  }

  std::size_t next_end() const { return std::min((runs_.size() / kBatch + 1) * kBatch, wanted_); }

  void run_first() {
    const std::unique_ptr<Structure> structure = input_.make_structure();
    runs_.resize(1);
    SupportAverage seen;
    Result result =
        solve(input_.problem, *structure, options_, input_.start, input_.observer, seen);
    keep(0, std::move(result), std::move(seen));
    is_stopped_ = runs_[0]->result.termination == Termination::interrupted;
    if (wanted_ > 1) tell(1);
  }

  void tell(std::size_t done) const {
    if (input_.progress) input_.progress(static_cast<std::int64_t>(done), input_.runs);
  }

  struct Follower : Watcher {
    Follower(const Restarts& owner, std::size_t before) : restarts(owner), done(before) {}
    void progress(std::int64_t count, std::int64_t /*total*/) override {
      restarts.tell(done + static_cast<std::size_t>(count));
    }
    bool wants_stop() override { return restarts.input_.cancelled && restarts.input_.cancelled(); }

    const Restarts& restarts;
    std::size_t done;
  };

  void run_batch() {
    const std::size_t begin = runs_.size();
    Follower follower(*this, begin);
    runs_.resize(next_end());
    TaskList<bool> tasks;
    for (std::size_t k = begin; k < runs_.size(); ++k) {
      tasks.names.push_back(fmt::format("run {}", k));
    }
    tasks.make_worker = [&] {
      return [this, begin](std::size_t task, const Cancelled& cancelled) {
        if (!is_out_of_time()) run_again(begin + task, cancelled);
        return true;
      };
    };
    WorkHooks hooks;
    hooks.watcher = &follower;
    is_interrupted_ = !run_tasks(tasks, threads(), hooks).has_value();
    const bool is_complete =
        std::all_of(runs_.begin(), runs_.end(), [](const auto& run) { return run.has_value(); });
    is_timed_out_ = !is_complete && !is_interrupted_;
    is_stopped_ = !is_complete;
  }

  void run_again(std::size_t k, const Cancelled& cancelled) {
    const std::unique_ptr<Structure> structure = input_.make_structure();
    SolverOptions options = options_;
    RandomStream stream(options.seed, "restart", options.trial, k);
    options.seed = stream.next();
    if (options.splice) options.patience = std::min(options.patience, kPatienceBeforeSplicing);
    Point start = draw_restart_point(input_.problem, rows_, *structure, stream);
    if (options_.splice && k % kMessageEvery == 1) start = pass_messages(k, start, *structure);
    const Observer observer = [&cancelled](const Progress&) {
      return cancelled() ? CallbackResult::stop : CallbackResult::proceed;
    };
    SupportAverage seen;
    Result result = solve(input_.problem, *structure, options, &start, observer, seen);
    if (result.termination == Termination::interrupted) return;
    keep(k, std::move(result), std::move(seen));
  }

  // Where message passing ends: it fails on other problems than a search does. The first time from
  // no start, since that is what it does best.
  Point pass_messages(std::size_t k, const Point& start, Structure& structure) const {
    const SolverOptions& options = find_solver(kMessagePassing).options;
    return solve(input_.problem, structure, options, k == 1 ? nullptr : &start).x;
  }

  void keep(std::size_t k, Result result, SupportAverage seen) {
    Run run;
    run.seen = std::move(seen);
    for (const NodeId feature : result.x.support) {
      run.values.push_back(result.x.w[static_cast<std::size_t>(feature)]);
    }
    result.x.w = {};
    run.result = std::move(result);
    runs_[k] = std::move(run);
  }

  // What a run has cost.
  double work_of(const Result& result) const {
    const auto features = static_cast<double>(input_.problem.features());
    const auto iterations = static_cast<double>(result.iterations);
    const double passes = 2.0 * iterations * static_cast<double>(result.block_size) * features;
    const auto size = static_cast<double>(result.x.support.size());
    const double fits = iterations * static_cast<double>(rows_.size()) * size;
    const double solves = static_cast<double>(result.pcst_calls) * kWorkPerEvent *
                          (features + static_cast<double>(input_.edges));
    return passes + fits + solves;
  }

  bool is_enough() const {
    double work = 0.0;
    for (const std::optional<Run>& run : runs_) work += work_of(run->result);
    const auto done = static_cast<double>(runs_.size());
    const double after_next = work / done * static_cast<double>(next_end());
    if (after_next > kWorkPerRun * static_cast<double>(wanted_)) return true;
    const std::size_t best = find_best();
    return is_exact(runs_[best]->result) || count_hits(best) >= kEnoughHits;
  }

  bool is_exact(const Result& result) const {
    if (!input_.problem.loss->traits().has_residual || input_.problem.l2 != 0.0) return false;
    if (result.x.support.size() >= rows_.size()) return false;
    double squares = 0.0;
    for (const RowIndex row : rows_) {
      const double y = input_.problem.target[static_cast<std::size_t>(row)];
      squares += y * y;
    }
    return result.residual_norm <= options_.tolerance * std::sqrt(squares);
  }

  std::size_t find_best() const {
    std::size_t best = 0;
    for (std::size_t k = 1; k < runs_.size(); ++k) {
      if (!runs_[k]) continue;
      const double objective = runs_[k]->result.objective;
      const double least = runs_[best]->result.objective;
      if (objective < least || !std::isfinite(least)) best = k;
    }
    return best;
  }

  double rounding() const { return kRounding * std::abs(runs_[0]->result.start_objective); }
  bool is_near(const Run& run, std::size_t best, double share) const {
    const double least = runs_[best]->result.objective;
    return run.result.objective <= least + share * std::abs(least) + rounding();
  }
  std::int64_t count_hits(std::size_t best) const {
    return std::count_if(runs_.begin(), runs_.end(), [&](const std::optional<Run>& run) {
      return run && is_near(*run, best, kSameObjective);
    });
  }

  RestartOutcome conclude() {
    const std::size_t best = find_best();
    RestartOutcome outcome;
    outcome.statistics = measure(best);
    std::int64_t pcst_calls = 0;
    for (const std::optional<Run>& run : runs_) pcst_calls += run ? run->result.pcst_calls : 0;
    if (input_.consensus) outcome.frequency = count_features(best);
    outcome.result = std::move(runs_[best]->result);
    outcome.result.x.w.assign(static_cast<std::size_t>(input_.problem.features()), 0.0);
    for (std::size_t i = 0; i < outcome.result.x.support.size(); ++i) {
      const NodeId feature = outcome.result.x.support[i];
      outcome.result.x.w[static_cast<std::size_t>(feature)] = runs_[best]->values[i];
    }
    if (input_.consensus) {
      agree(outcome, pcst_calls);
    } else if (outcome.statistics.runs > 1 && leaves_choice_to_noise(outcome.result)) {
      choose_average(outcome, pcst_calls);
    }
    outcome.result.pcst_calls = pcst_calls;
    if (is_timed_out_) outcome.result.termination = Termination::time_limit;
    if (is_interrupted_) outcome.result.termination = Termination::interrupted;
    outcome.result.seconds = seconds();
    return outcome;
  }

  RestartStatistics measure(std::size_t best) const {
    RestartStatistics statistics;
    statistics.runs = std::count_if(runs_.begin(), runs_.end(),
                                    [](const std::optional<Run>& run) { return run.has_value(); });
    statistics.hits = count_hits(best);
    statistics.best_objective = runs_[best]->result.objective;
    double sum = 0.0;
    std::int64_t pairs = 0;
    for (std::size_t a = 0; a < runs_.size(); ++a) {
      if (!runs_[a] || !is_near(*runs_[a], best, kNearlyBest)) continue;
      for (std::size_t b = 0; b < a; ++b) {
        if (!runs_[b] || !is_near(*runs_[b], best, kNearlyBest)) continue;
        sum += jaccard(runs_[a]->result.x.support, runs_[b]->result.x.support);
        ++pairs;
      }
    }
    if (pairs > 0) statistics.overlap = sum / static_cast<double>(pairs);
    return statistics;
  }

  std::vector<double> count_features(std::size_t best) const {
    std::vector<double> frequency(static_cast<std::size_t>(input_.problem.features()), 0.0);
    double count = 0.0;
    for (const std::optional<Run>& run : runs_) {
      if (!run || !is_near(*run, best, kNearlyBest)) continue;
      for (const NodeId feature : run->result.x.support) {
        frequency[static_cast<std::size_t>(feature)] += 1.0;
      }
      count += 1.0;
    }
    for (double& share : frequency) share /= count;
    return frequency;
  }

  // Whether supports that explain the data about equally well are left to chance: there is noise,
  // and the penalty is below that of a prior under which all features of the support together
  // explain as much as there is to explain.
  bool leaves_choice_to_noise(const Result& best) const {
    const auto size = static_cast<std::int64_t>(best.x.support.size());
    if (!options_.average || size == 0 || freedom(best) < 1.0 || is_exact(best)) return false;
    const Problem& problem = input_.problem;
    if (problem.loss->traits().response != Response::numbers) {
      return problem.l2 < smallest_penalty(problem, rows_);
    }
    return problem.l2 < penalty_by_size(problem, rows_, size) * unexplained(best);
  }

  double freedom(const Result& best) const {
    return static_cast<double>(rows_.size()) - static_cast<double>(best.x.support.size());
  }

  // The share of the objective without features that the best model leaves.
  double unexplained(const Result& best) const {
    const Point constant = best_constant(input_.problem, rows_);
    BlockObjective all(input_.problem);
    all.move_to(rows_, constant);
    const double whole = all.mean_loss();
    all.move_to(rows_, best.x);
    return whole > 0.0 ? all.mean_loss() / whole : 0.0;
  }

  // What stands for the average of all fits that the runs saw: measurements have the smallest error
  // with the fit that is nearest to it, labels and counts the best support with the average's own
  // (docs/notes/solvers.md). The outcome has the best run's result.
  void choose_average(RestartOutcome& outcome, std::int64_t& pcst_calls) const {
    SupportAverage all;
    for (const std::optional<Run>& run : runs_) {
      if (run) all.offer_all(run->seen);
    }
    if (all.size() < 2) return;
    BlockObjective at_best(input_.problem);
    at_best.move_to(rows_, outcome.result.x);
    const double scale = likelihood_scale(*input_.problem.loss, at_best, all.best_objective(),
                                          freedom(outcome.result));
    const auto rows = static_cast<double>(rows_.size());
    Point point = outcome.result.x;
    if (input_.problem.loss->traits().response == Response::numbers) {
      all.choose_central(rows, scale, point);
    } else {
      const std::unique_ptr<Structure> structure = input_.make_structure();
      all.combine(*structure, rows, scale, point);
      pcst_calls += structure->pcst_calls();
    }
    if (point.support == outcome.result.x.support) return;
    outcome.result.x = fit_on_support(input_.problem, rows_, std::move(point));
    graphsparse::measure(input_.problem, rows_, outcome.result);
    outcome.statistics.is_average = true;
  }

  // The support that the frequencies have the most of, and the fit on it.
  void agree(RestartOutcome& outcome, std::int64_t& pcst_calls) const {
    std::vector<double> roots(outcome.frequency.size());
    std::transform(outcome.frequency.begin(), outcome.frequency.end(), roots.begin(),
                   [](double share) { return std::sqrt(share); });
    const std::unique_ptr<Structure> structure = input_.make_structure();
    Point point(input_.problem.features());
    point.support = structure->tail(roots);
    point.intercept = outcome.result.x.intercept;
    for (const NodeId feature : point.support) {
      point.w[static_cast<std::size_t>(feature)] =
          outcome.result.x.w[static_cast<std::size_t>(feature)];
    }
    outcome.result.x = fit_on_support(input_.problem, rows_, std::move(point));
    pcst_calls += structure->pcst_calls();
    graphsparse::measure(input_.problem, rows_, outcome.result);
  }

  const RestartInput& input_;
  std::vector<RowIndex> rows_;
  SolverOptions options_;
  std::size_t wanted_;
  std::vector<std::optional<Run>> runs_;
  std::chrono::steady_clock::time_point begin_;
  bool is_stopped_ = false;
  bool is_timed_out_ = false;
  bool is_interrupted_ = false;
};

}  // namespace

std::string restart_warning(const RestartStatistics& statistics) {
  if (statistics.runs < 2) return {};
  std::string text;
  if (statistics.hits < 2 || statistics.overlap < kLittleOverlap) {
    text = fmt::format(
        "{} of {} runs found the best objective; supports within 1 % of it share {:.0f} % of their "
        "features (mean Jaccard index): chance has a part in which single features are selected. A "
        "larger `effort`, `l2` or `consensus` may help",
        statistics.hits, statistics.runs, 100.0 * statistics.overlap);
  }
  if (!statistics.is_average) return text;
  if (!text.empty()) text += ". ";
  return text +
         fmt::format(
             "Noise leaves the choice between supports to chance, so the model stands for the "
             "average over the best fits of {} runs, not for the lowest objective, {:.6g}",
             statistics.runs, statistics.best_objective);
}

std::int64_t runs_of_effort(const std::string& effort) {
  if (effort == "quick") return 1;
  if (effort == "normal") return kNormalRuns;
  if (effort == "thorough") return kThoroughRuns;
  std::int64_t runs = 0;
  const char* const end = effort.data() + effort.size();
  const auto [stop, error] = std::from_chars(effort.data(), end, runs);
  if (error != std::errc() || stop != end || runs < 1) {
    throw InputError(fmt::format(
        "`effort` is '{}'; it must be quick, normal, thorough or a number of runs from 1 on",
        effort));
  }
  return runs;
}

RestartOutcome run_restarts(const RestartInput& input) { return Restarts(input).run(); }

}  // namespace graphsparse
