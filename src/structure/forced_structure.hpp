// Supports that hold certain features whatever else they hold.
#pragma once

#include <memory>

#include "graphsparse/structure/structure.hpp"

namespace graphsparse {

// The supports of `others`, which chooses among all other features, united with `forced`
// (ascending).
std::unique_ptr<Structure> make_forced_structure(std::unique_ptr<Structure> others, Support forced);

}  // namespace graphsparse
