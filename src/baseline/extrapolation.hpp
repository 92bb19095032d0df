// Anderson's extrapolation of a slowly converging sequence: the combination of the last few
// iterates whose differences nearly cancel. Bertrand and Massias (2021) show what it does for
// coordinate descent; docs/baselines.md what it does here.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace graphsparse::baseline {

class Extrapolation {
 public:
  static constexpr std::size_t kDifferences = 5;

  void restart() { count_ = 0; }

  // A place for the next iterate, with the memory of an older one.
  std::vector<double>& next() { return iterates_[count_++]; }
  bool is_full() const { return count_ == iterates_.size(); }

  // Weights of all iterates but the first, with sum 1, judged by their first `compared` entries.
  // False where they are too alike to tell.
  bool find_weights(std::size_t compared);
  // The combination of entry `k` with these weights.
  double combined(std::size_t k) const;

 private:
  std::array<std::vector<double>, kDifferences + 1> iterates_;
  std::array<double, kDifferences> weights_ = {};
  std::size_t count_ = 0;
};

}  // namespace graphsparse::baseline
