#include "graphsparse/reference/projection_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "graphsparse/core/error.hpp"
#include "graphsparse/reference/projection_table.hpp"
#include "projection/checks.hpp"

namespace graphsparse {
namespace {

constexpr double kHeadSlack = 0.1;  // where no size is given

void require_nodes(std::string_view field, std::int64_t wanted, std::int64_t node_count) {
  if (wanted <= node_count) return;
  throw InputError(
      fmt::format("`{}` {} is more than the graph has: {} nodes", field, wanted, node_count));
}

}  // namespace

SizeRange choose_sizes(const SizeRequest& request, const ProjectionMethod& method,
                       std::int64_t node_count) {
  SizeRange range;
  if (request.low) {
    require_nodes("low", *request.low, node_count);
    range = {*request.low, *request.high};
  } else if (request.sparsity) {
    require_nodes("sparsity", *request.sparsity, node_count);
    const double slack = request.slack.value_or(method.default_slack);
    range = {*request.sparsity, with_slack(*request.sparsity, slack, node_count)};
  } else {
    range.low = std::max<std::int64_t>(node_count / 2, 1);
    range.high = with_slack(range.low, kHeadSlack, node_count);
  }
  // The authors' calling code never lets the search return the whole graph.
  const std::int64_t most = is_authors_search(method) ? node_count - 1 : node_count;
  range.high = std::max(range.low, std::min(range.high, most));
  return range;
}

}  // namespace graphsparse
