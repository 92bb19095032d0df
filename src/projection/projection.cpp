#include "graphsparse/projection/projection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "graphsparse/core/error.hpp"
#include "projection/methods.hpp"

namespace graphsparse {
namespace {

// A new method is one file and one line here. The first is the default.
constexpr std::array kMethods = {
    ProjectionMethod{kDefaultProjectionMethod,
                     "short search over lambda, tree knapsack, exchanges; exactly sized",
                     make_dp_projection},
    ProjectionMethod{"budget", "Hegde, Indyk and Schmidt 2015 with a cost budget; proven factors",
                     make_budget_projection, true, true},
    ProjectionMethod{"exact", "the optimum; for forests, or at most 20 nodes",
                     make_exact_projection},
    ProjectionMethod{"local", "local search without any Steiner tree; no guarantee",
                     make_local_projection},
};

void check(const Graph& graph, const ProjectionOptions& options) {
  if (options.min_size < 0 || options.min_size > options.max_size) {
    throw InputError(fmt::format("sizes {} to {} are no range; low must be between 0 and high",
                                 options.min_size, options.max_size));
  }
  if (options.min_size > graph.node_count()) {
    throw InputError(fmt::format("a support of {} nodes was asked for, but the graph has only {}",
                                 options.min_size, graph.node_count()));
  }
  if (options.components < 1) {
    throw InputError(fmt::format("components is {}; at least 1 is needed", options.components));
  }
  if (options.max_calls < 1) {
    throw InputError(fmt::format("max_calls is {}; at least 1 is needed", options.max_calls));
  }
  if (options.budget && !(std::isfinite(*options.budget) && *options.budget >= 0.0)) {
    throw InputError(
        fmt::format("budget is {}; it must be finite and not negative", *options.budget));
  }
  if (options.factor && options.kind != ProjectionKind::head) {
    throw InputError("a factor to reach is for heads; a tail has the one that it has");
  }
  if (options.factor && !(*options.factor > 0.0 && *options.factor < 1.0)) {
    throw InputError(fmt::format("factor is {}; it must be above 0 and below 1", *options.factor));
  }
}

}  // namespace

std::string_view to_string(ProjectionKind kind) {
  return kind == ProjectionKind::head ? "head" : "tail";
}

std::optional<ProjectionKind> parse_projection_kind(std::string_view name) {
  if (name == "head") return ProjectionKind::head;
  if (name == "tail") return ProjectionKind::tail;
  return std::nullopt;
}

std::span<const ProjectionMethod> projection_methods() { return kMethods; }

const ProjectionMethod& default_projection_method() { return kMethods.front(); }

std::unique_ptr<Projection> make_projection(const ProjectionMethod& method, const Graph& graph,
                                            const ProjectionOptions& options) {
  check(graph, options);
  ProjectionOptions possible = options;
  possible.components =
      std::min<std::int64_t>(options.components, std::max<std::int64_t>(graph.node_count(), 1));
  return possible.factor ? make_boosted_head(method, graph, possible)
                         : method.make(graph, possible);
}

}  // namespace graphsparse
