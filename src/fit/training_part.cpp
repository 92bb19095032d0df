#include "fit/training_part.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "data/row_view.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "graphsparse/reference/authors_protocol.hpp"
#include "graphsparse/work/distributed_matrix.hpp"
#include "graphsparse/work/parallel_matrix.hpp"

namespace graphsparse {
namespace {

// A dense copy with standardized values in the wanted order halves the time of solvers without a
// graph (docs/notes/cross-validation.md); beyond this many values each thread's copy would cost too
// much memory.
constexpr std::int64_t kMostCopiedValues = std::int64_t{1} << 25;

// Rows of both classes in turn, at even distances: any block of consecutive rows has its share of
// each.
std::vector<RowIndex> mix(const std::vector<RowIndex>& negative,
                          const std::vector<RowIndex>& positive) {
  std::vector<RowIndex> mixed;
  mixed.reserve(negative.size() + positive.size());
  std::size_t n = 0;
  std::size_t p = 0;
  while (n < negative.size() || p < positive.size()) {
    // (p + 1/2) / P <= (n + 1/2) / N in whole numbers.
    const bool positive_is_next =
        n == negative.size() ||
        (p < positive.size() && (2 * p + 1) * negative.size() <= (2 * n + 1) * positive.size());
    mixed.push_back(positive_is_next ? positive[p++] : negative[n++]);
  }
  return mixed;
}

// As the spec asks for; without classes, as they are given.
std::vector<RowIndex> ordered(const Samples& samples, const FitSpec& spec, Rows given,
                              std::uint64_t trial) {
  std::vector<RowIndex> rows(given.begin(), given.end());
  const bool has_classes = samples.loss->traits().response == Response::classes;
  if (!has_classes || spec.row_order.empty() || spec.row_order == "as-given") return rows;
  std::vector<RowIndex> positive;
  std::vector<RowIndex> negative;
  for (const RowIndex row : rows) {
    (samples.target[row] > 0.0 ? positive : negative).push_back(row);
  }
  if (spec.row_order == "classes-apart") {
    positive.insert(positive.end(), negative.begin(), negative.end());
    return positive;
  }
  RandomStream stream(spec.seed, "row order", trial);
  stream.shuffle(std::span(negative));
  stream.shuffle(std::span(positive));
  return mix(negative, positive);
}

double mean_of(const std::vector<double>& values) {
  // Around the first value, so that equal ones have exactly themselves for a mean.
  double sum = 0.0;
  for (const double value : values) sum += value - values.front();
  return values.front() + sum / static_cast<double>(values.size());
}

double median_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return std::midpoint(*std::max_element(values.begin(), middle), *middle);
}

// The mean or median of each feature over the values that these rows have; 0 where they have none.
std::vector<double> learn_fill(const DesignMatrix& design, Rows rows, bool by_median) {
  std::vector<double> fill(design.columns(), 0.0);
  std::vector<double> column(rows.size());
  std::vector<double> present;
  for (NodeId feature = 0; feature < design.columns(); ++feature) {
    design.gather(rows, {&feature, 1}, column);
    present.clear();
    std::copy_if(column.begin(), column.end(), std::back_inserter(present),
                 [](double value) { return !std::isnan(value); });
    if (present.empty()) continue;
    fill[feature] = by_median ? median_of(present) : mean_of(present);
  }
  return fill;
}

// A copy with every missing value, which is NaN, replaced by that of its feature.
std::unique_ptr<const DesignMatrix> fill_missing(const DesignMatrix& design,
                                                 std::span<const double> fill) {
  const std::vector<RowIndex> rows = all_rows(design.rows());
  const std::size_t width = fill.size();
  std::vector<double> values(rows.size() * width, 0.0);
  const double one = 1.0;
  for (const RowIndex row : rows) {
    const auto copy = std::span(values).subspan(static_cast<std::size_t>(row) * width, width);
    design.add_transposed({&row, 1}, {&one, 1}, copy);
    for (std::size_t j = 0; j < width; ++j) {
      if (std::isnan(copy[j])) copy[j] = fill[j];
    }
  }
  return std::make_unique<const DenseMatrix<double>>(design.rows(), design.columns(),
                                                     std::move(values));
}

// Sums over rows in the tree. Rows that are spread over ranks are standardized where they are.
std::unique_ptr<DesignMatrix> in_tree(const DesignMatrix& design,
                                      const std::shared_ptr<const Standardization>& standardization,
                                      std::int64_t threads) {
  if (design.share() == nullptr) return std::make_unique<ParallelMatrix>(design, threads);
  return std::make_unique<DistributedMatrix>(design, standardization, threads);
}

void check_not_shared(const Samples& samples, const char* what) {
  if (samples.design->share() == nullptr) return;
  throw InputError(fmt::format("{} needs all rows in one process; start one rank", what));
}

bool learns(const Samples& samples, const FitSpec& spec) {
  return spec.standardize || !samples.covariates.empty();
}

std::vector<RowIndex> rows_with_weight(const Samples& samples) {
  std::vector<RowIndex> rows = all_rows(samples.design->rows());
  if (samples.weights.empty()) return rows;
  std::erase_if(rows, [&](RowIndex row) { return !(samples.weights[row] > 0.0); });
  return rows;
}

}  // namespace

