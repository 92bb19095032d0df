// What a fit prints.
#pragma once

#include <string>

#include "graphsparse/fit/fit.hpp"
#include "output.hpp"

namespace graphsparse::cli {

// `with_times`: also how many seconds had passed at the end of each epoch.
Json fit_to_json(const Fit& fit, bool with_times);

std::string fit_to_table(const Fit& fit);

}  // namespace graphsparse::cli
