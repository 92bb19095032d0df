// Figure 3: how many observations each method requires, by block size, with and without noise
// (docs/notes/figures/fig3.md).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "experiment.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/report/line_chart.hpp"
#include "published.hpp"
#include "statistics.hpp"
#include "task_pool.hpp"
#include "walk_problem.hpp"

namespace graphsparse::experiments {
namespace {

// How many observations a method requires, by block size.
struct RequiredLine {
  double noise = 0.0;
  std::string method = {};
  std::map<std::int64_t, double> required = {};
};

// The published m by noise, method and block size.
using PublishedRequired = std::map<std::tuple<double, std::string, std::int64_t>, double>;

report::LineChart chart_of(double noise, const std::vector<RequiredLine>& lines,
                           const PublishedRequired& published) {
  report::LineChart chart;
  chart.title = noise > 0.0 ? "noise of norm 0.5" : "without noise";
  chart.x_label = "block size b";
  chart.y_label = "observations required";
  for (const RequiredLine& line : lines) {
    if (line.noise != noise) continue;
    report::Series ours;
    ours.name = line.method;
    report::Series theirs;
    theirs.name = line.method + " (published)";
    theirs.method = line.method;
    theirs.dashed = true;
    theirs.markers = false;
    for (const auto& [b, m] : line.required) {
      ours.x.push_back(static_cast<double>(b));
      ours.y.push_back(m);
      const auto place = published.find({noise, line.method, b});
      if (place == published.end()) continue;
      theirs.x.push_back(static_cast<double>(b));
      theirs.y.push_back(place->second);
    }
    chart.series.push_back(std::move(ours));
    if (!theirs.x.empty()) chart.series.push_back(std::move(theirs));
  }
  return chart;
}

report::Table differences(const std::vector<RequiredLine>& lines,
                          const PublishedRequired& published) {
  report::Table table;
  table.caption = "Points whose required m lies within 10 of the published";
  table.columns = {"noise", "method", "points", "within 10", "largest difference"};
  int all = 0;
  int all_near = 0;
  for (const RequiredLine& line : lines) {
    int points = 0;
    int near = 0;
    double largest = 0.0;
    for (const auto& [b, m] : line.required) {
      const auto place = published.find({line.noise, line.method, b});
      if (place == published.end()) continue;
      const double difference = m - place->second;
      ++points;
      if (std::abs(difference) <= 10.0) ++near;
      if (std::abs(difference) > std::abs(largest)) largest = difference;
    }
    if (points == 0) continue;
    all += points;
    all_near += near;
    table.rows.push_back({fmt::format("{}", line.noise), line.method, fmt::format("{}", points),
                          fmt::format("{}", near), fmt::format("{:+.0f}", largest)});
  }
  table.rows.push_back({"all", "all", fmt::format("{}", all),
                        fmt::format("{} ({:.0f} %)", all_near, 100.0 * all_near / std::max(1, all)),
                        ""});
  return table;
}

// Empty without a data folder. To be called before the work: a bad file must not cost hours.
PublishedRequired read_required(const Request& request) {
  PublishedRequired published;
  if (request.data_folder.empty()) return published;
  const CsvTable table(find_data_file(request.data_folder, "fig3_observations_required_vs_b.csv"));
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const auto b = static_cast<std::int64_t>(std::llround(table.number(row, "b")));
    published[{table.number(row, "noise_norm"), table.text(row, "method"), b}] =
        table.number(row, "m_required");
  }
  return published;
}

Report make_required_report(const Request& request, const std::vector<RequiredLine>& lines,
                            const PublishedRequired& published) {
  Report report;
  report.name = "fig3";
  report.title = "Observations required, by block size";
  report.settings = trial_settings(request);
  report.csv = "noise_norm,method,b,m_required\n";
  for (const RequiredLine& line : lines) {
    for (const auto& [b, m] : line.required) {
      report.csv += fmt::format("{:.1f},{},{},{:.0f}\n", line.noise, line.method, b, m);
    }
  }
  report::Panels panels;
  panels.title = report.title;
  panels.columns = 2;
  std::set<double> noises;
  for (const RequiredLine& line : lines) noises.insert(line.noise);
  for (const double noise : noises) panels.charts.push_back(chart_of(noise, lines, published));
  report.svg = report::to_svg(panels, 960.0, 460.0);
  if (!published.empty()) report.tables.push_back(differences(lines, published));
  return report;
}

constexpr std::int64_t kFirst = 20;
constexpr std::int64_t kLast = 200;  // also what is reported where no m is enough
constexpr std::int64_t kStep = 5;
constexpr std::int64_t kLargestBlock = 64;
constexpr std::array kNoises = {0.0, 0.5};
constexpr double kRecoveredExactly = 1e-6;
// A run of ours with noise is over, in epochs, once it only follows the noise.
constexpr std::int64_t kPatienceWithNoise = 50;
constexpr std::array<std::string_view, 4> kComparedMethods = {"IHT", "StoIHT", "GraphIHT",
                                                              "GraphStoIHT"};

// One matrix and one signal a trial; the first m rows are the design for m.
struct TrialDraw {
  std::vector<double> signal = {};
  std::vector<double> normals = {};
};

std::vector<TrialDraw> draw_trials(const Request& request) {
  std::vector<TrialDraw> trials;
  for (std::int64_t trial = 0; trial < request.trials; ++trial) {
    RandomStream stream(request.seed, "fig3", static_cast<std::uint64_t>(trial));
    std::vector<double> signal = draw_walk_signal(kWalkSparsity, stream);
    trials.push_back(
        {std::move(signal), normal_matrix(kLast, walk_grid().node_count(), 1.0, stream)});
  }
  return trials;
}

struct Point3 {
  double noise = 0.0;
  Method method = {};
  std::int64_t block_size = 0;  // 0: the method has no blocks
};

class Search {
 public:
  Search(const Request& request, const std::vector<TrialDraw>& trials)
      : request_(request), trials_(trials), grid_(request.observations) {
    std::sort(grid_.begin(), grid_.end());
    if (!grid_.empty() && grid_.back() > kLast) {
      throw InputError(fmt::format("--observations {}: fig3 has at most {}", grid_.back(), kLast));
    }
    if (!grid_.empty()) return;
    for (std::int64_t m = kFirst; m < kLast; m += kStep) grid_.push_back(m);
  }

