// The page of a fit, and what matters to people of it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graphsparse/fit/fit.hpp"

namespace graphsparse {

// Label and value, for a table or a page.
std::vector<std::pair<std::string, std::string>> fit_facts(const Fit& fit);

// Facts, coefficients, the objective epoch by epoch, a picture of what was selected and, for two
// classes, the ROC curve of the training data, as one self-contained HTML page.
std::string fit_page(const Fit& fit);

// Writes it. Throws InputError where the path cannot be written.
void write_report(const Fit& fit, const std::string& path);

}  // namespace graphsparse
