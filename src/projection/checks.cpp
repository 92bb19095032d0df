#include "projection/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graphsparse/core/error.hpp"

namespace graphsparse {

void check_vector(const Graph& graph, std::span<const double> x) {
  if (x.size() != static_cast<std::size_t>(graph.node_count())) {
    throw InputError(
        fmt::format("the vector has {} entries for {} nodes; there must be one per node", x.size(),
                    graph.node_count()));
  }
  double sum = 0.0;
  for (const double value : x) sum += value * value;
  if (std::isfinite(sum)) return;
  for (std::size_t node = 0; node < x.size(); ++node) {
    if (std::isfinite(x[node])) continue;
    throw InputError(fmt::format("entry {} of the vector is {}; it must be finite", node, x[node]));
  }
  throw InputError("the squares of the vector are too large for a double; scale it down");
}

void finish_result(std::span<const double> x, const ProjectionOptions& options,
                   InducedComponents& counter, ProjectionResult& result) {
  // Inside and outside are summed separately, so that an empty outside is exactly 0.
  double captured = 0.0;
  double lost = 0.0;
  auto next = result.support.begin();
  for (std::size_t node = 0; node < x.size(); ++node) {
    const bool inside = next != result.support.end() && static_cast<std::size_t>(*next) == node;
    if (inside) ++next;
    (inside ? captured : lost) += x[node] * x[node];
  }
  result.captured = captured;
  result.lost = lost;
  result.components = counter.count(result.support);
  const auto size = static_cast<std::int64_t>(result.support.size());
  result.within_range = options.min_size <= size && size <= options.max_size;
}

}  // namespace graphsparse