TrainingPart::TrainingPart(const Samples& given, const FitSpec& spec, std::int64_t threads)
    : target_(given.target.begin(), given.target.end()),
      weights_(given.weights.begin(), given.weights.end()) {
  const Samples samples = filled(given, rows_with_weight(given));
  weigh_classes(samples, spec);
  make_problem(samples, spec);
  check_problem(problem_);
  const DesignMatrix& whole = *samples.design;
  if (learns(samples, spec)) {
    standardization_ = learn(samples, spec, *in_tree(whole, nullptr, threads), used_rows(problem_));
  }
  if (whole.share() == nullptr && standardization_) {
    design_ = std::make_unique<StandardizedMatrix>(whole, *standardization_);
    problem_.design = design_.get();
  }
  use_threads(threads);
}

TrainingPart::TrainingPart(const Samples& given, const FitSpec& spec, Rows rows,
                           std::uint64_t trial, std::int64_t threads) {
  check_not_shared(given, "`row_order` other than as-given");
  const Samples samples = filled(given, rows);
  std::vector<RowIndex> order = ordered(samples, spec, rows, trial);
  for (const RowIndex row : order) {
    target_.push_back(samples.target[row]);
    if (!samples.weights.empty()) weights_.push_back(samples.weights[row]);
  }
  weigh_classes(samples, spec);
  if (learns(samples, spec)) {
    standardization_ = learn(samples, spec, ParallelMatrix(*samples.design, 1), rows);
  }
  make_design(samples, std::move(order));
  make_problem(samples, spec);
  use_threads(threads);
}

// With one thread too: sums over rows have the same order then.
void TrainingPart::use_threads(std::int64_t threads) {
  parallel_ = in_tree(*problem_.design, standardization_, threads);
  problem_.design = parallel_.get();
}

Samples TrainingPart::filled(const Samples& samples, Rows rows) {
  if (samples.missing.empty()) return samples;
  check_not_shared(samples, "`missing`, where values are missing,");
  fill_ = std::make_shared<const std::vector<double>>(
      learn_fill(*samples.design, rows, samples.missing == "median"));
  filled_ = fill_missing(*samples.design, *fill_);
  Samples complete = samples;
  complete.design = filled_.get();
  complete.missing = {};
  return complete;
}

void TrainingPart::weigh_classes(const Samples& samples, const FitSpec& spec) {
  if (!spec.balanced || samples.loss->traits().response != Response::classes) return;
  // Of the samples that count: one of weight 0 is as good as not there.
  std::vector<std::size_t> used;
  std::vector<double> labels;
  for (std::size_t k = 0; k < target_.size(); ++k) {
    if (!weights_.empty() && weights_[k] == 0.0) continue;
    used.push_back(k);
    labels.push_back(target_[k]);
  }
  const std::vector<double> balance =
      spec.protocol == kAuthorsProtocol ? authors_class_weights(labels) : balanced_weights(labels);
  if (weights_.empty()) weights_.assign(target_.size(), 1.0);
  for (std::size_t i = 0; i < used.size(); ++i) weights_[used[i]] *= balance[i];
}

