// What comes out of figure 2: the table, the picture, and how far the published figure is.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiment.hpp"

namespace graphsparse::experiments {

// log10 of the mean error, after each epoch (panel "b") or each iteration (panel "eta").
struct ErrorCurve {
  std::string panel = {};
  double value = 0.0;  // of b or eta
  std::vector<double> means = {};
  // What two runs differ by (statistics.hpp), by index, where the curve is compared with the
  // published one; empty where there are too few trials to tell.
  std::map<std::size_t, double> chance = {};
};

// Where a panel's curves are compared with the published ones: after 10 and 30 epochs, or after 101
// and 991 iterations.
std::array<std::size_t, 2> compared_points(std::string_view panel);

// The published values by index, for each panel and value.
using PublishedErrors = std::map<std::pair<std::string, double>, std::map<std::size_t, double>>;

// Empty without a data folder. To be called before the work: a bad file must not cost hours.
PublishedErrors read_errors(const Request& request);

Report make_error_report(const Request& request, const std::vector<ErrorCurve>& curves,
                         const PublishedErrors& published);

}  // namespace graphsparse::experiments
