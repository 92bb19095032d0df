// Sparse samples one per line: "label index:value index:value ...", indices from 1.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "graphsparse/data/sparse_matrix.hpp"
#include "io/data_readers.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

class SvmReader {
 public:
  explicit SvmReader(const std::string& path) : rows_(path, Separator::white_space) {
    data_.source = path;
    data_.target.emplace();
    data_.target->source = path;
  }

  Dataset read() {
    while (rows_.next()) read_row();
    if (row_count_ == 0)
      fail_in(data_.source, "holds no samples; expected lines 'label index:value'");
    if (column_count_ == 0) fail_in(data_.source, "holds no values; every row is empty");
    check_sparse_size(data_.source, row_count_, column_count_,
                      static_cast<std::int64_t>(entries_.size()));
    data_.design = std::make_unique<SparseMatrix>(row_count_, column_count_, std::move(entries_));
    return std::move(data_);
  }

 private:
  void read_row() {
    const auto& fields = rows_.fields();
    if (fields.front().find(':') != std::string_view::npos) {
      rows_.fail(fmt::format("begins with {}; expected 'label index:value ...'",
                             in_quotes(fields.front())));
    }
    data_.target->values.emplace_back(fields.front());
    data_.target->lines.push_back(rows_.lines().line_number());
    const std::size_t row_begin = entries_.size();
    for (std::size_t i = 1; i < fields.size(); ++i) {
      if (fields[i].starts_with('#')) break;  // a remark to the end of the line
      read_entry(fields[i]);
    }
    check_distinct(row_begin);
    ++row_count_;
  }

  void read_entry(std::string_view field) {
    const std::size_t colon = field.find(':');
    const auto index =
        colon == std::string_view::npos ? std::nullopt : parse_index(field.substr(0, colon));
    if (!index) rows_.fail(fmt::format("{} is not 'index:value'", in_quotes(field)));
    constexpr std::int64_t most = std::numeric_limits<NodeId>::max();
    if (*index < 1 || *index > most) {
      rows_.fail(fmt::format("the index {} is out of range; indices are 1 to {}", *index, most));
    }
    const std::string_view text = field.substr(colon + 1);
    const std::optional<double> value = parse_number(text);
    if (!value || !std::isfinite(*value)) {
      rows_.fail(
          fmt::format("row {} (counted from 0), index {}: the value {} is {}; expected a "
                      "finite number",
                      row_count_, *index, in_quotes(text), value ? "not finite" : "not a number"));
    }
    const auto column = static_cast<NodeId>(*index - 1);
    column_count_ = std::max(column_count_, column + 1);
    entries_.push_back({row_count_, column, *value});
  }

  // Most files have their indices in order; the others are put into it to find double ones.
  void check_distinct(std::size_t row_begin) {
    const auto begin = entries_.begin() + static_cast<std::ptrdiff_t>(row_begin);
    const auto by_column = [](const MatrixEntry& left, const MatrixEntry& right) {
      return left.column < right.column;
    };
    if (!std::is_sorted(begin, entries_.end(), by_column)) {
      std::sort(begin, entries_.end(), by_column);
    }
    const auto found = std::adjacent_find(begin, entries_.end(),
                                          [](const MatrixEntry& left, const MatrixEntry& right) {
                                            return left.column == right.column;
                                          });
    if (found == entries_.end()) return;
    rows_.fail(fmt::format("the index {} stands twice in this line", found->column + 1));
  }

  RowReader rows_;
  Dataset data_;
  RowIndex row_count_ = 0;
  NodeId column_count_ = 0;
  std::vector<MatrixEntry> entries_;
};

}  // namespace

Dataset read_svm_data(const std::string& path) { return SvmReader(path).read(); }

}  // namespace graphsparse::io
