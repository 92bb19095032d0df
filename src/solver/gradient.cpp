#include "solver/gradient.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "graphsparse/core/random.hpp"

namespace graphsparse {
namespace {

// gradient = A_B' slopes.
void transpose(const Problem& problem, Rows rows, std::span<const double> slopes,
               Gradient& gradient) {
  gradient.w.assign(problem.features(), 0.0);
  problem.design->add_transposed(rows, slopes, gradient.w);
  gradient.intercept = std::accumulate(slopes.begin(), slopes.end(), 0.0);
}

void add(const Gradient& other, double factor, Gradient& gradient) {
  for (std::size_t j = 0; j < gradient.w.size(); ++j) gradient.w[j] += factor * other.w[j];
  gradient.intercept += factor * other.intercept;
}

class PlainGradient final : public GradientEstimator {
 public:
  explicit PlainGradient(const Problem& problem) : problem_(problem) {}

  void estimate(BlockObjective& block, const Point& /*point*/, Gradient& gradient) override {
    transpose(problem_, block.rows(), block.derivatives(), gradient);
  }

 private:
  const Problem& problem_;
};

// What the sampler multiplied this row of the block by.
double factor_of(const BlockObjective& block, std::size_t k) {
  return block.factors().empty() ? 1.0 : block.factors()[k];
}

// The derivatives that each row had at its last visit: a linear predictor needs one number per row
// where a table of gradients would need p.
class SlopeTable {
 public:
  SlopeTable(const Problem& problem, std::vector<RowIndex> rows)
      : problem_(problem),
        rows_(std::move(rows)),
        all_(problem),
        slope_(problem.design->rows(), 0.0) {}

  // Visits all rows at the point and computes the mean gradient there.
  void visit_all(const Point& point) {
    all_.move_to(rows_, point);
    const auto slopes = all_.derivatives();
    transpose(problem_, rows_, slopes, mean_);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      slope_[rows_[k]] = slopes[k] * row_count();
    }
  }

  // gradient = mean over the block of factor_i (slope now - slope then) a_i.
  void difference(BlockObjective& block, Gradient& gradient) {
    const auto slopes = block.derivatives();
    differences_.resize(slopes.size());
    for (std::size_t k = 0; k < slopes.size(); ++k) {
      const double then = slope_[block.rows()[k]];
      differences_[k] = slopes[k] - factor_of(block, k) * then / block.row_count();
    }
    transpose(problem_, block.rows(), differences_, gradient);
  }

  // Lets the table hold the block's present slopes; `difference` is what difference() gave.
  void store(BlockObjective& block, const Gradient& difference) {
    if (!block.factors().empty()) {
      store_drawn(block);
      return;
    }
    const auto slopes = block.derivatives();
    for (std::size_t k = 0; k < slopes.size(); ++k) {
      slope_[block.rows()[k]] = slopes[k] * block.row_count();
    }
    add(difference, block.row_count() / row_count(), mean_);
  }

  const Gradient& mean() const { return mean_; }

 private:
  double row_count() const { return static_cast<double>(rows_.size()); }

  // Rows with factors may come twice in a block: what the table changes by is not what the gradient
  // did. The second time a row has changed already.
  void store_drawn(BlockObjective& block) {
    const auto slopes = block.derivatives();
    for (std::size_t k = 0; k < slopes.size(); ++k) {
      double& slope = slope_[block.rows()[k]];
      const double now = slopes[k] * block.row_count() / block.factors()[k];
      differences_[k] = (now - slope) / row_count();
      slope = now;
    }
    transpose(problem_, block.rows(), differences_, change_);
    add(change_, 1.0, mean_);
  }

  const Problem& problem_;
  std::vector<RowIndex> rows_;
  BlockObjective all_;
  std::vector<double> slope_;  // of each row's loss, not divided by anything
  std::vector<double> differences_;
  Gradient mean_;  // of the slopes in the table
  Gradient change_;
};

// Johnson and Zhang 2013: the snapshot is renewed every epoch.
class SvrgGradient final : public GradientEstimator {
 public:
  SvrgGradient(const Problem& problem, std::vector<RowIndex> rows)
      : table_(problem, std::move(rows)) {}

  void begin_epoch(const Point& point, std::int64_t /*epoch*/) override { table_.visit_all(point); }
  void estimate(BlockObjective& block, const Point& /*point*/, Gradient& gradient) override {
    table_.difference(block, gradient);
    add(table_.mean(), 1.0, gradient);
  }

