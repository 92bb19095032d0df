#include "io/mtx.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>

#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "io/data_readers.hpp"
#include "io/edge_readers.hpp"
#include "io/edge_table_builder.hpp"
#include "io/input_file.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse::io {

RowReader mtx_rows(const std::string& path) { return {path, Separator::white_space, '%'}; }

MtxKind read_mtx_banner(RowReader& rows, const std::string& expected) {
  if (!rows.next_line() || rows.fields().size() != 5 ||
      lower_case(rows.fields()[0]) != "%%matrixmarket" ||
      lower_case(rows.fields()[1]) != "matrix") {
    fail_at(rows.lines().path(), 1, "no MatrixMarket banner; " + expected);
  }
  return {lower_case(rows.fields()[2]), lower_case(rows.fields()[3]), lower_case(rows.fields()[4])};
}

void read_mtx_sizes(RowReader& rows, std::string_view form) {
  if (!rows.next()) fail_in(rows.lines().path(), fmt::format("the line '{}' is missing", form));
  const auto wanted = static_cast<std::size_t>(std::count(form.begin(), form.end(), ' ')) + 1;
  if (rows.fields().size() == wanted) return;
  rows.fail(fmt::format("{} fields; expected '{}'", rows.fields().size(), form));
}

std::int64_t mtx_size(const RowReader& rows, std::size_t i, std::string_view form) {
  const std::optional<std::int64_t> size = parse_index(rows.fields()[i]);
  if (size) return *size;
  rows.fail(fmt::format("the size {} is no whole number; expected '{}'",
                        in_quotes(rows.fields()[i]), form));
}

std::int64_t mtx_index(const RowReader& rows, std::size_t i, std::int64_t most) {
  const std::optional<std::int64_t> number = parse_index(rows.fields()[i]);
  if (number && *number >= 1 && *number <= most) return *number - 1;
  rows.fail(fmt::format("the index {} is out of range; indices are 1 to {}",
                        in_quotes(rows.fields()[i]), most));
}

}  // namespace graphsparse::io

// MatrixMarket files as data: coordinate ones become sparse matrices, arrays dense ones.

namespace graphsparse::io {
namespace {

constexpr const char* kDataBannerForm =
    "expected '%%MatrixMarket matrix coordinate (real|integer|pattern) (general|symmetric)' or "
    "'%%MatrixMarket matrix array (real|integer) general'";

class MtxDataReader {
 public:
  explicit MtxDataReader(const std::string& path) : path_(path), rows_(mtx_rows(path)) {}

  std::unique_ptr<DesignMatrix> read() {
    read_banner();
    read_mtx_sizes(rows_, sizes_form());
    row_count_ = mtx_size(rows_, 0, sizes_form());
    column_count_ = mtx_size(rows_, 1, sizes_form());
    check_data_size(path_, row_count_, column_count_);
    if (kind_.format == "array") return read_array();
    entry_count_ = mtx_size(rows_, 2, sizes_form());
    return read_coordinates();
  }

 private:
  const char* sizes_form() const {
    return kind_.format == "array" ? "rows columns" : "rows columns entries";
  }

  void read_banner() {
    kind_ = read_mtx_banner(rows_, kDataBannerForm);
    const bool is_real = kind_.field == "real" || kind_.field == "integer";
    const bool is_readable =
        kind_.format == "array"
            ? is_real && kind_.symmetry == "general"
            : kind_.format == "coordinate" && (is_real || kind_.field == "pattern") &&
                  (kind_.symmetry == "general" || kind_.symmetry == "symmetric");
    if (is_readable) return;
    rows_.fail(
        fmt::format("a matrix '{}' cannot be read as data; {}", kind_.describe(), kDataBannerForm));
  }

  double value_field(std::size_t i, std::int64_t row, std::int64_t column) const {
    const std::string_view text = rows_.fields()[i];
    const std::optional<double> value = parse_number(text);
    if (value && std::isfinite(*value)) return *value;
    rows_.fail(
        fmt::format("row {}, column {} (counted from 0): the value {} is {}; expected a "
                    "finite number",
                    row, column, in_quotes(text), value ? "not finite" : "not a number"));
  }

