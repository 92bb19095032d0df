#include "classification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/format.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/fit/trainer.hpp"
#include "graphsparse/report/line_chart.hpp"
#include "graphsparse/selection/cross_validation.hpp"
#include "graphsparse/selection/cv_spec.hpp"
#include "graphsparse/selection/folds.hpp"
#include "graphsparse/selection/metrics.hpp"
#include "published.hpp"
#include "task_pool.hpp"

// How tables 2 to 4 are laid out.

namespace graphsparse::experiments {
namespace {

std::string to_cell(const MeanStd& value, bool is_count) {
  return is_count ? fmt::format("{:.1f} +- {:.1f}", value.mean, value.deviation)
                  : fmt::format("{:.3f} +- {:.3f}", value.mean, value.deviation);
}

// The published averages, beside ours only where the folder has them.
std::map<std::string, std::string> read_averages(const Request& request, const std::string& file) {
  std::map<std::string, std::string> averages;
  if (request.data_folder.empty()) return averages;
  std::string path;
  try {
    path = find_data_file(request.data_folder, file);
  } catch (const std::exception&) {
    return averages;  // a folder with data alone
  }
  const CsvTable table(path);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (table.text(row, "repeat") != "Averaged") continue;
    averages[table.text(row, "method")] =
        fmt::format("{} +- {}", table.text(row, "mean"), table.text(row, "std"));
  }
  return averages;
}

std::string to_picture(const std::string& title, const std::string& label, double FoldScore::*value,
                       const Classification& results) {
  report::LineChart chart;
  chart.title = title;
  chart.x_label = "repeat";
  chart.y_label = label;
  for (const MethodScores& method : results.methods) {
    report::Series series;
    series.name = method.method;
    for (std::size_t repeat = 0; repeat < method.repeats.size(); ++repeat) {
      std::vector<double> values;
      for (const FoldScore& score : method.repeats[repeat]) values.push_back(score.*value);
      series.x.push_back(static_cast<double>(repeat));
      series.y.push_back(spread_of(std::move(values)).mean);
    }
    chart.series.push_back(std::move(series));
  }
  return report::to_svg(chart, 720.0, 440.0);
}

}  // namespace

std::string to_markdown(const report::Table& table) {
  std::string text;
  const auto add_row = [&text](const std::vector<std::string>& cells) {
    text += "|";
    for (const std::string& cell : cells) text += fmt::format(" {} |", cell);
    text += "\n";
  };
  add_row(table.columns);
  text += "|";
  for (std::size_t i = 0; i < table.columns.size(); ++i) text += "---|";
  text += "\n";
  for (const std::vector<std::string>& row : table.rows) add_row(row);
  return text;
}

Report make_fold_table(const std::string& name, const std::string& title, double FoldScore::*value,
                       const std::string& published_file, const Request& request,
                       const Classification& results) {
  Report report;
  report.name = name;
  report.title = fmt::format("{} ({})", title, results.cohort.name);
  report.remarks = results.cohort.remarks;
  report.settings = {
      {"samples", fmt::format("{}", results.cohort.samples())},
      {"genes of the network", fmt::format("{}", results.cohort.network.node_count())},
      {"edges", fmt::format("{}", results.cohort.network.edge_count())},
      {"repeats", fmt::format("{}", request.trials)},
      {"as", std::string(to_string(request.convention))},
      {"seed", fmt::format("{}", request.seed)}};
  const bool is_count = value == &FoldScore::nonzeros;
  report::Table table;
  table.caption = fmt::format("{}: mean and deviation over 5 folds, nested", title);
  table.columns = {"repeat"};
  report.csv = "repeat,method,mean,std\n";
  std::vector<std::string> last = {"averaged"};
  std::vector<std::string> published = {"published (295 patients)"};
  const std::map<std::string, std::string> averages = read_averages(request, published_file);
  for (std::int64_t repeat = 0; repeat < request.trials; ++repeat) {
    table.rows.push_back({fmt::format("{:02}", repeat)});
  }
  for (const MethodScores& method : results.methods) {
    table.columns.push_back(method.method);
    std::vector<double> all;
    for (std::size_t repeat = 0; repeat < method.repeats.size(); ++repeat) {
      std::vector<double> values;
      for (const FoldScore& score : method.repeats[repeat]) values.push_back(score.*value);
      all.insert(all.end(), values.begin(), values.end());
      const MeanStd here = spread_of(std::move(values));
      table.rows[repeat].push_back(to_cell(here, is_count));
      report.csv +=
          fmt::format("{:02},{},{:.6g},{:.6g}\n", repeat, method.method, here.mean, here.deviation);
    }
    const MeanStd total = spread_of(std::move(all));
    last.push_back(to_cell(total, is_count));
    report.csv +=
        fmt::format("Averaged,{},{:.6g},{:.6g}\n", method.method, total.mean, total.deviation);
    const auto place = averages.find(method.method);
    published.push_back(place == averages.end() ? "-" : place->second);
  }
  table.rows.push_back(std::move(last));
  if (!averages.empty()) table.rows.push_back(std::move(published));
  report.markdown = to_markdown(table);
  report.tables.push_back(std::move(table));
  report.svg = to_picture(report.title, title, value, results);
  return report;
}

