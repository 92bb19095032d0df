#include "graphsparse/selection/folds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <map>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/random.hpp"

namespace graphsparse {
namespace {

using Folds = std::vector<std::vector<RowIndex>>;

class FoldMaker {
 public:
  FoldMaker(Rows rows, const FoldRequest& request)
      : rows_(rows),
        request_(request),
        stream_(request.seed, "folds", request.repeat, request.part),
        folds_(static_cast<std::size_t>(request.folds)) {}

  Folds make() {
    if (request_.groups.empty()) {
      deal_rows();
    } else {
      place_groups();
    }
    for (auto& fold : folds_) std::sort(fold.begin(), fold.end());
    check();
    return std::move(folds_);
  }

 private:
  std::size_t class_of(RowIndex row) const {
    if (request_.classes.empty()) return 0;
    return request_.classes[row] > 0.0 ? 1 : 0;
  }

  // Each class shuffled, then all dealt out like cards: neither a class nor the folds themselves
  // differ by more than one in size.
  void deal_rows() {
    std::vector<RowIndex> order;
    for (const std::size_t wanted : {std::size_t{0}, std::size_t{1}}) {
      const std::size_t begin = order.size();
      std::copy_if(rows_.begin(), rows_.end(), std::back_inserter(order),
                   [&](RowIndex row) { return class_of(row) == wanted; });
      stream_.shuffle(std::span(order).subspan(begin));
    }
    for (std::size_t i = 0; i < order.size(); ++i) folds_[i % folds_.size()].push_back(order[i]);
  }

  struct Group {
    std::vector<RowIndex> rows;
    std::array<double, 2> count = {};  // by class
  };

  std::vector<Group> shuffled_groups() {
    std::map<std::int32_t, Group> by_number;
    for (const RowIndex row : rows_) {
      Group& group = by_number[request_.groups[row]];
      group.rows.push_back(row);
      group.count.at(class_of(row)) += 1.0;
    }
    std::vector<Group> groups;
    for (auto& [number, group] : by_number) groups.push_back(std::move(group));
    if (groups.size() == 1) {
      throw InputError("all samples are in one group, which cannot be split over folds");
    }
    if (groups.size() < folds_.size()) {
      throw InputError(fmt::format("{} groups of samples cannot fill {} folds; ask for fewer folds",
                                   groups.size(), folds_.size()));
    }
    stream_.shuffle(std::span(groups));
    // Large ones first: small ones then even out what these leave uneven.
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Group& a, const Group& b) { return a.rows.size() > b.rows.size(); });
    return groups;
  }

  void place_groups() {
    const std::vector<Group> groups = shuffled_groups();
    std::array<double, 2> total = {};
    for (const Group& group : groups) {
      for (std::size_t c = 0; c < total.size(); ++c) total.at(c) += group.count.at(c);
    }
    std::vector<std::array<double, 2>> counts(folds_.size(), std::array<double, 2>{});
    for (const Group& group : groups) {
      // The growth of sum over folds and classes of (share of the class in the fold)^2.
      const auto growth = [&](std::size_t fold) {
        double sum = 0.0;
        for (std::size_t c = 0; c < total.size(); ++c) {
          if (total.at(c) == 0.0) continue;
          const double share = group.count.at(c) / total.at(c);
          sum += share * (2.0 * counts[fold].at(c) / total.at(c) + share);
        }
        return sum;
      };
      std::size_t best = 0;
      double smallest = std::numeric_limits<double>::infinity();
      for (std::size_t fold = 0; fold < folds_.size(); ++fold) {
        const double candidate = growth(fold);
        if (candidate >= smallest) continue;
        smallest = candidate;
        best = fold;
      }
      for (std::size_t c = 0; c < total.size(); ++c) counts[best].at(c) += group.count.at(c);
      folds_[best].insert(folds_[best].end(), group.rows.begin(), group.rows.end());
    }
  }

  void check() const {
    for (std::size_t fold = 0; fold < folds_.size(); ++fold) {
      std::array<std::int64_t, 2> count = {};
      for (const RowIndex row : folds_[fold]) ++count.at(class_of(row));
      if (folds_[fold].empty()) fail(fold, "no samples");
      if (request_.classes.empty()) continue;
      if (count[0] == 0) fail(fold, "no sample of the first class (-1)");
      if (count[1] == 0) fail(fold, "no sample of the second class (+1)");
    }
  }

  [[noreturn]] void fail(std::size_t fold, const char* lack) const {
    const auto positives =
        std::count_if(rows_.begin(), rows_.end(), [&](RowIndex row) { return class_of(row) == 1; });
    const std::string classes =
        request_.classes.empty()
            ? std::string()
            : fmt::format(" ({} and {} by class)",
                          static_cast<std::ptrdiff_t>(rows_.size()) - positives, positives);
    throw InputError(
        fmt::format("{}fold {} of {} has {}: there are {} samples{}{}; ask for fewer folds",
                    request_.part == 0 ? "" : "inner ", fold + 1, folds_.size(), lack, rows_.size(),
                    classes, request_.groups.empty() ? "" : " in groups that stay together"));
  }

  Rows rows_;
  const FoldRequest& request_;
  RandomStream stream_;
  Folds folds_;
};

}  // namespace

Folds make_folds(Rows rows, const FoldRequest& request) {
  if (request.folds < 2) {
    throw InputError(fmt::format("folds is {}; it must be at least 2", request.folds));
  }
  if (request.folds > static_cast<std::int64_t>(rows.size())) {
    throw InputError(
        fmt::format("{} folds of {} samples; ask for fewer folds", request.folds, rows.size()));
  }
  return FoldMaker(rows, request).make();
}

std::vector<RowIndex> rows_without(Rows rows, Rows test) {
  std::vector<RowIndex> rest;
  std::set_difference(rows.begin(), rows.end(), test.begin(), test.end(), std::back_inserter(rest));
  return rest;
}

}  // namespace graphsparse
