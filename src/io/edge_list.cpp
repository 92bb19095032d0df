// Edge lists: rows "u v [cost]" with an optional header (.tsv, .csv, .txt).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <utility>

#include "io/edge_header.hpp"
#include "io/edge_readers.hpp"
#include "io/edge_table_builder.hpp"
#include "io/line_blocks.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

// The fewest bytes of a line that most lists of many edges have.
constexpr std::size_t kBytesPerEdge = 12;

class EdgeListReader {
 public:
  EdgeListReader(const std::string& path, const std::vector<std::string>& column_names)
      : path_(path), column_names_(column_names), rows_(path), builder_(path) {}

  EdgeTable read() {
    bool has_row = rows_.next();
    if (!has_row) fail_in(path_, "holds no edges; expected lines 'u v [cost]'");
    read_header();
    if (columns_.has_header() && !header_is_comment_) has_row = rows_.next();
    if (!has_row) fail_in(path_, "has a header but no edges; expected lines 'u v [cost]' below it");
    allow_row_names();
    builder_.reserve(rows_.lines().stored_bytes() / kBytesPerEdge);
    read_row();
    const EdgeBlockParser parser(rows_, columns_of_rows());
    LineBlocks<EdgeBlock>(rows_).run(
        [&](const LineBlock& block, EdgeBlock& edges) { parser.parse(block, edges); },
        [&](const LineBlock& block, const EdgeBlock& edges) { take(block, edges); });
    check_header_is_no_edge();
    EdgeTable table = builder_.finish();
    table.has_values = has_values_;
    table.value_name = columns_.cost_name;
    table.has_doubtful_header = begins_with_header(table);
    return table;
  }

 private:
  void read_header() {
    if (read_comment_header()) return;
    columns_ = column_names_.empty() ? columns_of_first_row(rows_)
                                     : columns_by_name(rows_.fields(), rows_, column_names_);
    first_row_may_be_header_ = !columns_.has_header() && rows_.fields().size() == 2 &&
                               is_word(rows_.fields()[0]) && is_word(rows_.fields()[1]);
    if (!columns_.has_header()) return;
    header_line_ = rows_.lines().line_number();
    header_ends_ = {std::string(rows_.fields()[columns_.u]),
                    std::string(rows_.fields()[columns_.v])};
  }

  // "#node1 node2 score" above the first row, with as many words as that has fields.
  bool read_comment_header() {
    std::vector<std::string_view> words;
    std::deque<std::string> unquoted;
    const auto& comments = rows_.comments_above();
    if (comments.empty()) return false;
    if (!split_quoted(comments.back().text, rows_.separator(), words, unquoted)) return false;
    if (words.size() < 3 || words.size() != rows_.fields().size()) return false;
    const std::optional<EdgeColumns> columns = columns_of_comment(words);
    if (!column_names_.empty()) {
      const bool names_first =
          std::find(words.begin(), words.end(), column_names_[0]) != words.end();
      if (!columns && !names_first) return false;
      columns_ = columns_by_name(words, rows_, column_names_);
    } else {
      if (!columns) return false;
      columns_ = *columns;
    }
    header_is_comment_ = true;
    return true;
  }

  // R writes names of rows in front without a name in the header.
  void allow_row_names() {
    if (!columns_.has_header() || rows_.fields().size() != columns_.count + 1) return;
    ++columns_.u;
    ++columns_.v;
    ++columns_.count;
    if (columns_.cost) ++*columns_.cost;
  }

  // Two words that no other edge has.
  bool begins_with_header(const EdgeTable& table) const {
    constexpr std::size_t fewest_edges = 4;
    if (!first_row_may_be_header_ || table.edges.size() < fewest_edges) return false;
    const Edge& first = table.edges.front();
    if (first.u == first.v) return false;
    return std::none_of(table.edges.begin() + 1, table.edges.end(), [](const Edge& edge) {
      return edge.u <= 1 || edge.v <= 1;  // the first two names
    });
  }

  EdgeColumns columns_of_rows() const {
    if (columns_.has_header()) return columns_;
    EdgeColumns columns;
    columns.count = first_count_;
    if (first_count_ == 3) columns.cost = 2;
    return columns;
  }

  void take(const LineBlock& block, const EdgeBlock& edges) {
    std::size_t done = 0;
    for (const EdgeBlock::OtherLine& line : edges.others) {
      builder_.add_edges(block, edges, std::exchange(done, line.edges_before), line.edges_before);
      if (!rows_.set_current_line(block, line.text, line.number)) continue;
      rows_.split();
      read_row();
    }
    builder_.add_edges(block, edges, done, edges.edges.size());
  }

  void read_row() {
    const auto& fields = rows_.fields();
    check_field_count(fields.size());
    const std::int64_t line = rows_.lines().line_number();
    double cost = 1.0;
    if (columns_.has_header()) {
      if (columns_.cost) cost = parse_cost(fields[*columns_.cost], path_, line);
      has_values_ = columns_.cost.has_value();
    } else if (fields.size() == 3) {
      cost = parse_cost(fields[2], path_, line);
      has_values_ = true;
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
    if (!columns_.has_header() || !column_names_.empty() || header_is_comment_) return;
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
  bool header_is_comment_ = false;
  bool first_row_may_be_header_ = false;
  bool has_values_ = false;
};

}  // namespace

EdgeTable read_edge_list(const std::string& path, const std::vector<std::string>& columns) {
  return EdgeListReader(path, columns).read();
}

}  // namespace graphsparse::io
