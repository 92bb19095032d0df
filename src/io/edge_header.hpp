// Whether the first row of an edge list is a header, and which columns hold the edge.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/row_reader.hpp"

namespace graphsparse::io {

struct EdgeColumns {
  std::size_t u = 0;
  std::size_t v = 1;
  std::optional<std::size_t> cost;
  std::size_t count = 0;  // of all columns; 0 without a header: two or three
  std::string cost_name = {};

  bool has_header() const { return count > 0; }
};

// Decides by the first row, on which `first_row` stands. docs/formats.md states the rules. Throws
// InputError where a table has more than three columns and nothing tells which to take.
EdgeColumns columns_of_first_row(const RowReader& first_row);

// The columns of a header that stands in a comment, as BioGRID and STRING write it; nothing where
// these words name no ends of edges.
std::optional<EdgeColumns> columns_of_comment(const std::vector<std::string_view>& words);

// The columns with the given names, two or three, in the fields of a header that the reader stands
// on or below. Throws InputError where one is missing or double.
EdgeColumns columns_by_name(const std::vector<std::string_view>& fields, const RowReader& header,
                            const std::vector<std::string>& names);

}  // namespace graphsparse::io
