#include "graphsparse/reference/projection_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "reference/bisection.hpp"

namespace graphsparse {
namespace {

// A search by bisection need not land on a single size: this is the window the authors leave it.
constexpr double kAuthorsSlack = 0.1;

constexpr std::array kAuthorsMethods = {
    ProjectionMethod{"bisection", "the authors' search over lambda, call by call",
                     make_bisection_projection, true, false, kAuthorsSlack},
    ProjectionMethod{"bisection-warm",
                     "the same, sparing solves that the last search makes needless",
                     make_warm_bisection_projection, true, false, kAuthorsSlack},
    ProjectionMethod{"bisection-largest",
                     "the same from the original start, the high-th largest prize",
                     make_largest_bisection_projection, true, false, kAuthorsSlack},
};

// Earlier name, today's name.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kRenamed = {{
    {"dp", "tree-dp"},
    {"paper", "bisection"},
    {"paper-warm", "bisection-warm"},
    {"paper-largest", "bisection-largest"},
}};

std::vector<ProjectionMethod> join_tables() {
  const std::span<const ProjectionMethod> own = projection_methods();
  std::vector<ProjectionMethod> all(own.begin(), own.end());
  all.insert(all.end(), kAuthorsMethods.begin(), kAuthorsMethods.end());
  return all;
}

}  // namespace

std::span<const ProjectionMethod> all_projection_methods() {
  static const std::vector<ProjectionMethod> kAll = join_tables();
  return kAll;
}

std::vector<std::string> projection_names() {
  std::vector<std::string> names;
  for (const ProjectionMethod& method : all_projection_methods()) names.emplace_back(method.name);
  for (const auto& [before, today] : kRenamed) names.emplace_back(before);
  return names;
}

const ProjectionMethod& find_projection(std::string_view name) {
  const std::string_view wanted = renamed_projection(name).value_or(name);
  std::string known;
  for (const ProjectionMethod& method : all_projection_methods()) {
    if (method.name == wanted) return method;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", method.name);
  }
  throw InputError(fmt::format("there is no projection method '{}'; there are {}", name, known));
}

std::optional<std::string_view> renamed_projection(std::string_view name) {
  for (const auto& [before, today] : kRenamed) {
    if (before == name) return today;
  }
  return std::nullopt;
}

bool is_authors_search(const ProjectionMethod& method) {
  return std::any_of(
      kAuthorsMethods.begin(), kAuthorsMethods.end(),
      [&method](const ProjectionMethod& theirs) { return theirs.name == method.name; });
}

std::unique_ptr<Projection> make_projection(std::string_view method, const Graph& graph,
                                            const ProjectionOptions& options) {
  return make_projection(find_projection(method), graph, options);
}

}  // namespace graphsparse
