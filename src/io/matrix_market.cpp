// MatrixMarket coordinate files: entry (i, j) is an edge between nodes i-1 and j-1, its value the
// cost.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "io/data_readers.hpp"
#include "io/edge_readers.hpp"
#include "io/edge_table_builder.hpp"
#include "io/row_reader.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

constexpr const char* kGraphBannerForm =
    "expected '%%MatrixMarket matrix coordinate (real|integer|pattern) (general|symmetric)'";

class MatrixMarketReader {
 public:
  explicit MatrixMarketReader(const std::string& path)
      : path_(path), rows_(path, Separator::white_space, '%') {}

  EdgeTable read() {
    read_banner();
    read_sizes();
    table_.source = path_;
    table_.numbered = true;
    table_.implied_node_count = node_count_;
    // The announced number is not trusted with memory before the entries are there.
    constexpr std::int64_t most_reserved = 1 << 20;
    table_.edges.reserve(static_cast<std::size_t>(std::min(entry_count_, most_reserved)));
    while (rows_.next()) read_entry();
    const auto found = static_cast<std::int64_t>(table_.edges.size());
    if (found < entry_count_) {
      fail_at(path_, rows_.lines().line_number(),
              fmt::format("the file ends after {} of {} entries; it seems cut off", found,
                          entry_count_));
    }
    check_sparse_size(path_, node_count_, node_count_, found);
    table_.has_values = has_costs_;
    return std::move(table_);
  }

 private:
  void read_banner() {
    if (!rows_.next_line() || rows_.fields().size() != 5 ||
        lower_case(rows_.fields()[0]) != "%%matrixmarket" ||
        lower_case(rows_.fields()[1]) != "matrix") {
      fail_at(path_, 1, std::string("no MatrixMarket banner; ") + kGraphBannerForm);
    }
    const std::string form = lower_case(rows_.fields()[2]);
    const std::string field = lower_case(rows_.fields()[3]);
    const std::string symmetry = lower_case(rows_.fields()[4]);
    const bool is_readable = form == "coordinate" &&
                             (field == "real" || field == "integer" || field == "pattern") &&
                             (symmetry == "general" || symmetry == "symmetric");
    if (!is_readable) {
      rows_.fail(fmt::format("a matrix '{} {} {}' cannot be read as a graph; {}", form, field,
                             symmetry, kGraphBannerForm));
    }
    has_costs_ = field != "pattern";
  }

  std::int64_t size_field(std::size_t i) {
    const std::optional<std::int64_t> size = parse_index(rows_.fields()[i]);
    if (!size) {
      rows_.fail(fmt::format("the size {} is no whole number; expected 'rows columns entries'",
                             in_quotes(rows_.fields()[i])));
    }
    return *size;
  }

  void read_sizes() {
    if (!rows_.next()) fail_in(path_, "the line 'rows columns entries' is missing");
    if (rows_.fields().size() != 3) {
      rows_.fail(fmt::format("{} fields; expected 'rows columns entries'", rows_.fields().size()));
    }
    node_count_ = size_field(0);
    entry_count_ = size_field(2);
    if (node_count_ != size_field(1)) {
      rows_.fail(fmt::format("a {} x {} matrix is no graph; it must be square", node_count_,
                             rows_.fields()[1]));
    }
    if (node_count_ == 0) rows_.fail("a matrix without rows; at least one node is needed");
    if (node_count_ > std::numeric_limits<NodeId>::max()) {
      rows_.fail(fmt::format("{} nodes are too many; at most {} fit", node_count_,
                             std::numeric_limits<NodeId>::max()));
    }
  }

  NodeId node_field(std::size_t i) {
    const std::optional<std::int64_t> number = parse_index(rows_.fields()[i]);
    if (!number || *number < 1 || *number > node_count_) {
      rows_.fail(fmt::format("the index {} is out of range; indices are 1 to {}",
                             in_quotes(rows_.fields()[i]), node_count_));
    }
    return static_cast<NodeId>(*number - 1);
  }

  void read_entry() {
    if (static_cast<std::int64_t>(table_.edges.size()) == entry_count_) {
      rows_.fail(fmt::format("more entries than the {} announced", entry_count_));
    }
    const std::size_t wanted = has_costs_ ? 3 : 2;
    if (rows_.fields().size() != wanted) {
      rows_.fail(fmt::format("{} field(s); expected '{}'", rows_.fields().size(),
                             has_costs_ ? "row column value" : "row column"));
    }
    Edge edge{node_field(0), node_field(1), 1.0};
    if (has_costs_) edge.cost = parse_cost(rows_.fields()[2], path_, rows_.lines().line_number());
    table_.edges.push_back(edge);
  }

  const std::string& path_;
  RowReader rows_;
  EdgeTable table_;
  bool has_costs_ = false;
  std::int64_t node_count_ = 0;
  std::int64_t entry_count_ = 0;
};

}  // namespace

EdgeTable read_matrix_market(const std::string& path) { return MatrixMarketReader(path).read(); }

}  // namespace graphsparse::io
