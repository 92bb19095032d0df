// Labels as files tell them, in words or numbers, turned into the two classes of the logistic loss.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graphsparse/io/data_file.hpp"

namespace graphsparse {

struct ClassLabels {
  std::vector<double> labels;        // -1 or +1, one per sample
  std::vector<std::string> classes;  // the words for -1 and for +1
};

// The smaller of two numbers, or the earlier of two words (by their bytes), is -1. Samples of
// weight 0 have no say in it (empty weights: ones). Throws InputError unless there are exactly two
// classes.
ClassLabels encode_classes(const SampleColumn& target, std::span<const double> weights = {});

}  // namespace graphsparse
