// Tables with a header of feature names, one row a sample.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "graphsparse/data/dense_matrix.hpp"
#include "io/data_readers.hpp"
#include "io/distinct_names.hpp"
#include "io/listing.hpp"
#include "io/shared_ids.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

class TableDataReader {
 public:
  TableDataReader(const std::string& path, const DataRequest& request)
      : request_(request), table_(path) {
    data_.source = path;
  }

  Dataset read() {
    target_ = find_column(request_.target, data_.target);
    groups_ = find_column(request_.group_column, data_.groups);
    if (target_ != kNoColumn && target_ == groups_) fail_as_both("the target", "the groups");
    if (!table_.next()) {
      fail_in(table_.path(), "has a header but no samples; expected one line per sample below it");
    }
    find_ids();
    note_shared_ids();
    read_feature_names();
    do {
      read_row();
    } while (table_.next());
    check_sample_names();
    const auto columns = static_cast<NodeId>(data_.feature_names.size());
    data_.design = std::make_unique<DenseMatrix<double>>(row_count_, columns, std::move(values_));
    return std::move(data_);
  }

 private:
  // A column that is no feature, where one was named.
  std::size_t find_column(const std::string& name, std::optional<SampleColumn>& column) {
    const auto& header = table_.header();
    if (name.empty()) return kNoColumn;
    const bool is_there = std::find(header.begin(), header.end(), name) != header.end();
    if (!is_there && request_.columns_may_be_missing) return kNoColumn;
    column.emplace();
    column->source = table_.path();
    column->name = name;
    return table_.column(name);
  }

  [[noreturn]] void fail_as_both(std::string_view one, std::string_view other) const {
    const std::size_t column = target_ == groups_ ? target_ : ids_;
    fail_in(table_.path(), fmt::format("column {} cannot be both {} and {}",
                                       in_quotes(table_.header()[column]), one, other));
  }

  bool is_feature(std::size_t column) const {
    return column != ids_ && column != target_ && column != groups_ && column != other_ids_;
  }

  void find_ids() {
    shared_ids_ = request_.id_column.empty() ? find_shared_ids(table_.path(), request_) : "";
    const std::string& name = shared_ids_.empty() ? request_.id_column : shared_ids_;
    if (!name.empty()) {
      ids_ = table_.column(name);
      data_.id_column = name;
      if (ids_ == target_) fail_as_both("the target", "the sample ids");
      if (ids_ == groups_) fail_as_both("the groups", "the sample ids");
      return;
    }
    if (target_ == 0 || groups_ == 0 || !begins_with_ids(table_)) return;
    ids_ = 0;
    data_.id_column = table_.header().front();
    ids_are_words_ = !is_name_of_ids(data_.id_column);
  }

  // A column of numbers that is no feature is worth a word. Ids of the table's own go with it.
  void note_shared_ids() {
    if (shared_ids_.empty()) return;
    std::string note = fmt::format(
        "{}: the column {} holds the sample ids, as it does in the file "
        "of labels, weights or groups; it is no feature",
        table_.path(), in_quotes(shared_ids_));
    if (ids_ != 0 && target_ != 0 && groups_ != 0 && begins_with_ids(table_)) {
      other_ids_ = 0;
      note += fmt::format(", and neither is {}", in_quotes(table_.header().front()));
    }
    data_.notes.push_back(std::move(note));
  }

