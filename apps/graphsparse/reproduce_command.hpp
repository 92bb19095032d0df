// How reproduced figures are told: on the terminal, as JSON, on one page.
#pragma once

#include <string>
#include <vector>

#include "experiments/experiment.hpp"
#include "output.hpp"

namespace graphsparse::cli {

std::string reproduce_text(const experiments::Report& report, const std::string& folder);

Json reproduce_json(const std::vector<experiments::Report>& reports,
                    const experiments::Request& request);

std::string reproduce_page(const std::vector<experiments::Report>& reports,
                           const experiments::Request& request);

}  // namespace graphsparse::cli