namespace {

constexpr std::int64_t kFolds = 5;
constexpr std::int64_t kPrefiltered = 500;  // variables the convex methods get to see
constexpr double kSlack = 0.1;

enum class Family { hard_thresholding, lasso, group_lasso };
enum class GroupSource { none, pathways, edges };

struct Classifier {
  std::string_view name;
  Family family;
  std::string_view solver;  // of the hard-thresholding ones
  GroupSource groups;
  bool is_ours;
};

constexpr std::array kClassifiers = {
    Classifier{"l1-Pathway", Family::lasso, "", GroupSource::pathways, false},
    Classifier{"l1/l2-Pathway", Family::group_lasso, "", GroupSource::pathways, false},
    Classifier{"l1-Edge", Family::lasso, "", GroupSource::edges, false},
    Classifier{"l1/l2-Edge", Family::group_lasso, "", GroupSource::edges, false},
    Classifier{"IHT", Family::hard_thresholding, "iht", GroupSource::none, false},
    Classifier{"StoIHT", Family::hard_thresholding, "sto-iht", GroupSource::none, false},
    Classifier{"GraphIHT", Family::hard_thresholding, "graph-iht", GroupSource::none, false},
    Classifier{"GraphStoIHT", Family::hard_thresholding, "graph-sto-iht", GroupSource::none, false},
    Classifier{"GraphRidge", Family::hard_thresholding, "graph-iht", GroupSource::none, true},
    Classifier{"DenseRidge", Family::hard_thresholding, "iht", GroupSource::none, true},
};

std::vector<Classifier> choose_classifiers(const Request& request) {
  std::vector<Classifier> chosen;
  if (request.methods.empty()) chosen.assign(kClassifiers.begin(), kClassifiers.end());
  for (const std::string& name : request.methods) {
    const auto* const place =
        std::find_if(kClassifiers.begin(), kClassifiers.end(),
                     [&](const Classifier& classifier) { return classifier.name == name; });
    if (place == kClassifiers.end()) {
      throw InputError(fmt::format("there is no method '{}'; there are {}", name,
                                   listed(kClassifiers, &Classifier::name)));
    }
    chosen.push_back(*place);
  }
  return chosen;
}

// s = 10 to 100 by 5, two penalties, one or two blocks.
std::vector<Setting> published_grid() {
  std::vector<Setting> settings;
  for (int sparsity = 10; sparsity <= 100; sparsity += 5) {
    for (const double l2 : {1e-3, 1e-4}) {
      for (const double blocks : {1.0, 2.0}) {
        settings.push_back(
            {{{"sparsity", static_cast<double>(sparsity)}, {"l2", l2}, {"blocks", blocks}}});
      }
    }
  }
  return settings;
}

// The penalty goes with the number of genes, so that the predictor has the same variance beforehand
// whatever their number; with s over the number of patients it is that of a label.
Setting ridge_setting(std::int64_t genes, double share, std::size_t patients) {
  const auto sparsity = static_cast<double>(genes);
  return {{{"sparsity", sparsity}, {"l2", share * sparsity / static_cast<double>(patients)}}};
}

std::vector<Setting> graph_ridge_grid(NodeId genes, std::size_t patients) {
  std::vector<Setting> settings;
  for (const std::int64_t sparsity : {100, 200, 400, 800}) {
    // More than a quarter is hardly a selection.
    if (4 * sparsity <= genes) settings.push_back(ridge_setting(sparsity, 1.0, patients));
  }
  if (settings.empty()) settings.push_back(ridge_setting((genes + 3) / 4, 1.0, patients));
  return settings;
}

std::vector<Setting> dense_ridge_grid(NodeId genes, std::size_t patients) {
  std::vector<Setting> settings;
  for (const double share : {0.03, 0.1, 0.3, 1.0}) {
    settings.push_back(ridge_setting(genes, share, patients));
  }
  return settings;
}

std::vector<Setting> grid_of(const Classifier& classifier, const Cohort& cohort) {
  if (!classifier.is_ours) return published_grid();
  const NodeId genes = cohort.network.node_count();
  const std::size_t patients = cohort.labels.size();
  const bool is_dense = resolve_solver(classifier.solver).structure == StructureKind::none;
  return is_dense ? dense_ridge_grid(genes, patients) : graph_ridge_grid(genes, patients);
}

// 2^0 down to 2^-12 in steps of a tenth.
std::vector<Setting> penalty_grid() {
  std::vector<Setting> settings;
  for (int tenths = 0; tenths <= 120; ++tenths) {
    settings.push_back({{{"lambda", std::exp2(-tenths / 10.0)}}});
  }
  return settings;
}

// One method on one cohort: the data it sees and its grid.
struct MethodSetup {
  Dataset data = {};
  FeatureGraph graph = {};
  std::vector<FitSpec> specs = {};
  TrainerOptions options = {};
  const std::vector<NodeId>* gene_of = nullptr;  // column -> gene; null: the same
  bool by_auc = false;  // choose by AUC, which is less noisy than the balanced error
};

std::shared_ptr<const DesignMatrix> view(const DesignMatrix& design) {
  return {std::shared_ptr<void>(), &design};
}

FitSpec thresholding_spec(const Classifier& classifier, Convention convention, std::uint64_t seed) {
  FitSpec spec;
  spec.solver = classifier.solver;
  spec.standardize = true;
  spec.seed = seed;
  if (classifier.is_ours) return spec;
  spec.loss = "logistic";
  spec.slack = kSlack;
  spec.projection = convention == Convention::authors ? "bisection-warm" : "tree-dp";
  spec.protocol = "authors";
  // The authors' two blocks are all the positives and the rest; mixed ones are what was meant.
  spec.row_order = "stratified";
  return spec;
}

MethodSetup make_setup(const Classifier& classifier, const Cohort& cohort, Convention convention,
                       std::uint64_t seed) {
  MethodSetup setup;
  if (classifier.family == Family::hard_thresholding) {
    setup.data = make_dataset(view(*cohort.network_expression), cohort.labels);
    setup.graph = FeatureGraph::view(cohort.network);
    setup.gene_of = &cohort.network_genes;
    setup.specs = apply_settings(thresholding_spec(classifier, convention, seed),
                                 grid_of(classifier, cohort));
    setup.by_auc = classifier.is_ours;
    // One projection of the differences of the classes' means, then ridge regression on it.
    if (classifier.is_ours) {
      setup.options.adjust = [](SolverOptions& options) {
        options.refit = true;
        options.max_epochs = 1;
      };
    }
    return setup;
  }
  const bool has_groups = classifier.family == Family::group_lasso;
  const LatentGroups& groups =
      classifier.groups == GroupSource::pathways ? cohort.pathways : cohort.edges;
  setup.data = make_dataset(view(*cohort.expression), cohort.labels);
  setup.data.latent_groups = has_groups ? groups : singleton_groups(groups.features());
  FitSpec spec;
  spec.solver = has_groups ? "group-lasso" : "l1-logistic";
  spec.standardize = true;
  spec.balanced = true;
  spec.protocol = "authors";
  spec.screen = kPrefiltered;
  setup.specs = apply_settings(spec, penalty_grid());
  return setup;
}

std::vector<double> of_rows(const std::vector<double>& values, Rows rows) {
  std::vector<double> picked;
  for (const RowIndex row : rows) picked.push_back(values[row]);
  return picked;
}

// Nested: the setting is chosen over folds of the training part, then fitted to the whole of it.
FoldScore evaluate_fold(const MethodSetup& setup, const Cohort& cohort, std::uint64_t seed,
                        std::int64_t repeat, std::int64_t fold, const Cancelled& cancelled) {
  const std::vector<RowIndex> all = all_rows(cohort.samples());
  FoldRequest request;
  request.folds = kFolds;
  request.classes = cohort.labels;
  request.seed = seed;
  request.repeat = static_cast<std::uint64_t>(repeat);
  const std::vector<RowIndex> test = make_folds(all, request)[fold];
  const std::vector<RowIndex> training = rows_without(all, test);
  request.part = static_cast<std::uint64_t>(fold) + 1;

  const Trainer trainer(setup.data, setup.graph, setup.specs, setup.options);
  const DesignMatrix& design = *setup.data.design;
  std::vector<double> errors(setup.specs.size(), 0.0);
  std::uint64_t part = 0;
  for (const std::vector<RowIndex>& held_out : make_folds(training, request)) {
    const std::vector<RowIndex> rest = rows_without(training, held_out);
    const std::vector<double> labels = of_rows(cohort.labels, held_out);
    const std::uint64_t trial = static_cast<std::uint64_t>(repeat * 100 + fold * 10) + ++part;
    const std::vector<Fit> fits = trainer.fit_path(rest, trial, cancelled);
    if (cancelled()) return {};
    for (std::size_t i = 0; i < fits.size(); ++i) {
      const std::vector<double> predictors = predict_linear(fits[i], design, held_out);
      errors[i] += setup.by_auc ? 1.0 - area_under_curve(predictors, labels)
                                : balanced_error(predictors, labels);
    }
  }
  const auto best =
      static_cast<std::size_t>(std::min_element(errors.begin(), errors.end()) - errors.begin());
  const Trainer chosen(setup.data, setup.graph, {setup.specs[best]}, setup.options);
  const std::vector<Fit> fits =
      chosen.fit_path(training, static_cast<std::uint64_t>(repeat * 100 + fold * 10), cancelled);
  if (cancelled()) return {};
  const Point& point = fits.front().result.x;
  const std::vector<double> predictors = predict_linear(fits.front(), design, test);
  const std::vector<double> labels = of_rows(cohort.labels, test);
  FoldScore score;
  score.auc = area_under_curve(predictors, labels);
  score.balanced_error = balanced_error(predictors, labels);
  for (const NodeId column : point.support) {
    if (point.w[column] == 0.0) continue;
    score.genes.push_back(setup.gene_of == nullptr ? column : (*setup.gene_of)[column]);
  }
  score.nonzeros = static_cast<double>(score.genes.size());
  return score;
}

std::vector<double> to_values(const FoldScore& score) {
  std::vector<double> values = {score.auc, score.balanced_error};
  for (const NodeId gene : score.genes) values.push_back(static_cast<double>(gene));
  return values;
}

// Throws InputError unless these are the values of a fold.
void check_values(const std::vector<double>& values, std::size_t genes) {
  if (values.size() < 2) throw InputError("a score is missing");
  for (std::size_t i = 2; i < values.size(); ++i) {
    const bool is_gene = values[i] >= 0.0 && values[i] < static_cast<double>(genes) &&
                         values[i] == std::floor(values[i]);
    if (!is_gene) throw InputError(fmt::format("there is no gene {}", values[i]));
  }
}

FoldScore to_score(const std::vector<double>& values) {
  FoldScore score;
  score.auc = values.at(0);
  score.balanced_error = values.at(1);
  for (std::size_t i = 2; i < values.size(); ++i) {
    score.genes.push_back(static_cast<NodeId>(values[i]));
  }
  score.nonzeros = static_cast<double>(score.genes.size());
  return score;
}

}  // namespace

