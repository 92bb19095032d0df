// FILE:PART, where the part is a column of a table or a variable.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/io/edge_table.hpp"
#include "io/table_reader.hpp"

namespace graphsparse::io {

struct FileAndPart {
  std::string path;
  std::string part;  // empty where none is given
};

// File names may have colons themselves: a file whose name is the whole text is meant, otherwise
// the longest existing file name before a colon. Throws InputError for a colon with nothing after.
FileAndPart split_file_and_part(const std::string& text);

// Whether the first row of an edge list is a header, and which columns hold the edge.

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

// What users ask of the edges of a graph once it is read.

// Turns confidences into costs, drops weak edges and leaves nodes out; notes say so. Throws
// InputError where there are no values to do so.
void apply_edge_options(const EdgeOptions& options, EdgeTable& table);

}  // namespace graphsparse::io
