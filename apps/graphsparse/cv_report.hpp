// The page that `cv --report` writes.
#pragma once

#include <string>

#include "cv_output.hpp"

namespace graphsparse::cli {

// Facts, scores along the grid, the ROC curve, the refit's subnetwork and how stable its features
// are, as one self-contained HTML page.
void write_cv_report(const std::string& path, const CvOutcome& cv);

}  // namespace graphsparse::cli
