#include "io/edge_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "graphsparse/core/suggest.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
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
  if (const auto columns = columns_beside_row_numbers(fields)) return *columns;
  if (fields.size() > 3) {
    if (const auto columns = columns_of_wide_header(fields)) return *columns;
    first_row.fail(
        fmt::format("{} fields are too many; an edge is two names and an optional cost; {}",
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
