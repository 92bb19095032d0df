#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "graphsparse/core/error.hpp"
#include "graphsparse/structure/structure.hpp"
#include "structure/exchange_rules.hpp"

namespace graphsparse {
namespace {

class SparseStructure final : public Structure {
 public:
  SparseStructure(NodeId features, std::int64_t sparsity, std::int64_t head_size)
      : sparsity_(sparsity),
        head_size_(std::min<std::int64_t>(features, head_size)),
        sizes_(static_cast<std::size_t>(features)) {}

  const Support& find_head(std::span<const double> x) override { return largest(x, head_size_); }
  const Support& find_tail(std::span<const double> x) override { return largest(x, sparsity_); }
  std::int64_t sparsity() const override { return sparsity_; }
  std::unique_ptr<ExchangeRule> make_exchange_rule() const override {
    return make_sparse_exchange_rule(static_cast<NodeId>(sizes_.size()), sparsity_);
  }

 private:
  // Finds the count-th largest size, then reads off whatever is above it; ties go to the smaller
  // number. Numbers of features would have to be looked up at each comparison.
  const Support& largest(std::span<const double> x, std::int64_t count) {
    std::transform(x.begin(), x.end(), sizes_.begin(), size_of);
    const auto last_kept = sizes_.begin() + (count - 1);
    std::nth_element(sizes_.begin(), last_kept, sizes_.end(), std::greater<>());
    const double smallest = *last_kept;
    std::int64_t ties = std::count(sizes_.begin(), last_kept + 1, smallest);
    support_.clear();
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double size = size_of(x[j]);
      if (size > smallest || (size == smallest && ties-- > 0)) {
        support_.push_back(static_cast<NodeId>(j));
      }
    }
    return support_;
  }

  // A run that diverges may hand over what is no number; an order needs one.
  static double size_of(double x) {
    return std::isnan(x) ? std::numeric_limits<double>::infinity() : std::abs(x);
  }

  std::int64_t sparsity_;
  std::int64_t head_size_;
  std::vector<double> sizes_;
  Support support_;
};

}  // namespace

std::unique_ptr<Structure> make_sparse_structure(NodeId features, std::int64_t sparsity,
                                                 std::int64_t head_size) {
  if (sparsity < 1 || sparsity > features) {
    throw InputError(fmt::format(
        "sparsity is {}; it must be between 1 and {}, the number of features", sparsity, features));
  }
  return std::make_unique<SparseStructure>(features, sparsity,
                                           head_size == 0 ? 2 * sparsity : head_size);
}

std::unique_ptr<Structure> make_none_structure(const StructureSpec& spec) {
  return make_sparse_structure(spec.features, spec.sparsity, spec.head_size);
}

}  // namespace graphsparse