void TrainingPart::make_problem(const Samples& samples, const FitSpec& spec) {
  problem_.design = design_ ? design_.get() : samples.design;
  problem_.target = target_;
  problem_.loss = samples.loss;
  problem_.weights = weights_;
  problem_.l2 = spec.l2.value_or(0.0);
  problem_.intercept = spec.intercept;
  problem_.unpenalized = samples.is_covariate;
}

Problem TrainingPart::problem(double l2) const {
  Problem problem = problem_;
  problem.l2 = l2;
  return problem;
}

// Covariates are standardized in any case: that changes no model, as they have no penalty, and
// makes their scale harmless for steps along the gradient.
std::shared_ptr<const Standardization> TrainingPart::learn(const Samples& samples,
                                                           const FitSpec& spec,
                                                           const DesignMatrix& rows,
                                                           Rows training) {
  Standardization learnt = learn_standardization(rows, training);
  if (spec.standardize) return std::make_shared<const Standardization>(std::move(learnt));
  for (std::size_t j = 0; j < learnt.mean.size(); ++j) {
    const bool is_covariate = samples.is_covariate[j] != 0;
    if (!is_covariate || !spec.intercept) learnt.mean[j] = 0.0;
    if (!is_covariate) learnt.scale[j] = 1.0;
  }
  return std::make_shared<const Standardization>(std::move(learnt));
}

void TrainingPart::make_design(const Samples& samples, std::vector<RowIndex> order) {
  const DesignMatrix& whole = *samples.design;
  const bool standardize = standardization_ != nullptr;
  auto view = std::make_unique<RowView>(whole, std::move(order));
  const NodeId columns = whole.columns();
  const RowIndex rows = view->rows();
  const bool is_sparse = dynamic_cast<const SparseMatrix*>(&whole) != nullptr;
  if (is_sparse || rows * columns > kMostCopiedValues) {
    view_ = std::move(view);
    if (!standardize) {
      design_ = std::move(view_);
      return;
    }
    design_ = std::make_unique<StandardizedMatrix>(*view_, *standardization_);
    return;
  }
  std::vector<double> values(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  const double one = 1.0;
  for (RowIndex row = 0; row < rows; ++row) {
    const std::size_t begin = static_cast<std::size_t>(row) * static_cast<std::size_t>(columns);
    const auto copy = std::span(values).subspan(begin, static_cast<std::size_t>(columns));
    view->add_transposed({&row, 1}, {&one, 1}, copy);
    if (!standardize) continue;
    for (std::size_t j = 0; j < copy.size(); ++j) {
      copy[j] = (copy[j] - standardization_->mean[j]) / standardization_->scale[j];
    }
  }
  design_ = std::make_unique<DenseMatrix<double>>(rows, columns, std::move(values));
}

namespace {

bool are_on_one_path(FitSpec a, const FitSpec& b) {
  a.sparsity = b.sparsity;
  return a == b;
}

}  // namespace

std::vector<PathStep> order_path(std::span<const FitSpec> specs) {
  std::vector<std::size_t> order(specs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return *specs[a].sparsity < *specs[b].sparsity;
  });
  std::vector<PathStep> steps;
  for (const std::size_t spec : order) {
    PathStep step{spec, std::nullopt, false};
    const auto before = std::find_if(steps.rbegin(), steps.rend(), [&](const PathStep& done) {
      return are_on_one_path(specs[done.spec], specs[spec]);
    });
    if (before != steps.rend()) {
      step.before = before->spec;
      step.is_same = specs[before->spec].sparsity == specs[spec].sparsity;
    }
    steps.push_back(step);
  }
  return steps;
}

}  // namespace graphsparse
