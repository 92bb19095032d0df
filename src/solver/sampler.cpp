#include "solver/sampler.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "graphsparse/core/random.hpp"
#include "solver/intercept.hpp"

namespace graphsparse {
namespace {

constexpr std::size_t kRowsJudged = 256;

// Of the entries in these rows, with the rows' weights.
double mean_square(const Problem& problem, Rows rows) {
  const std::vector<double> norms = squared_row_norms(*problem.design, rows);
  double sum = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) sum += problem.weight(rows[i]) * norms[i];
  return sum / (static_cast<double>(rows.size()) * static_cast<double>(problem.features()));
}

std::vector<RowIndex> spread(Rows rows) {
  const std::size_t count = std::min(kRowsJudged, rows.size());
  std::vector<RowIndex> chosen;
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(rows[i * rows.size() / count]);
  return chosen;
}

}  // namespace

std::vector<double> squared_row_norms(const DesignMatrix& design, Rows rows) {
  std::vector<double> norms(rows.size());
  design.square_norms(rows, norms);
  return norms;
}

double typical_curvature(const Problem& problem, Rows rows) {
  if (const auto bound = problem.loss->traits().curvature_bound) return *bound;
  std::vector<double> target;
  for (const RowIndex row : rows) target.push_back(problem.target[row]);
  const std::vector<double> z(rows.size(), best_constant(problem, rows).intercept);
  std::vector<double> curvatures(rows.size());
  problem.loss->second_derivatives(z, target, {}, curvatures);
  const double mean =
      std::accumulate(curvatures.begin(), curvatures.end(), 0.0) / static_cast<double>(rows.size());
  return mean > 0.0 ? mean : 1.0;
}

double smallest_penalty(const Problem& problem, Rows rows) {
  if (!problem.loss->traits().needs_penalty) return 0.0;
  return mean_square(problem, spread(rows)) / static_cast<double>(rows.size());
}

double penalty_by_size(const Problem& problem, Rows rows, std::int64_t sparsity) {
  const std::vector<RowIndex> chosen = spread(rows);
  return typical_curvature(problem, chosen) * mean_square(problem, chosen) *
         static_cast<double>(sparsity) / static_cast<double>(rows.size());
}

double unit_step(const Problem& problem, Rows rows) {
  const std::vector<RowIndex> chosen = spread(rows);
  const double curvature =
      typical_curvature(problem, chosen) * mean_square(problem, chosen) + problem.l2;
  return curvature > 0.0 ? 1.0 / curvature : 1.0;
}

Rows cut_block(Rows rows, std::int64_t count, std::int64_t index) {
  const auto size = static_cast<std::int64_t>(rows.size());
  const std::int64_t begin = size * index / count;
  const std::int64_t end = size * (index + 1) / count;
  return rows.subspan(begin, static_cast<std::size_t>(end - begin));
}

namespace {

class AllRows final : public Sampler {
 public:
  explicit AllRows(std::vector<RowIndex> rows) : rows_(std::move(rows)) {}

  std::int64_t blocks_an_epoch() const override { return 1; }
  Rows block(std::int64_t /*epoch*/, std::int64_t /*index*/) override { return rows_; }

 private:
  std::vector<RowIndex> rows_;
};

class RandomBlocks final : public Sampler {
 public:
  RandomBlocks(std::vector<RowIndex> rows, std::int64_t block_size, const SolverOptions& options)
      : rows_(std::move(rows)), options_(options) {
    const auto size = static_cast<std::int64_t>(rows_.size());
    blocks_ = (size + block_size - 1) / block_size;
  }

  std::int64_t blocks_an_epoch() const override { return blocks_; }
  Rows block(std::int64_t epoch, std::int64_t index) override {
    RandomStream stream(options_.seed, "block", options_.trial,
                        static_cast<std::uint64_t>(epoch * blocks_ + index));
    return cut_block(rows_, blocks_,
                     static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(blocks_))));
  }

 private:
  std::vector<RowIndex> rows_;
  SolverOptions options_;
  std::int64_t blocks_ = 1;
};

