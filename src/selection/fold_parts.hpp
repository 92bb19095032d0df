// The training and test rows of each task.
#pragma once

#include <vector>

#include "graphsparse/selection/cross_validation.hpp"

namespace graphsparse {

struct FoldPart {
  std::vector<RowIndex> training;
  std::vector<RowIndex> test;
  std::uint64_t trial = 0;  // a number of its own, for random streams
};

// Makes parts when they are asked for, always the same ones: nothing of the size of the data is
// kept.
class FoldParts {
 public:
  FoldParts(const CrossValidationData& data, const CrossValidationPlan& plan);

  FoldPart part(const FoldTask& task) const;
  const std::vector<RowIndex>& rows() const { return rows_; }
  std::int64_t inner_folds() const { return inner_folds_; }

  // Throws InputError unless every part of every task can be made.
  void check() const;

 private:
  std::vector<std::vector<RowIndex>> folds_of(Rows rows, std::int64_t folds, std::int64_t repeat,
                                              std::int64_t part) const;

  const CrossValidationData& data_;
  const CrossValidationPlan& plan_;
  std::int64_t inner_folds_;
  std::vector<RowIndex> rows_;
};

}  // namespace graphsparse
