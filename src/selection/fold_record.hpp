// The outcome of a fold as a record of a checkpoint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "graphsparse/core/types.hpp"
#include "graphsparse/selection/cross_validation.hpp"
#include "graphsparse/work/record.hpp"

namespace graphsparse {

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