std::optional<Classification> classify(const Request& request, Watcher& watcher) {
  Classification classification;
  classification.cohort = request.data_folder.empty() ? generate_cohort(request.seed)
                                                      : read_cohort(request.data_folder);
  const Cohort& cohort = classification.cohort;
  const std::vector<Classifier> classifiers = choose_classifiers(request);
  std::vector<MethodSetup> setups;
  TaskPlan plan{"tables"};
  for (const Classifier& classifier : classifiers) {
    setups.push_back(make_setup(classifier, cohort, request.convention, request.seed));
    for (std::int64_t repeat = 0; repeat < request.trials; ++repeat) {
      for (std::int64_t fold = 0; fold < kFolds; ++fold) {
        plan.tasks.push_back(fmt::format("{} repeat={} fold={}", classifier.name, repeat, fold));
      }
    }
  }
  const auto folds = static_cast<std::size_t>(request.trials * kFolds);
  plan.settings = {{"data", fingerprint_of(cohort).hex()}};
  plan.work = [&](std::size_t task, const Cancelled& cancelled) -> TaskResult {
    const std::size_t method = task / folds;
    const auto part = static_cast<std::int64_t>(task % folds);
    return {{std::string(classifiers[method].name),
             to_values(evaluate_fold(setups[method], cohort, request.seed, part / kFolds,
                                     part % kFolds, cancelled))}};
  };
  plan.check = [&](std::size_t task, const TaskResult& result) {
    const bool is_of_method =
        result.size() == 1 && result.front().method == classifiers[task / folds].name;
    if (!is_of_method) throw InputError("not the method of this task");
    check_values(result.front().values, cohort.genes.size());
  };
  const auto results = run_tasks(plan, request, watcher);
  if (!results) return std::nullopt;
  for (std::size_t method = 0; method < classifiers.size(); ++method) {
    MethodScores scores{std::string(classifiers[method].name), {}};
    for (std::size_t part = 0; part < folds; ++part) {
      if (part % kFolds == 0) scores.repeats.emplace_back();
      scores.repeats.back().push_back(to_score((*results)[method * folds + part].front().values));
    }
    classification.methods.push_back(std::move(scores));
  }
  return classification;
}

}  // namespace graphsparse::experiments