class ShuffledBlocks final : public Sampler {
 public:
  ShuffledBlocks(std::vector<RowIndex> rows, std::int64_t block_size, const SolverOptions& options)
      : rows_(std::move(rows)), shuffled_(rows_.size()), options_(options) {
    const auto size = static_cast<std::int64_t>(rows_.size());
    blocks_ = (size + block_size - 1) / block_size;
  }

  std::int64_t blocks_an_epoch() const override { return blocks_; }
  Rows block(std::int64_t epoch, std::int64_t index) override {
    if (epoch != shuffled_epoch_) shuffle(epoch);
    return cut_block(shuffled_, blocks_, index);
  }

 private:
  // From the original order, so that an epoch's order does not depend on the epochs before.
  void shuffle(std::int64_t epoch) {
    shuffled_ = rows_;
    RandomStream stream(options_.seed, "shuffle", options_.trial,
                        static_cast<std::uint64_t>(epoch));
    stream.shuffle(std::span(shuffled_));
    shuffled_epoch_ = epoch;
  }

  std::vector<RowIndex> rows_;
  std::vector<RowIndex> shuffled_;
  SolverOptions options_;
  std::int64_t blocks_ = 1;
  std::int64_t shuffled_epoch_ = -1;
};

// Rows drawn one by one with replacement, row i with probability p_i in proportion to its weight
// times its squared norm, which is what bounds the curvature of its loss. Mixed half and half with
// the uniform probability so that no factor 1/(m p_i) exceeds 2 (Needell, Srebro and Ward 2014).
class WeightedRows final : public Sampler {
 public:
  WeightedRows(const Problem& problem, std::vector<RowIndex> rows, std::int64_t block_size,
               const SolverOptions& options)
      : rows_(std::move(rows)),
        options_(options),
        block_size_(static_cast<std::size_t>(block_size)),
        block_(block_size_),
        factors_(block_size_) {
    std::vector<double> norms = squared_row_norms(*problem.design, rows_);
    for (std::size_t i = 0; i < rows_.size(); ++i) norms[i] *= problem.weight(rows_[i]);
    const double total = std::accumulate(norms.begin(), norms.end(), 0.0);
    const auto count = static_cast<double>(rows_.size());
    double sum = 0.0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double share = total > 0.0 ? norms[i] / total : 1.0 / count;
      probability_.push_back(0.5 / count + 0.5 * share);
      sum += probability_.back();
      cumulative_.push_back(sum);
    }
  }

  std::int64_t blocks_an_epoch() const override {
    return static_cast<std::int64_t>((rows_.size() + block_size_ - 1) / block_size_);
  }
  Rows block(std::int64_t epoch, std::int64_t index) override {
    RandomStream stream(options_.seed, "weighted", options_.trial,
                        static_cast<std::uint64_t>(epoch * blocks_an_epoch() + index));
    for (std::size_t k = 0; k < block_size_; ++k) {
      const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(),
                                          stream.uniform() * cumulative_.back());
      const auto i =
          std::min(static_cast<std::size_t>(found - cumulative_.begin()), rows_.size() - 1);
      block_[k] = rows_[i];
      factors_[k] = 1.0 / (static_cast<double>(rows_.size()) * probability_[i]);
    }
    return block_;
  }
  std::span<const double> factors() const override { return factors_; }

 private:
  std::vector<RowIndex> rows_;
  SolverOptions options_;
  std::size_t block_size_;
  std::vector<RowIndex> block_;
  std::vector<double> factors_;
  std::vector<double> probability_;
  std::vector<double> cumulative_;
};

}  // namespace

std::unique_ptr<Sampler> make_sampler(const Problem& problem, std::vector<RowIndex> rows,
                                      std::int64_t block_size, const SolverOptions& options) {
  block_size = std::clamp<std::int64_t>(block_size, 1, static_cast<std::int64_t>(rows.size()));
  switch (options.sampler) {
    case SamplerKind::random_blocks:
      return std::make_unique<RandomBlocks>(std::move(rows), block_size, options);
    case SamplerKind::shuffled_blocks:
      return std::make_unique<ShuffledBlocks>(std::move(rows), block_size, options);
    case SamplerKind::weighted_rows:
      return std::make_unique<WeightedRows>(problem, std::move(rows), block_size, options);
    case SamplerKind::all_rows:
      break;
  }
  return std::make_unique<AllRows>(std::move(rows));
}

}  // namespace graphsparse
