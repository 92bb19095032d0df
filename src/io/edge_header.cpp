#include "io/edge_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/suggest.hpp"
#include "io/input_file.hpp"
#include "io/listing.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
FileAndPart split_file_and_part(const std::string& text) {
  if (is_there(text)) return {text, {}};
  for (std::size_t colon = text.rfind(':'); colon != std::string::npos && colon > 0;
       colon = text.rfind(':', colon - 1)) {
    FileAndPart result{text.substr(0, colon), text.substr(colon + 1)};
    if (!is_there(result.path)) continue;
    if (result.part.empty()) fail_in(text, "names nothing after the colon; leave the colon out");
    return result;
  }
  // For the message about a missing file, leave out what can only be a part.
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos && !extension_of(text.substr(0, colon)).empty()) {
    return {text.substr(0, colon), text.substr(colon + 1)};
  }
  return {text, {}};
}

namespace {

using Fields = std::vector<std::string_view>;

constexpr std::array<std::pair<std::string_view, std::string_view>, 25> kEndNames = {{
    {"u", "v"},
    {"source", "target"},
    {"src", "dst"},
    {"from", "to"},
    {"node1", "node2"},
    {"node_1", "node_2"},
    {"node_u", "node_v"},
    {"name_u", "name_v"},
    {"id_u", "id_v"},
    {"entrez_u", "entrez_v"},
    {"gene1", "gene2"},
    {"gene_u", "gene_v"},
    {"protein1", "protein2"},
    {"symbol_u", "symbol_v"},
    {"v1", "v2"},
    {"gene_a", "gene_b"},
    {"protein_a", "protein_b"},
    {"id1", "id2"},
    {"node_a", "node_b"},
    {"name1", "name2"},
    {"preferredname_a", "preferredname_b"},
    {"official symbol interactor a", "official symbol interactor b"},
    {"official_symbol_a", "official_symbol_b"},
    {"interactora", "interactorb"},
    {"interactor_a", "interactor_b"},
}};

// Of the values of edges, the first that a wide table has.
constexpr std::array<std::string_view, 5> kValueNames = {"cost", "combined_score", "confidence",
                                                         "score", "weight"};

std::optional<std::size_t> find_column(const Fields& header, std::string_view name) {
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (lower_case(header[i]) == name) return i;
  }
  return std::nullopt;
}

// The columns of the first well-known pair of names that the header has.
std::optional<EdgeColumns> find_ends(const Fields& header) {
  for (const auto& [first, second] : kEndNames) {
    const auto u = find_column(header, first);
    const auto v = find_column(header, second);
    if (u && v) return EdgeColumns{*u, *v, std::nullopt, header.size()};
  }
  return std::nullopt;
}

// A name such as NaN reads as a number but has no digit: it counts as a name.
bool is_numeral(std::string_view field) {
  return parse_number(field) && field.find_first_of("0123456789") != std::string_view::npos;
}

bool is_fit_for_message(std::string_view field) {
  constexpr std::size_t longest = 40;
  return field.size() <= longest && !is_numeral(field) && !flaw_of_name(field);
}

std::string how_to_pick(const RowReader& row) {
  const Fields& fields = row.fields();
  const bool is_header = std::none_of(fields.begin(), fields.end(), is_numeral);
  if (is_header && is_fit_for_message(fields[0]) && is_fit_for_message(fields[1])) {
    return fmt::format("pick columns by their names, as in {}:{},{}", row.lines().path(), fields[0],
                       fields[1]);
  }
  return fmt::format("add a header line and pick columns by their names: {}:U,V[,COST]",
                     row.lines().path());
}

// A table with more columns than an edge needs.
std::optional<EdgeColumns> columns_of_wide_header(const Fields& header) {
  std::optional<EdgeColumns> columns = find_ends(header);
  if (!columns) return std::nullopt;
  // BioGRID has a score of another kind in each of its sources, and a dash where there is none.
  if (lower_case(header[columns->u]).starts_with("official")) return columns;
  for (const std::string_view name : kValueNames) {
    columns->cost = find_column(header, name);
    if (!columns->cost) continue;
    columns->cost_name = header[*columns->cost];
    break;
  }
  return columns;
}

// pandas and R write the numbers of rows in front, under no name.
std::optional<EdgeColumns> columns_beside_row_numbers(const Fields& header) {
  if (header.size() < 3 || !header[0].empty()) return std::nullopt;
  if (auto columns = columns_of_wide_header(header)) return columns;
  EdgeColumns columns{1, 2, std::nullopt, header.size()};
  if (header.size() == 4) {
    columns.cost = 3;
    columns.cost_name = header[3];
  }
  return header.size() <= 4 ? std::optional(columns) : std::nullopt;
}

}  // namespace

