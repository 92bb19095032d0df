// The training and test rows of each task.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/selection/cross_validation.hpp"
#include "graphsparse/work/checkpoint.hpp"

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

// The outcome of a fold as a record of a checkpoint.

// "repeat=0 fold=2", "repeat=0 fold=2 inner=1".
std::string name_of(const FoldTask& task);

// Whether it is the name of a task of some number of repeats, nested or not.
bool may_name_task(std::string_view name, std::int64_t folds, std::int64_t inner_folds);

void encode_outcome(const FoldOutcome& outcome, RecordWriter& record);

// What an outcome of the task must look like.
struct OutcomeShape {
  std::size_t settings = 0;
  NodeId features = 0;
  std::size_t test_rows = 0;  // of outer tasks
};

// Throws InputError unless it has that shape.
FoldOutcome decode_outcome(const FoldTask& task, const OutcomeShape& shape, RecordReader& record);

}  // namespace graphsparse