  // The smallest m at which all trials succeed but those that trimming drops. Once one more has
  // failed the verdict on m is known, so those that failed at the last m, the likeliest to fail
  // again, are tried first.
  std::int64_t required(const Point3& point, const Cancelled& cancelled) const {
    std::vector<std::size_t> order(trials_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (const std::int64_t m : grid_) {
      std::size_t failures = 0;
      for (std::size_t i = 0; i < order.size() && failures <= dropped(); ++i) {
        if (cancelled()) return kLast;
        if (succeeds(point, m, order[i])) continue;
        const auto failed = order.begin() + static_cast<std::ptrdiff_t>(i);
        std::rotate(order.begin() + static_cast<std::ptrdiff_t>(failures), failed, failed + 1);
        ++failures;
      }
      if (failures <= dropped()) return m;
    }
    return kLast;
  }

 private:
  std::size_t dropped() const { return trimmed_at_each_end(trials_.size()); }

  bool succeeds(const Point3& point, std::int64_t m, std::size_t trial) const {
    const auto key = static_cast<std::uint64_t>(m * 1000 + point.block_size);
    RecoveryProblem problem;
    problem.graph = &walk_grid();
    problem.sparsity = kWalkSparsity;
    problem.seed = request_.seed;
    problem.trial = trial * 10'000'000 + key;
    problem.truth = trials_[trial].signal;
    problem.design = scaled_rows(trials_[trial].normals, m, walk_grid().node_count());
    problem.target = measure(*problem.design, problem.truth);
    if (point.noise > 0.0) {
      add_noise(point, key, trial, problem.target);
      problem.patience = kPatienceWithNoise;
    }
    const AuthorsStep step = {1.0, point.block_size};
    const Attempt attempt = request_.convention == Convention::authors && !point.method.is_ours
                                ? run_as_authors(problem, point.method, step)
                                : run_as_ours(problem, point.method, {0.0, point.block_size});
    return attempt.error <= (point.noise > 0.0 ? point.noise : kRecoveredExactly);
  }

  // A random direction of length `noise`, anew for each b and m.
  void add_noise(const Point3& point, std::uint64_t key, std::size_t trial,
                 std::vector<double>& target) const {
    RandomStream stream(request_.seed, "fig3 noise", trial, key);
    std::vector<double> noise(target.size());
    double squares = 0.0;
    for (double& entry : noise) {
      entry = stream.normal();
      squares += entry * entry;
    }
    for (std::size_t i = 0; i < target.size(); ++i) {
      target[i] += point.noise * noise[i] / std::sqrt(squares);
    }
  }

  const Request& request_;
  const std::vector<TrialDraw>& trials_;
  std::vector<std::int64_t> grid_;
};

// Our own solver chooses its blocks by itself.
bool has_blocks(const Method& method) {
  return !method.is_ours && find_solver(method.solver).options.sampler != SamplerKind::all_rows;
}

}  // namespace

std::optional<Report> run_fig3(const Request& request, Watcher& watcher) {
  const PublishedRequired published = read_required(request);
  const std::vector<Method> methods = choose_methods(kComparedMethods, request);
  std::vector<Point3> points;
  TaskPlan plan{"fig3"};
  for (const double noise : kNoises) {
    for (const Method& method : methods) {
      for (std::int64_t b = 2; b <= kLargestBlock; b += 2) {
        if (!has_blocks(method) && b > 2) break;
        points.push_back({noise, method, has_blocks(method) ? b : 0});
        plan.tasks.push_back(fmt::format("noise={} {} b={}", noise, method.name, b));
      }
    }
  }
  const std::vector<TrialDraw> trials = draw_trials(request);
  const Search search(request, trials);
  plan.settings = {
      {"number of trials", fmt::format("{}", request.trials)},
      {"list of observations", fmt::format("{}", fmt::join(request.observations, ","))}};
  plan.work = [&](std::size_t task, const Cancelled& cancelled) -> TaskResult {
    return {{std::string(points[task].method.name),
             {static_cast<double>(search.required(points[task], cancelled))}}};
  };
  plan.check = [&](std::size_t task, const TaskResult& result) {
    const std::string method(points[task].method.name);
    expect_measurements(result, {&method, 1}, 1);
    const double m = result.front().values.front();
    if (!(m >= 1.0 && m <= kLast)) throw InputError("not a number of observations");
  };
  const auto results = run_tasks(plan, request, watcher);
  if (!results) return std::nullopt;

  std::vector<RequiredLine> lines;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string name(points[i].method.name);
    if (lines.empty() || lines.back().noise != points[i].noise || lines.back().method != name) {
      lines.push_back({points[i].noise, name, {}});
    }
    const double m = (*results)[i].front().values.front();
    const std::int64_t b = points[i].block_size;
    for (std::int64_t same = b == 0 ? 2 : b; same <= (b == 0 ? kLargestBlock : b); same += 2) {
      lines.back().required[same] = m;  // a method without blocks needs as many for every b
    }
  }
  return make_required_report(request, lines, published);
}

}  // namespace graphsparse::experiments
