#include "io/edge_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "io/input_file.hpp"
#include "io/listing.hpp"
#include "io/text.hpp"

namespace graphsparse {
namespace io {
namespace {

constexpr std::string_view kConfidence = "confidence";
constexpr std::string_view kIgnore = "ignore";

bool is_name_of_confidence(std::string_view name) {
  constexpr std::array<std::string_view, 4> names = {"score", "combined_score", "weight",
                                                     "confidence"};
  return std::find(names.begin(), names.end(), lower_case(name)) != names.end();
}

std::string meaning_of_values(const EdgeOptions& options, const EdgeTable& table) {
  if (!options.values.empty()) return options.values;
  return std::string(is_name_of_confidence(table.value_name) ? kConfidence : "cost");
}

double largest_value(const EdgeTable& table) {
  double largest = 0.0;
  for (const Edge& edge : table.edges) largest = std::max(largest, edge.cost);
  return largest;
}

// STRING counts to 1000, others to 1; what goes beyond is measured by its largest. So are small
// counts, which would all be next to nothing out of 1000.
double scale_of(double largest) {
  constexpr double string_scale = 1000.0;
  constexpr double fewest_of_string = 100.0;
  if (largest <= 1.0) return 1.0;
  return largest > fewest_of_string && largest <= string_scale ? string_scale : largest;
}

void drop_weak_edges(double min_score, const std::string& meaning, EdgeTable& table) {
  if (!table.has_values) {
    fail_in(table.source,
            "has no column of scores, which `min_score` needs; name it with FILE:U,V,SCORE");
  }
  if (meaning == "cost") {
    fail_in(table.source,
            "`min_score` is for scores, but the values of its edges are taken for costs; say "
            "`edge_values` confidence, or `edge_values` ignore to use the scores for this alone");
  }
  const std::size_t before = table.edges.size();
  std::erase_if(table.edges, [&](const Edge& edge) { return edge.cost < min_score; });
  const std::size_t dropped = before - table.edges.size();
  if (table.edges.empty()) {
    fail_in(table.source, fmt::format("`min_score` {} leaves none of its {} edges; a smaller one "
                                      "is needed",
                                      min_score, before));
  }
  table.notes.push_back(fmt::format("{}: {} of {} edges have a score below {} and are dropped",
                                    table.source, dropped, before, min_score));
}

void turn_into_costs(double scale, EdgeTable& table) {
  constexpr double least_cost = 0.01;
  for (Edge& edge : table.edges) edge.cost = std::max(least_cost, 1.0 - edge.cost / scale);
  const std::string column =
      table.value_name.empty() ? "the third column" : "the column " + in_quotes(table.value_name);
  table.notes.push_back(
      fmt::format("{}: {} holds confidences; an edge costs max(0.01, 1 - confidence / {}) "
                  "(`edge_values` cost|ignore for another reading)",
                  table.source, column, scale));
}

void leave_out(const std::vector<std::string>& names, EdgeTable& table) {
  const std::unordered_set<std::string> excluded(names.begin(), names.end());
  std::vector<NodeId> new_id(static_cast<std::size_t>(table.node_count()), kNoNode);
  std::vector<std::string> kept;
  for (std::int64_t node = 0; node < table.node_count(); ++node) {
    std::string name = table.name(node);
    if (excluded.contains(name)) continue;
    new_id[static_cast<std::size_t>(node)] = static_cast<NodeId>(kept.size());
    kept.push_back(std::move(name));
  }
  if (kept.size() == new_id.size()) return;
  if (kept.empty()) fail_in(table.source, "`exclude` names every node; some must stay");
  std::vector<Edge> edges;
  for (const Edge& edge : table.edges) {
    const NodeId u = new_id[static_cast<std::size_t>(edge.u)];
    const NodeId v = new_id[static_cast<std::size_t>(edge.v)];
    if (u != kNoNode && v != kNoNode) edges.push_back({u, v, edge.cost});
  }
  table.notes.push_back(
      fmt::format("{}: {} left out with {} edges", table.source,
                  counted(static_cast<std::int64_t>(new_id.size() - kept.size()), "node"),
                  table.edges.size() - edges.size()));
  table.names = std::move(kept);
  table.edges = std::move(edges);
  table.has_doubtful_header = false;
}

}  // namespace

void apply_edge_options(const EdgeOptions& options, EdgeTable& table) {
  const std::string meaning = meaning_of_values(options, table);
  const double scale = scale_of(largest_value(table));
  if (options.min_score) drop_weak_edges(*options.min_score, meaning, table);
  if (meaning == kConfidence && table.has_values) turn_into_costs(scale, table);
  if (meaning == kConfidence && !table.has_values) {
    fail_in(table.source,
            "has no values that could be confidences; name their column with "
            "FILE:U,V,SCORE, or leave `edge_values` out");
  }
  if (meaning == kIgnore) {
    for (Edge& edge : table.edges) edge.cost = 1.0;
  }
  if (!options.exclude.empty()) leave_out(options.exclude, table);
}

}  // namespace io

EdgeTable without_header_line(const EdgeTable& table) {
  EdgeTable rest = table;
  rest.has_doubtful_header = false;
  rest.names.erase(rest.names.begin(), rest.names.begin() + 2);
  rest.edges.erase(rest.edges.begin());
  for (Edge& edge : rest.edges) edge = {edge.u - 2, edge.v - 2, edge.cost};
  rest.numbered = std::all_of(rest.names.begin(), rest.names.end(), [](const std::string& name) {
    return io::parse_index(name).has_value();
  });
  return rest;
}

}  // namespace graphsparse
