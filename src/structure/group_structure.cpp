#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/structure/structure.hpp"

namespace graphsparse {
namespace {

class GroupStructure final : public Structure {
 public:
  GroupStructure(std::vector<std::int32_t> group, std::size_t group_count, std::int64_t sparsity)
      : group_(std::move(group)),
        size_(group_count, 0),
        energy_(group_count),
        chosen_(group_count),
        order_(group_count),
        sparsity_(sparsity) {
    for (const std::int32_t number : group_) {
      if (number >= 0) ++size_[number];
    }
  }

  const Support& find_head(std::span<const double> x) override { return best(x, 2 * sparsity_); }
  const Support& find_tail(std::span<const double> x) override { return best(x, sparsity_); }
  std::int64_t sparsity() const override { return sparsity_; }
  // The mean over the group.
  void spread(std::span<const double> probability, std::span<double> prior) const override {
    std::vector<double> sums(size_.size(), 0.0);
    for (std::size_t i = 0; i < group_.size(); ++i) {
      if (group_[i] >= 0) sums[group_[i]] += probability[i];
    }
    for (std::size_t i = 0; i < group_.size(); ++i) {
      const auto number = static_cast<std::size_t>(std::max(group_[i], 0));
      prior[i] = group_[i] < 0 ? 0.0 : sums[number] / static_cast<double>(size_[number]);
    }
  }

 private:
  // Greedy by energy (ties: the smaller number), passing over groups that no longer fit.
  const Support& best(std::span<const double> x, std::int64_t room) {
    std::fill(energy_.begin(), energy_.end(), 0.0);
    std::fill(chosen_.begin(), chosen_.end(), char{0});
    for (std::size_t i = 0; i < group_.size(); ++i) {
      if (group_[i] >= 0) energy_[group_[i]] += x[i] * x[i];
    }
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::sort(order_.begin(), order_.end(), [this](std::size_t a, std::size_t b) {
      return energy_[a] != energy_[b] ? energy_[a] > energy_[b] : a < b;
    });
    for (const std::size_t number : order_) {
      if (size_[number] > room) continue;
      room -= size_[number];
      chosen_[number] = 1;
    }
    support_.clear();
    for (std::size_t i = 0; i < group_.size(); ++i) {
      if (group_[i] >= 0 && chosen_[group_[i]] != 0) {
        support_.push_back(static_cast<NodeId>(i));
      }
    }
    return support_;
  }

  std::vector<std::int32_t> group_;
  std::vector<std::int64_t> size_;
  std::vector<double> energy_;
  std::vector<char> chosen_;
  std::vector<std::size_t> order_;
  std::int64_t sparsity_;
  Support support_;
};

}  // namespace

std::unique_ptr<Structure> make_group_structure(std::vector<std::int32_t> group,
                                                std::int64_t sparsity) {
  std::int32_t largest = -1;
  for (const std::int32_t number : group) largest = std::max(largest, number);
  if (largest < 0) throw InputError("no feature belongs to a group");
  std::vector<std::int64_t> size(static_cast<std::size_t>(largest) + 1, 0);
  for (const std::int32_t number : group) {
    if (number >= 0) ++size[number];
  }
  const std::int64_t smallest = *std::min_element(size.begin(), size.end());
  if (sparsity < 1 || sparsity < smallest) {
    throw InputError(
        fmt::format("sparsity is {}, but the smallest group has {} features", sparsity, smallest));
  }
  return std::make_unique<GroupStructure>(std::move(group), size.size(), sparsity);
}

std::unique_ptr<Structure> make_groups_structure(const StructureSpec& spec) {
  return make_group_structure({spec.groups.begin(), spec.groups.end()}, spec.sparsity);
}

}  // namespace graphsparse
