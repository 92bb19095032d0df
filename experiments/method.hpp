// The methods of the figures: the paper's names, and which of our solvers each is.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "experiment.hpp"

namespace graphsparse::experiments {

// Which numbers the authors choose on validation data.
enum class Tuning { nothing, step, step_and_blocks };

struct Method {
  std::string_view name;    // in figures and files
  std::string_view solver;  // a row of our table of solvers
  Tuning tuning;
  bool is_ours;  // not in the paper
};

// Throws InputError for an unknown name; case and dashes do not matter, so that "graph-sto-iht" is
// GraphStoIHT.
const Method& find_method(std::string_view name);

// The figure's methods, and ours too under our convention; those asked for where there are any.
std::vector<Method> choose_methods(std::span<const std::string_view> of_figure,
                                   const Request& request);

}  // namespace graphsparse::experiments
