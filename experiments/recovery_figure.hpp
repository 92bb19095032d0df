// Figures 4 to 7: how often each method recovers a planted signal from m measurements. A figure is
// settings as data; this runs them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "experiment.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/graph/graph.hpp"
#include "recovery_run.hpp"

namespace graphsparse::experiments {

// One signal, or one way to draw it.
struct RecoveryPanel {
  std::string name = {};   // in the column `panel`
  std::string title = {};  // above its chart
  Graph graph = {};
  std::int64_t sparsity = 0;
  std::int64_t components = 1;
  std::int64_t head_components = 1;
  std::vector<std::int64_t> observations = {};
  std::vector<double> ratios = {};  // m / s as the figure names them; empty: computed
  std::function<std::vector<double>(RandomStream& stream)> draw_signal = {};
};

enum class Validation {
  none,       // nothing is tuned: eta = 1, b = min(s, m)
  fresh,      // 100 further measurements
  first_rows  // the first 100 rows of the design, scaled anew, as the authors' program does (fig 5)
};

struct RecoveryFigure {
  std::string name = {};
  std::string title = {};
  std::vector<RecoveryPanel> panels = {};
  std::vector<std::string_view> methods = {};
  std::int64_t patience = 0;  // epochs until a run of ours that gains too little is given up
  int pursuit_steps = 0;      // of conjugate gradients in our CoSaMP; 0: the solver's own
  Validation validation = Validation::none;
  bool nested_designs = false;  // one matrix a trial, its first m rows, for all panels
  std::string published_file = {};
  std::string published_panel_column = {};
  std::vector<std::string> remarks = {};
};

// Says in title and remarks that the signals are ours and not the paper's. `what`: "images".
void mark_as_generated(RecoveryFigure& figure, std::string_view what);

// |x - x*| at most this is recovery.
inline constexpr double kRecovered = 1e-6;

std::optional<Report> run_recovery_figure(RecoveryFigure figure, const Request& request,
                                          Watcher& watcher);

// What comes out of a recovery figure: the table, the picture, and how far the published figure is.

struct RecoveryCell {
  std::string panel = {};
  std::int64_t observations = 0;
  double ratio = 0.0;  // m / s
  std::string method = {};
  double probability = 0.0;
  std::int64_t trials = 0;  // those that count
};

// The published probability by panel, m and method.
using PublishedRecovery = std::map<std::tuple<std::string, std::int64_t, std::string>, double>;

// Empty without a data folder. To be called before the work: a bad file must not cost hours.
PublishedRecovery read_published(const RecoveryFigure& figure, const Request& request);

// The authors sort the errors and drop the smallest and largest few; we count all.
RecoveryCell summarize(const RecoveryFigure& figure, std::size_t panel, std::size_t observation,
                       const Method& method, const std::vector<double>& errors,
                       Convention convention);

Report make_recovery_report(const RecoveryFigure& figure, const Request& request,
                            const std::vector<Method>& methods,
                            const std::vector<RecoveryCell>& cells,
                            const PublishedRecovery& published);

}  // namespace graphsparse::experiments