EdgeColumns columns_of_first_row(const RowReader& first_row) {
  const Fields& fields = first_row.fields();
  if (fields.size() < 2) return {};  // the row itself is at fault; reading it says so
  if (fields.size() > 2 && fields[2].starts_with('{')) {
    first_row.fail(
        "attributes in braces, as NetworkX writes them; write the list with data=False, or with "
        "nx.write_weighted_edgelist()");
  }
  if (const auto columns = columns_beside_row_numbers(fields)) return *columns;
  if (fields.size() > 3) {
    if (const auto columns = columns_of_wide_header(fields)) return *columns;
    first_row.fail(
        fmt::format("{} fields are too many; an edge is two names and an optional cost; {}; "
                    "a matrix of edges is read from .mtx or .npz",
                    fields.size(), how_to_pick(first_row)));
  }

  const std::optional<EdgeColumns> known = find_ends(fields);
  if (fields.size() == 2) return known.value_or(EdgeColumns{});

  if (known) {
    EdgeColumns columns = *known;
    columns.cost = 3 - columns.u - columns.v;  // the one that is left
    columns.cost_name = fields[*columns.cost];
    return is_word(fields[*columns.cost]) ? columns : EdgeColumns{};
  }
  const bool is_header = is_word(fields[2]) && !is_numeral(fields[0]) && !is_numeral(fields[1]);
  return is_header ? EdgeColumns{0, 1, 2, fields.size(), std::string(fields[2])} : EdgeColumns{};
}

std::optional<EdgeColumns> columns_of_comment(const Fields& words) {
  return columns_of_wide_header(words);
}

EdgeColumns columns_by_name(const Fields& fields, const RowReader& header,
                            const std::vector<std::string>& names) {
  std::vector<std::size_t> found;
  for (const std::string& name : names) {
    const auto first = std::find(fields.begin(), fields.end(), name);
    if (first == fields.end()) {
      constexpr std::size_t most_shown = 10;
      std::string present;
      for (std::size_t i = 0; i < std::min(fields.size(), most_shown); ++i) {
        present += (i == 0 ? "" : ", ") + in_quotes(fields[i]);
      }
      const std::vector<std::string> all(fields.begin(), fields.end());
      header.fail(fmt::format("no column is called {}; the header has {}{}{}", in_quotes(name),
                              present, fields.size() > most_shown ? ", ..." : "",
                              did_you_mean(name, all)));
    }
    if (std::find(first + 1, fields.end(), name) != fields.end()) {
      header.fail(
          fmt::format("two columns are called {}; names in a header must differ", in_quotes(name)));
    }
    found.push_back(static_cast<std::size_t>(first - fields.begin()));
  }
  EdgeColumns columns{found[0], found[1], std::nullopt, fields.size()};
  if (found.size() > 2) {
    columns.cost = found[2];
    columns.cost_name = names[2];
  }
  return columns;
}

}  // namespace graphsparse::io

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

constexpr double kStringScale = 1000.0;

// STRING counts to 1000, others to 1; what goes beyond is measured by its largest. So are small
// counts, which would all be next to nothing out of 1000.
double scale_of(double largest) {
  constexpr double fewest_of_string = 100.0;
  if (largest <= 1.0) return 1.0;
  return largest > fewest_of_string && largest <= kStringScale ? kStringScale : largest;
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
  const double largest = largest_value(table);
  std::erase_if(table.edges, [&](const Edge& edge) { return edge.cost < min_score; });
  const std::size_t dropped = before - table.edges.size();
  if (table.edges.empty()) {
    fail_in(table.source, fmt::format("`min_score` {} leaves none of its {} edges; a smaller one "
                                      "is needed",
                                      min_score, before));
  }
  std::string note = fmt::format("{}: {} of {} edges have a score below {} and are dropped",
                                 table.source, dropped, before, min_score);
  // A share of 1 where STRING counts to 1000.
  if (dropped == 0 && min_score <= 1.0 && scale_of(largest) == kStringScale) {
    note +=
        fmt::format("; its scores go up to {}; is {} meant?", largest, min_score * kStringScale);
  }
  table.notes.push_back(std::move(note));
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
  // Before weak edges are dropped.
  const double scale = meaning == kConfidence ? scale_of(largest_value(table)) : 1.0;
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