 private:
  SlopeTable table_;
};

// Defazio, Bach and Lacoste-Julien 2014: every visit renews the visited rows.
class SagaGradient final : public GradientEstimator {
 public:
  SagaGradient(const Problem& problem, std::vector<RowIndex> rows)
      : table_(problem, std::move(rows)) {}

  void begin_epoch(const Point& point, std::int64_t epoch) override {
    if (epoch == 0) table_.visit_all(point);
  }
  void estimate(BlockObjective& block, const Point& /*point*/, Gradient& gradient) override {
    table_.difference(block, difference_);
    gradient = difference_;
    add(table_.mean(), 1.0, gradient);
    table_.store(block, difference_);
  }

 private:
  SlopeTable table_;
  Gradient difference_;
};

// Lei and Jordan 2017: the snapshot's gradient comes from a random half of the rows, and lasts for
// a geometrically distributed number of blocks.
class ScsgGradient final : public GradientEstimator {
 public:
  ScsgGradient(const Problem& problem, std::vector<RowIndex> rows, std::int64_t block_size,
               const SolverOptions& options)
      : problem_(problem),
        rows_(std::move(rows)),
        batch_size_(std::max<std::size_t>(1, (rows_.size() + 1) / 2)),
        mean_blocks_(
            std::max(1.0, static_cast<double>(batch_size_) / static_cast<double>(block_size))),
        options_(options),
        batch_(problem),
        then_(problem),
        snapshot_(0) {}

  void estimate(BlockObjective& block, const Point& point, Gradient& gradient) override {
    if (blocks_left_ == 0) take_snapshot(point);
    --blocks_left_;
    then_.move_to(block.rows(), snapshot_, block.factors());
    const auto now = block.derivatives();
    const auto before = then_.derivatives();
    differences_.resize(now.size());
    for (std::size_t k = 0; k < now.size(); ++k) differences_[k] = now[k] - before[k];
    transpose(problem_, block.rows(), differences_, gradient);
    add(reference_, 1.0, gradient);
  }

 private:
  void take_snapshot(const Point& point) {
    snapshot_ = point;
    RandomStream stream(options_.seed, "scsg", options_.trial, snapshots_++);
    stream.shuffle(std::span(rows_));
    batch_.move_to(Rows(rows_).first(batch_size_), snapshot_);
    transpose(problem_, batch_.rows(), batch_.derivatives(), reference_);
    // Geometric on 1, 2, ... with the given mean.
    const double uniform = 1.0 - stream.uniform();
    blocks_left_ =
        mean_blocks_ <= 1.0
            ? 1
            : 1 + static_cast<std::int64_t>(std::log(uniform) / std::log(1.0 - 1.0 / mean_blocks_));
  }

  const Problem& problem_;
  std::vector<RowIndex> rows_;
  std::size_t batch_size_;
  double mean_blocks_;
  SolverOptions options_;
  BlockObjective batch_;
  BlockObjective then_;
  Point snapshot_;
  Gradient reference_;
  std::vector<double> differences_;
  std::int64_t blocks_left_ = 0;
  std::uint64_t snapshots_ = 0;
};

}  // namespace

void Gradient::add_penalty(const Problem& problem, const Point& point) {
  for (const NodeId feature : point.support) {
    w[feature] += problem.penalty(feature) * point.w[feature];
  }
}

bool Gradient::is_finite() const {
  return std::isfinite(intercept) &&
         std::all_of(w.begin(), w.end(), [](double value) { return std::isfinite(value); });
}

std::unique_ptr<GradientEstimator> make_estimator(const Problem& problem,
                                                  std::vector<RowIndex> rows,
                                                  std::int64_t block_size,
                                                  const SolverOptions& options) {
  switch (options.estimator) {
    case EstimatorKind::svrg:
      return std::make_unique<SvrgGradient>(problem, std::move(rows));
    case EstimatorKind::saga:
      return std::make_unique<SagaGradient>(problem, std::move(rows));
    case EstimatorKind::scsg:
      return std::make_unique<ScsgGradient>(problem, std::move(rows), block_size, options);
    case EstimatorKind::plain:
      break;
  }
  return std::make_unique<PlainGradient>(problem);
}

}  // namespace graphsparse
