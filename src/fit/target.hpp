// The target of a dataset as numbers that a loss understands.
#pragma once

#include <string>
#include <vector>

#include "graphsparse/io/data_file.hpp"
#include "graphsparse/objective/loss.hpp"

namespace graphsparse {

struct Target {
  std::vector<double> values;        // classes are -1 and +1
  std::vector<std::string> classes;  // the words for these; empty where there are none
};

// Throws InputError where there is none, and naming the first value that the loss cannot have.
Target encode_target(const Dataset& data, const Loss& loss);

}  // namespace graphsparse
