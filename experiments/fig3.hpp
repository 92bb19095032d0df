// What comes out of figure 3: the table, the picture, and how far the published figure is.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "experiment.hpp"

namespace graphsparse::experiments {

// How many observations a method requires, by block size.
struct RequiredLine {
  double noise = 0.0;
  std::string method = {};
  std::map<std::int64_t, double> required = {};
};

// The published m by noise, method and block size.
using PublishedRequired = std::map<std::tuple<double, std::string, std::int64_t>, double>;

// Empty without a data folder. To be called before the work: a bad file must not cost hours.
PublishedRequired read_required(const Request& request);

Report make_required_report(const Request& request, const std::vector<RequiredLine>& lines,
                            const PublishedRequired& published);

}  // namespace graphsparse::experiments
