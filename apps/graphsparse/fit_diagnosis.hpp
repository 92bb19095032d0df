// How `fit --diagnose` tells what the theory says of a run.
#pragma once

#include <string>

#include "graphsparse/solver/diagnosis.hpp"
#include "output.hpp"

namespace graphsparse::cli {

Json diagnosis_to_json(const Diagnosis& diagnosis);

std::string diagnosis_to_table(const Diagnosis& diagnosis);

}  // namespace graphsparse::cli
