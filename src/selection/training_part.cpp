#include "selection/training_part.hpp"

#include <algorithm>
#include <utility>

#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "graphsparse/reference/authors_protocol.hpp"
#include "selection/row_view.hpp"

namespace graphsparse {
namespace {

// A dense copy with standardised values in the wanted order halves the time of solvers without a
// graph (docs/cv.md); beyond this many values each thread's copy would cost too much memory.
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

std::vector<RowIndex> ordered(const TrainingSet& training, RowOrder order) {
  std::vector<RowIndex> rows(training.rows.begin(), training.rows.end());
  if (order == RowOrder::as_given) return rows;
  std::vector<RowIndex> positive;
  std::vector<RowIndex> negative;
  for (const RowIndex row : rows) {
    (training.target[static_cast<std::size_t>(row)] > 0.0 ? positive : negative).push_back(row);
  }
  if (order == RowOrder::classes_apart) {
    positive.insert(positive.end(), negative.begin(), negative.end());
    return positive;
  }
  RandomStream stream(training.seed, "row order", training.trial);
  stream.shuffle(std::span(negative));
  stream.shuffle(std::span(positive));
  return mix(negative, positive);
}

std::vector<double> class_weights(ClassWeights kind, std::span<const double> labels) {
  if (kind == ClassWeights::none) return {};
  return kind == ClassWeights::balanced ? balanced_weights(labels) : authors_class_weights(labels);
}

}  // namespace

TrainingPart::TrainingPart(const TrainingSet& training, const SolverLearnerOptions& options)
    : loss_(find_loss(options.loss).make(options.loss_options)) {
  const bool has_classes = loss_->traits().response == Response::classes;
  std::vector<RowIndex> order =
      ordered(training, has_classes ? options.row_order : RowOrder::as_given);
  for (const RowIndex row : order) {
    target_.push_back(training.target[static_cast<std::size_t>(row)]);
  }
  if (has_classes) weights_ = class_weights(options.class_weights, target_);
  if (!training.weights.empty()) {
    if (weights_.empty()) weights_.assign(order.size(), 1.0);
    for (std::size_t k = 0; k < order.size(); ++k) {
      weights_[k] *= training.weights[static_cast<std::size_t>(order[k])];
    }
  }
  make_design(training, std::move(order), options.standardize);
  problem_.design = design_.get();
  problem_.target = target_;
  problem_.loss = loss_.get();
  problem_.weights = weights_;
  problem_.intercept = options.intercept;
}

Problem TrainingPart::problem(double l2) const {
  Problem problem = problem_;
  problem.l2 = l2;
  return problem;
}

void TrainingPart::make_design(const TrainingSet& training, std::vector<RowIndex> order,
                               bool standardize) {
  const DesignMatrix& whole = *training.design;
  if (standardize) {
    standardization_ =
        std::make_shared<const Standardization>(learn_standardization(whole, training.rows));
  }
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

}  // namespace graphsparse
