// The parts of the authors' program, for the solver's hooks.
#pragma once

#include "graphsparse/solver/hooks.hpp"

namespace graphsparse {

// Live as long as the program.
const SolverHooks& authors_recovery_hooks();
const SolverHooks& authors_classification_hooks();

}  // namespace graphsparse
