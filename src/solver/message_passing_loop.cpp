// Message passing as a solver: every few iterations the supports that the messages speak for are
// fitted, and the best fit is what a run returns.
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "graphsparse/objective/block_objective.hpp"
#include "solver/loops.hpp"
#include "solver/message_passing.hpp"
#include "solver/support_fit.hpp"

namespace graphsparse {
namespace {

constexpr int kIterationsPerEpoch = 10;
constexpr double kSettled = 1e-6;
// Messages that do not settle, as on designs far from random ones, are passed again with more
// damping.
constexpr std::array kDamping = {0.5, 0.8, 0.95};
constexpr std::int64_t kEpochsPerTry = 20;

class MessageLoop {
 public:
  MessageLoop(const Problem& problem, Structure& structure, const std::vector<RowIndex>& rows)
      : problem_(problem),
        structure_(structure),
        rows_(rows),
        messages_(problem, rows, structure),
        all_(problem),
        fit_(problem, rows) {}

  void begin(const Point* start, double damping) { messages_.begin(start, damping); }
  const MessagePassing& messages() const { return messages_; }

  void pass() { messages_.iterate(); }
  bool is_finite() const { return std::isfinite(messages_.change()); }

  // The better one of the fits on what is most probable and on what is largest.
  void propose(Point& point) {
    roots_.clear();
    for (const double probability : messages_.probability()) {
      roots_.push_back(std::sqrt(probability));
    }
    fit_on(structure_.tail(roots_), point);
    const double value = objective(point);
    fit_on(structure_.tail(messages_.mean()), other_);
    if (other_.support != point.support && objective(other_) < value) std::swap(point, other_);
  }

 private:
  void fit_on(const Support& support, Point& point) {
    point.w.assign(static_cast<std::size_t>(problem_.features()), 0.0);
    point.support = support;
    for (const NodeId feature : support) {
      const auto j = static_cast<std::size_t>(feature);
      point.w[j] = messages_.mean()[j];
    }
    fit_.fit(point);
  }

  double objective(const Point& point) {
    all_.move_to(rows_, point);
    return all_.value(point);
  }

  const Problem& problem_;
  Structure& structure_;
  const std::vector<RowIndex>& rows_;
  MessagePassing messages_;
  BlockObjective all_;
  SupportFit fit_;
  std::vector<double> roots_;
  Point other_;
};

// Whether the observer wants to stop.
bool pass_epoch(MessageLoop& loop, const LoopInput& input, std::int64_t epoch, const Point& point,
                Result& result) {
  for (int k = 0; k < kIterationsPerEpoch && loop.is_finite(); ++k) {
    loop.pass();
    ++result.iterations;
    const Progress progress{epoch, result.iterations, false, 0.0, point};
    if (input.notify(progress) == CallbackResult::stop) return true;
  }
  return false;
}

}  // namespace

Termination run_message_passing(const Problem& problem, Structure& structure,
                                const SolverOptions& options, const LoopInput& input, Point& point,
                                Monitor& monitor, Result& result) {
  MessageLoop loop(problem, structure, input.rows);
  const Point start = point;
  double least = std::numeric_limits<double>::infinity();
  std::int64_t epoch = 0;
  for (const double damping : kDamping) {
    loop.begin(start.support.empty() ? nullptr : &start, damping);
    for (std::int64_t i = 0; i < kEpochsPerTry; ++i) {
      if (epoch == options.max_epochs) return Termination::max_epochs;
      ++epoch;
      const bool is_stopped = pass_epoch(loop, input, epoch, point, result);
      if (!loop.is_finite()) break;
      loop.propose(point);
      const auto termination = monitor.end_epoch(point, 1.0 - damping, structure.pcst_calls());
      if (monitor.objective() < least) {
        least = monitor.objective();
        const auto probability = loop.messages().probability();
        result.probability.assign(probability.begin(), probability.end());
      }
      const CallbackResult answer =
          input.notify({epoch, result.iterations, true, monitor.objective(), point});
      if (termination) return *termination;
      if (is_stopped || answer == CallbackResult::stop) return Termination::interrupted;
      if (loop.messages().change() <= kSettled) return Termination::converged;
    }
  }
  return Termination::converged;
}

}  // namespace graphsparse