  void check_field_count(const char* form) const {
    const std::string_view text = form;
    const auto wanted = static_cast<std::size_t>(std::count(text.begin(), text.end(), ' ')) + 1;
    if (rows_.fields().size() == wanted) return;
    rows_.fail(fmt::format("{} field(s); expected '{}'", rows_.fields().size(), form));
  }

  void check_count(std::int64_t found) const {
    if (found == entry_count_) return;
    fail_at(
        path_, rows_.lines().line_number(),
        fmt::format("the file ends after {} of {} entries; it seems cut off", found, entry_count_));
  }

  void check_not_more(std::int64_t found) const {
    if (found < entry_count_) return;
    rows_.fail(fmt::format("more entries than the {} announced", entry_count_));
  }

  std::unique_ptr<DesignMatrix> read_coordinates() {
    const bool has_values = kind_.field != "pattern";
    const bool is_symmetric = kind_.symmetry == "symmetric";
    if (is_symmetric && row_count_ != column_count_) {
      rows_.fail(fmt::format("a {} x {} matrix cannot be symmetric", row_count_, column_count_));
    }
    std::vector<MatrixEntry> entries;
    std::int64_t found = 0;
    for (; rows_.next(); ++found) {
      check_not_more(found);
      check_field_count(has_values ? "row column value" : "row column");
      const std::int64_t row = mtx_index(rows_, 0, row_count_);
      const std::int64_t column = mtx_index(rows_, 1, column_count_);
      const double value = has_values ? value_field(2, row, column) : 1.0;
      entries.push_back({row, static_cast<NodeId>(column), value});
      if (is_symmetric && row != column) {
        entries.push_back({column, static_cast<NodeId>(row), value});
      }
    }
    check_count(found);
    check_sparse_size(path_, row_count_, column_count_, static_cast<std::int64_t>(entries.size()));
    return std::make_unique<SparseMatrix>(row_count_, static_cast<NodeId>(column_count_),
                                          std::move(entries));
  }

  std::unique_ptr<DesignMatrix> read_array() {
    check_array_can_be_there();
    std::vector<double> values(static_cast<std::size_t>(entry_count_));
    std::int64_t found = 0;
    for (; rows_.next(); ++found) {
      check_not_more(found);
      check_field_count("value");
      const std::int64_t row = found % row_count_;
      const std::int64_t column = found / row_count_;
      values[static_cast<std::size_t>(row * column_count_ + column)] = value_field(0, row, column);
    }
    check_count(found);
    return std::make_unique<DenseMatrix<double>>(row_count_, static_cast<NodeId>(column_count_),
                                                 std::move(values));
  }

  // A number takes two bytes at least. The announced size is not trusted with memory otherwise.
  void check_array_can_be_there() {
    std::error_code unknown;
    const auto size = static_cast<std::int64_t>(std::filesystem::file_size(path_, unknown));
    const bool is_compressed = unknown || InputFile(path_).is_compressed();
    const std::int64_t most =
        (unknown ? std::int64_t{1} << 40U : size) / 2 * (is_compressed ? kBestCompression : 1);
    if (row_count_ > most / column_count_) {
      fail_in(path_, fmt::format("cannot hold the {} x {} values it announces; it seems cut off",
                                 row_count_, column_count_));
    }
    entry_count_ = row_count_ * column_count_;
  }

  const std::string& path_;
  RowReader rows_;
  MtxKind kind_;
  std::int64_t row_count_ = 0;
  std::int64_t column_count_ = 0;
  std::int64_t entry_count_ = 0;
};

}  // namespace

Dataset read_mtx_data(const std::string& path) {
  Dataset data;
  data.source = path;
  data.design = MtxDataReader(path).read();
  return data;
}

}  // namespace graphsparse::io

// MatrixMarket coordinate files: entry (i, j) is an edge between nodes i-1 and j-1, its value the
// cost.

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
