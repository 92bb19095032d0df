// The page of a fit, and what matters to people of it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graphsparse/fit/fit.hpp"
#include "graphsparse/report/run_record.hpp"

namespace graphsparse {

// Label and value, for a table or a page.
std::vector<std::pair<std::string, std::string>> fit_facts(const Fit& fit);

// Settings as the fit itself knows them, without a command.
RunRecord record_of(const Fit& fit);

// Facts, coefficients, the objective epoch by epoch, a picture of what was selected, for two
// classes the ROC curve of the training data, and how the run is repeated, as one self-contained
// HTML page.
std::string fit_page(const Fit& fit, const RunRecord& run);

// One figure for a paper: what was selected of the graph; without any the ROC curve, or the
// objective epoch by epoch.
std::string fit_figure(const Fit& fit);

// Writes the page. Throws InputError where the path cannot be written.
void write_report(const Fit& fit, const std::string& path);

}  // namespace graphsparse
