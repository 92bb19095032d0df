#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graphsparse/core/error.hpp"
#include "graphsparse/model/sparsity_model.hpp"

namespace graphsparse {
namespace {

class TopModel final : public SparsityModel {
 public:
  TopModel(NodeId features, std::int64_t sparsity, std::int64_t head_sparsity)
      : sparsity_(sparsity),
        head_sparsity_(std::min<std::int64_t>(features, head_sparsity)),
        order_(static_cast<std::size_t>(features)) {}

  const Support& head(std::span<const double> x) override { return largest(x, head_sparsity_); }
  const Support& tail(std::span<const double> x) override { return largest(x, sparsity_); }
  std::int64_t sparsity() const override { return sparsity_; }

 private:
  // Ties go to the smaller number.
  const Support& largest(std::span<const double> x, std::int64_t count) {
    std::iota(order_.begin(), order_.end(), NodeId{0});
    const auto last = order_.begin() + count;
    const auto comes_first = [&x](NodeId a, NodeId b) {
      const double size_a = std::abs(x[static_cast<std::size_t>(a)]);
      const double size_b = std::abs(x[static_cast<std::size_t>(b)]);
      return size_a != size_b ? size_a > size_b : a < b;
    };
    if (last != order_.end()) std::nth_element(order_.begin(), last, order_.end(), comes_first);
    support_.assign(order_.begin(), last);
    std::sort(support_.begin(), support_.end());
    return support_;
  }

  std::int64_t sparsity_;
  std::int64_t head_sparsity_;
  std::vector<NodeId> order_;
  Support support_;
};

}  // namespace

std::unique_ptr<SparsityModel> make_top_model(NodeId features, std::int64_t sparsity,
                                              std::int64_t head_sparsity) {
  if (sparsity < 1 || sparsity > features) {
    throw InputError(fmt::format(
        "sparsity is {}; it must be between 1 and {}, the number of features", sparsity, features));
  }
  return std::make_unique<TopModel>(features, sparsity,
                                    head_sparsity == 0 ? 2 * sparsity : head_sparsity);
}

}  // namespace graphsparse
