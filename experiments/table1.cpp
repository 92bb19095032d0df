// Table 1: the contraction factors of GraphIHT and GraphStoIHT as functions of delta, where they
// fall below 1, and what they say of real designs.
#include <fmt/format.h>

#include "experiment.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/report/line_chart.hpp"
#include "graphsparse/solver/diagnosis.hpp"
#include "walk_problem.hpp"

namespace graphsparse::experiments {
namespace {

// The text lets both approximation factors go to 1.
constexpr double kTailFactor = 1.0;
constexpr double kSmallestDelta = 0.001;
constexpr double kLargestDelta = 0.08;

report::Series curve(const std::string& name, double (*factor)(double, double)) {
  report::Series series;
  series.name = name;
  series.markers = false;
  for (double delta = kSmallestDelta; delta <= kLargestDelta; delta += kSmallestDelta) {
    series.x.push_back(delta);
    series.y.push_back(factor(delta, kTailFactor));
  }
  return series;
}

// The theory's numbers for one of figure 4's designs, at the true support, and the rate at which
// GraphIHT really came nearer. The objective is scaled by m so that A'A is about the identity.
std::vector<std::string> measured_row(std::int64_t observations, std::uint64_t seed) {
  RandomStream stream(seed, "table1", 0, static_cast<std::uint64_t>(observations));
  RecoveryProblem problem;
  problem.graph = &walk_grid();
  problem.sparsity = kWalkSparsity;
  problem.seed = seed;
  problem.truth = draw_walk_signal(kWalkSparsity, stream);
  const NodeId columns = walk_grid().node_count();
  problem.design =
      scaled_rows(normal_matrix(observations, columns, 1.0, stream), observations, columns);
  problem.target = measure(*problem.design, problem.truth);
  FitHooks hooks;
  hooks.diagnose = true;
  const Attempt attempt = run_as_ours(problem, find_method("GraphIHT"), {0.0, 0}, hooks);
  const Diagnosis& verdict = attempt.fit.diagnosis.value();
  const auto scale = static_cast<double>(observations);
  return {fmt::format("{}", observations),
          fmt::format("{:.3f}", scale * verdict.curvature.alpha),
          fmt::format("{:.3f}", scale * verdict.curvature.beta),
          fmt::format("{:.3f}", verdict.curvature.mu()),
          fmt::format("{:.3f}", verdict.curvature.delta()),
          fmt::format("{:.2f}", verdict.kappa),
          fmt::format("{:.3f}", verdict.observed_rate),
          attempt.error <= 1e-6 ? "yes" : "no"};
}

}  // namespace

std::optional<Report> run_table1(const Request& request, Watcher& /*watcher*/) {
  Report report;
  report.name = "table1";
  report.title = "Contraction factors of GraphIHT and GraphStoIHT";
  report.settings = {{"tail factor", "1 (the limit in the text)"},
                     {"head factor", "1 (the limit in the text)"}};
  const report::Series graph_iht = curve("GraphIHT", graph_iht_factor);
  const report::Series graph_sto_iht = curve("GraphStoIHT", graph_sto_iht_factor);
  report.csv = "delta,GraphIHT,GraphStoIHT\n";
  for (std::size_t i = 0; i < graph_iht.x.size(); ++i) {
    report.csv +=
        fmt::format("{:.3f},{:.6f},{:.6f}\n", graph_iht.x[i], graph_iht.y[i], graph_sto_iht.y[i]);
  }
  report::LineChart chart;
  chart.title = report.title;
  chart.x_label = "delta";
  chart.y_label = "contraction factor kappa";
  chart.series = {
      graph_iht, graph_sto_iht, {"", {0.0, kLargestDelta}, {1.0, 1.0}, true, false, {}, "#808080"}};
  report.svg = report::to_svg(chart);

  report::Table thresholds;
  thresholds.caption = "Largest delta with kappa < 1";
  thresholds.columns = {"algorithm", "computed", "in the text"};
  thresholds.rows = {
      {"GraphIHT", fmt::format("{:.6f}", largest_delta(graph_iht_factor, kTailFactor)), "0.0527"},
      {"GraphStoIHT", fmt::format("{:.6f}", largest_delta(graph_sto_iht_factor, kTailFactor)),
       "0.0142"}};
  report.tables.push_back(std::move(thresholds));

  report::Table measured;
  measured.caption =
      "What the theory says of figure 4's designs (s = 8), and the rate GraphIHT really had";
  measured.columns = {"m", "alpha", "beta", "mu", "delta", "kappa", "observed rate", "recovered"};
  for (const std::int64_t m : {50, 100, 250, 1000, 10000}) {
    measured.rows.push_back(measured_row(m, request.seed));
  }
  report.tables.push_back(std::move(measured));
  return report;
}

}  // namespace graphsparse::experiments
