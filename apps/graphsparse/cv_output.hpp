// What a cross-validation prints.
#pragma once

#include <string>

#include "graphsparse/report/cv_report.hpp"
#include "output.hpp"

namespace graphsparse::cli {

Json cv_to_json(const CrossValidation& cv);
std::string cv_to_table(const CrossValidation& cv);

}  // namespace graphsparse::cli
