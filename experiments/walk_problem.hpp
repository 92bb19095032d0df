// The normal numbers of one trial's designs, where all designs of a trial are the first rows of one
// matrix (figure 5). Drawn once for as long as the tasks of a trial follow each other.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "graphsparse/core/random.hpp"
#include "graphsparse/graph/graph.hpp"
#include "recovery_run.hpp"

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

// The problems of figures 1 to 4: a random walk on the 16 x 16 grid with normal values on it.

inline constexpr std::int64_t kWalkSide = 16;
inline constexpr std::int64_t kWalkSparsity = 8;  // where a figure has but one

const Graph& walk_grid();

// From the grid's centre, row 8 and column 8 (docs/notes/figures/README.md).
Support draw_walk(std::int64_t sparsity, RandomStream& stream);
std::vector<double> draw_walk_signal(std::int64_t sparsity, RandomStream& stream);

enum class Precision { single_precision, double_precision };

// Rows of normal entries over sqrt(rows). In single precision the entries are rounded and take half
// the memory; products are computed alike, so that a signal is measured and sought with the same
// matrix.
std::unique_ptr<DesignMatrix> scaled_rows(std::span<const double> normals, std::int64_t rows,
                                          NodeId columns,
                                          Precision precision = Precision::double_precision);

std::vector<double> measure(const DesignMatrix& design, const std::vector<double>& signal);

}  // namespace graphsparse::experiments