  void read_feature_names() {
    const auto& header = table_.header();
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < header.size(); ++i) {
      if (!is_feature(i)) continue;
      data_.feature_names.push_back(header[i]);
      columns.push_back(i);
    }
    if (columns.empty()) {
      fail_at(table_.path(), table_.header_line(),
              fmt::format("no feature among the columns {}; fields are separated by {}",
                          listed(header), name_of(table_.separator())));
    }
    check_header_is_no_sample();
    number_distinct_names(data_.feature_names, "feature", [&](std::size_t i) {
      return fmt::format("{}:{}: column {}", table_.path(), table_.header_line(), columns[i] + 1);
    });
  }

  // Names may be whole numbers, but not fractions: such a first line is data.
  void check_header_is_no_sample() const {
    bool has_fraction = false;
    for (const std::string& name : data_.feature_names) {
      if (!parse_number(name)) return;
      has_fraction = has_fraction || name.find_first_of(".-+") != std::string::npos;
    }
    if (!has_fraction) return;
    fail_at(table_.path(), table_.header_line(),
            "the first line holds numbers; expected a header with the names of the features");
  }

  void read_row() {
    const auto& fields = table_.fields();
    const std::size_t width = data_.feature_names.size();
    values_.resize(values_.size() + width);
    double* value = values_.data() + values_.size() - width;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (!is_feature(i)) continue;
      const std::optional<double> number = parse_number(fields[i]);
      if (!number || !std::isfinite(*number)) fail_at_value(i);
      *value++ = *number;
    }
    if (ids_ != kNoColumn) take_id(fields[ids_]);
    if (target_ != kNoColumn) take(target_, "target", *data_.target);
    if (groups_ != kNoColumn) take(groups_, "group", *data_.groups);
    lines_.push_back(table_.line());
    ++row_count_;
  }

  std::string place(std::size_t column) const {
    const std::string id =
        ids_ == kNoColumn ? std::string() : fmt::format(" ({})", in_quotes(table_.fields()[ids_]));
    return fmt::format("row {}{}, column {}", row_count_, id, in_quotes(table_.header()[column]));
  }

  [[noreturn]] void fail_at_value(std::size_t column) const {
    const std::string_view text = table_.fields()[column];
    if (text.empty()) {
      table_.fail(place(column) + ": the value is missing; expected a finite number");
    }
    const bool may_be_id = column == 0 && row_count_ == 0;
    table_.fail(fmt::format("{}: the value {} is {}; expected a finite number{}", place(column),
                            in_quotes(text), parse_number(text) ? "not finite" : "not a number",
                            may_be_id ? ", or --id-column for a column of sample ids" : ""));
  }

  void take_id(std::string_view id) {
    // NaN among words is a name like others.
    if (ids_are_words_ && std::isfinite(parse_number(id).value_or(NAN))) {
      table_.fail(fmt::format(
          "column {} holds {} on line {} and the number {} here; give numbers, or --id-column for "
          "a column of sample ids",
          in_quotes(table_.header()[ids_]), in_quotes(data_.sample_names[0]), lines_[0],
          in_quotes(id)));
    }
    data_.sample_names.emplace_back(id);
  }

  void take(std::size_t at, std::string_view what, SampleColumn& column) {
    const std::string_view value = table_.fields()[at];
    if (value.empty()) {
      table_.fail(fmt::format("{}: the {} is missing; expected a value", place(at), what));
    }
    column.values.emplace_back(value);
    column.lines.push_back(table_.line());
  }

  void check_sample_names() const {
    number_distinct_names(data_.sample_names, "sample", [&](std::size_t i) {
      return fmt::format("{}:{}: column {}", table_.path(), lines_[i],
                         in_quotes(table_.header()[ids_]));
    });
  }

  const DataRequest& request_;
  TableReader table_;
  Dataset data_;
  std::size_t ids_ = kNoColumn;
  std::size_t other_ids_ = kNoColumn;  // a first column of ids that tables beside do not have
  std::string shared_ids_;             // the column that they do have
  bool ids_are_words_ = false;         // taken for ids by their looks alone
  std::size_t target_ = kNoColumn;
  std::size_t groups_ = kNoColumn;
  RowIndex row_count_ = 0;
  std::vector<double> values_;
  std::vector<std::int64_t> lines_;
};

}  // namespace

Dataset read_table_data(const std::string& path, const DataRequest& request) {
  return TableDataReader(path, request).read();
}

}  // namespace graphsparse::io
