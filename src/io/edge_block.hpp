// A block of lines of an edge list, taken apart: several threads do that, one puts them together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "graphsparse/graph/graph.hpp"
#include "io/edge_header.hpp"
#include "io/input_file.hpp"
#include "io/name_table.hpp"
#include "io/table_reader.hpp"

namespace graphsparse::io {

struct EdgeBlock {
  struct Word {
    std::string_view name;
    std::uint32_t hash;
  };
  // A line that is no plain row: blank, a comment, with quotes or blanks, or wrong.
  struct OtherLine {
    std::string_view text;
    std::int64_t number;       // in the file
    std::size_t edges_before;  // of this block
  };

  // An end is the number that its name spells, or ~i for word i.
  std::vector<Edge> edges;
  std::vector<Word> words;
  std::vector<OtherLine> others;
};

// Takes the plain rows, which nearly all are, where they stand in the block: no quotes, no blanks
// around fields, nothing wrong. All others are left to RowReader, which knows all rules and has the
// messages.
class EdgeBlockParser {
 public:
  // `columns.count` is what every row has.
  EdgeBlockParser(const RowReader& rows, const EdgeColumns& columns);

  void parse(const LineBlock& block, EdgeBlock& result) const;

 private:
  enum class Use : unsigned char { none, first_end, second_end, cost };

  // Each returns the place behind what it took, or null where that is not plain.
  const char* take_row(const char* at, const char* end, EdgeBlock& result) const;
  const char* take_name(const char* at, EdgeBlock& result, NodeId& code) const;
  const char* skip_field(const char* at) const;
  const char* end_field(const char* at, bool is_last) const;

  Separator separator_;
  char comment_mark_;
  std::vector<Use> plan_;                   // what each column is for; empty: no row is plain
  std::array<bool, 256> is_ordinary_ = {};  // neither a separator nor a quote, line end or control
};

// A finite number of at least zero; throws InputError about the line for anything else.
double parse_cost(std::string_view text, const std::string& source, std::int64_t line);

}  // namespace graphsparse::io
