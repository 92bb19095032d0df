#include "size_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "errors.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/reference/projection_table.hpp"

namespace graphsparse::cli {
namespace {

constexpr double kHeadSlack = 0.1;  // where no size is given

// floor(low * (1 + slack)), safe against the last bit: 1.1 * 10 is 11, not 10.999. Bounded before
// the conversion, as the slack may be anything.
std::int64_t with_slack(std::int64_t low, double slack, std::int64_t node_count) {
  const double high = std::floor(static_cast<double>(low) * (1.0 + slack) + 1e-9);
  return static_cast<std::int64_t>(std::min(high, static_cast<double>(node_count)));
}

void require_nodes(std::string_view option, std::int64_t wanted, std::int64_t node_count) {
  if (wanted <= node_count) return;
  throw InputError(
      fmt::format("{} {} is more than the graph has: {} nodes", option, wanted, node_count));
}

}  // namespace

void check_request(const SizeRequest& request, ProjectionKind kind) {
  if (request.low && *request.low > *request.high) {
    throw UsageError(fmt::format("--low {} is above --high {}", *request.low, *request.high));
  }
  if (kind == ProjectionKind::tail && !request.sparsity && !request.low) {
    throw UsageError("--kind tail needs a size: --sparsity, or --low and --high");
  }
}

SizeRange choose_sizes(const SizeRequest& request, const ProjectionMethod& method,
                       std::int64_t node_count) {
  SizeRange range;
  if (request.low) {
    require_nodes("--low", *request.low, node_count);
    range = {*request.low, *request.high};
  } else if (request.sparsity) {
    require_nodes("--sparsity", *request.sparsity, node_count);
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

}  // namespace graphsparse::cli
