// Edge lists: rows "u v [cost]" with an optional header (.tsv, .csv, .txt).
#include <fmt/format.h>

#include <array>
#include <optional>

#include "io/edge_header.hpp"
#include "io/edge_readers.hpp"
#include "io/edge_table_builder.hpp"
#include "io/row_reader.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

class EdgeListReader {
 public:
  EdgeListReader(const std::string& path, const std::vector<std::string>& column_names)
      : path_(path), column_names_(column_names), rows_(path), builder_(path) {}

  EdgeTable read() {
    bool has_row = rows_.next();
    if (!has_row) fail_in(path_, "holds no edges; expected lines 'u v [cost]'");
    read_header();
    if (columns_.has_header()) has_row = rows_.next();
    if (!has_row) fail_in(path_, "has a header but no edges; expected lines 'u v [cost]' below it");
    do {
      read_row();
    } while (rows_.next());
    check_header_is_no_edge();
    return builder_.finish();
  }

 private:
  void read_header() {
    columns_ =
        column_names_.empty() ? columns_of_first_row(rows_) : columns_by_name(rows_, column_names_);
    if (!columns_.has_header()) return;
    header_line_ = rows_.lines().line_number();
    header_ends_ = {std::string(rows_.fields()[columns_.u]),
                    std::string(rows_.fields()[columns_.v])};
  }

  void read_row() {
    const auto& fields = rows_.fields();
    check_field_count(fields.size());
    const std::int64_t line = rows_.lines().line_number();
    double cost = 1.0;
    if (columns_.has_header()) {
      if (columns_.cost) cost = parse_cost(fields[*columns_.cost], path_, line);
    } else if (fields.size() == 3) {
      cost = parse_cost(fields[2], path_, line);
    }
    builder_.add_edge(fields[columns_.u], fields[columns_.v], cost, line);
  }

  void check_field_count(std::size_t count) {
    if (columns_.has_header()) {
      if (count == columns_.count) return;
      rows_.fail(fmt::format("{} field(s) where the header has {}; fields are separated by {}",
                             count, columns_.count, name_of(rows_.separator())));
    }
    if (count < 2) {
      rows_.fail(fmt::format("only one field; expected 'u v [cost]' separated by {}",
                             name_of(rows_.separator())));
    }
    if (count > 3) {
      rows_.fail(fmt::format("{} fields are too many; expected 'u v [cost]' separated by {}", count,
                             name_of(rows_.separator())));
    }
    if (first_count_ == 0) first_count_ = count;
    if (count < first_count_ && !rows_.lines().line_is_complete()) {
      rows_.fail(fmt::format(
          "the last line has {} fields and no line end, the first has {}; the file seems cut off",
          count, first_count_));
    }
  }

  // A first row "a b x1" is a header by the rules, or an edge with a bad cost. Where its words are
  // nodes as well, guessing would lose an edge.
  void check_header_is_no_edge() {
    if (!columns_.has_header() || !column_names_.empty()) return;
    for (const std::string& word : header_ends_) {
      if (!builder_.has_node(word)) continue;
      fail_at(path_, header_line_,
              fmt::format("a header by its looks, but {} is also a node further down; if it is an "
                          "edge, correct its cost or put a header above it, if it is a header, "
                          "name its columns: {}:{},{}",
                          in_quotes(word), path_, header_ends_[0], header_ends_[1]));
    }
  }

  const std::string& path_;
  const std::vector<std::string>& column_names_;
  RowReader rows_;
  EdgeTableBuilder builder_;
  EdgeColumns columns_;
  std::int64_t header_line_ = 0;
  std::array<std::string, 2> header_ends_;
  std::size_t first_count_ = 0;
};

}  // namespace

EdgeTable read_edge_list(const std::string& path, const std::vector<std::string>& columns) {
  return EdgeListReader(path, columns).read();
}

}  // namespace graphsparse::io
