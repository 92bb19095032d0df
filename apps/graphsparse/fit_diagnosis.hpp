// How `fit --diagnose` tells what the theory says of a run.
#pragma once

#include <string>

#include "graphsparse/solver/diagnosis.hpp"
#include "output.hpp"

namespace graphsparse::cli {

Json diagnosis_to_json(const RunDiagnosis::Verdict& verdict);

std::string diagnosis_to_table(const RunDiagnosis::Verdict& verdict);

}  // namespace graphsparse::cli
