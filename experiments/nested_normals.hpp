// The normal numbers of one trial's designs, where all designs of a trial are the first rows of one
// matrix (figure 5). Drawn once for as long as the tasks of a trial follow each other.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace graphsparse::experiments {

class NestedNormals {
 public:
  // Of so many rows and columns, row by row.
  NestedNormals(std::uint64_t seed, std::int64_t rows, std::int64_t columns)
      : seed_(seed), rows_(rows), columns_(columns) {}

  // May be called by several threads.
  std::shared_ptr<const std::vector<double>> of_trial(std::uint64_t trial);

 private:
  std::uint64_t seed_;
  std::int64_t rows_;
  std::int64_t columns_;
  std::mutex mutex_;
  std::uint64_t last_trial_ = 0;
  std::shared_ptr<const std::vector<double>> last_;  // null: nothing was asked for yet
};

}  // namespace graphsparse::experiments
