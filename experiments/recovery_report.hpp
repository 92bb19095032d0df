// What comes out of a recovery figure: the table, the picture, and how far the published figure is.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "method.hpp"
#include "recovery_figure.hpp"

namespace graphsparse::experiments {

struct RecoveryCell {
  std::string panel = {};
  std::int64_t observations = 0;
  double ratio = 0.0;  // m / s
  std::string method = {};
  double probability = 0.0;
  std::int64_t trials = 0;  // those that count
};

// The published probability by panel, m and method.
using PublishedRecovery = std::map<std::tuple<std::string, std::int64_t, std::string>, double>;

// Empty without a data folder. To be called before the work: a bad file must not cost hours.
PublishedRecovery read_published(const RecoveryFigure& figure, const Request& request);

// The authors sort the errors and drop the smallest and largest few; we count all.
RecoveryCell summarize(const RecoveryFigure& figure, std::size_t panel, std::size_t observation,
                       const Method& method, const std::vector<double>& errors,
                       Convention convention);

Report make_recovery_report(const RecoveryFigure& figure, const Request& request,
                            const std::vector<Method>& methods,
                            const std::vector<RecoveryCell>& cells,
                            const PublishedRecovery& published);

}  // namespace graphsparse::experiments
