// Tables with a header of feature names, one row a sample.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "io/data_readers.hpp"
#include "io/join.hpp"
#include "io/listing.hpp"
#include "io/plain_field.hpp"
#include "io/repairs.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

class TableDataReader {
 public:
  TableDataReader(const std::string& path, const DataRequest& request, Problems& problems)
      : request_(request), problems_(problems), choice_(request), table_(path) {
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
    make_plan();
    do {
      if (read_plain_row()) continue;
      table_.split();
      read_row();
    } while (table_.next_unsplit());
    check_sample_names();
    set_remedies();
    note_counting_column();
    note_nameless_columns();
    FeatureValues features{std::exchange(data_.feature_names, {}), row_count_, std::move(values_)};
    take_features(
        request_, std::move(features),
        [&](std::size_t i) {
          return fmt::format("{}: column {}", source_line(table_.path(), table_.header_line()),
                             columns_[i] + 1);
        },
        data_, problems_);
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

  // Columns without a name and without values are what spreadsheets write beside a table.
  bool is_nameless(std::size_t column) const { return table_.header()[column].empty(); }

  bool is_feature(std::size_t column) const {
    return !is_nameless(column) && column != ids_ && column != target_ && column != groups_ &&
           column != other_ids_;
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
    bool has_features = false;
    for (std::size_t i = 0; i < header.size(); ++i) {
      if (!is_feature(i)) continue;
      has_features = true;
      if (!choice_.takes(header[i])) continue;
      data_.feature_names.push_back(header[i]);
      columns_.push_back(i);
    }
    choice_.check_all_dropped(table_.path(), "column");
    if (columns_.empty() && !request_.needed.empty()) take_first_feature();
    if (has_features && columns_.empty()) {
      fail_in(table_.path(), fmt::format("`{}` leaves out all features",
                                         request_.exclude.empty() ? "drop_columns" : "exclude"));
    }
    if (!has_features) {
      fail_at(table_.path(), table_.header_line(),
              fmt::format("no feature among the columns {}; fields are separated by {}",
                          listed(header), name_of(table_.separator())));
    }
    check_header_is_no_sample();
  }

  // So that a message can say what features are called here.
  void take_first_feature() {
    for (std::size_t i = 0; i < table_.header().size() && columns_.empty(); ++i) {
      if (!is_feature(i)) continue;
      data_.feature_names.push_back(table_.header()[i]);
      columns_.push_back(i);
    }
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

  void make_plan() {
    plan_.assign(table_.header().size(), Use::none);
    for (const std::size_t i : columns_) plan_[i] = Use::value;
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      if (is_nameless(i)) plan_[i] = Use::empty;
    }
    for (const std::size_t i : {ids_, target_, groups_}) {
      if (i != kNoColumn) plan_[i] = Use::text;
    }
    if (other_ids_ != kNoColumn) plan_[other_ids_] = Use::none;
    texts_.resize(plan_.size());
  }

  // The row without a list of its fields; false, with nothing done, where it is not plain: blanks,
  // quotes, missing values, whatever may be wrong.
  bool read_plain_row() {
    const std::size_t before = values_.size();
    reserve_rows();
    values_.resize(before + columns_.size());
    if (!take_plain_fields(values_.data() + before)) {
      values_.resize(before);
      return false;
    }
    if (ids_ != kNoColumn) data_.sample_names.emplace_back(texts_[ids_]);
    if (target_ != kNoColumn) take_plain(target_, *data_.target);
    if (groups_ != kNoColumn) take_plain(groups_, *data_.groups);
    lines_.push_back(table_.line());
    ++row_count_;
    return true;
  }

  bool take_plain_fields(double* value) {
    PlainFields fields(table_.rows());
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      if (fields.at_end()) return false;
      switch (plan_[i]) {
        case Use::value:
          if (!fields.take_number(*value++)) return false;
          break;
        case Use::text:
          if (!fields.take_text(texts_[i])) return false;
          if (i == ids_ ? ids_are_words_ && parse_number(texts_[i]).has_value()
                        : is_missing_label(texts_[i])) {
            return false;
          }
          break;
        case Use::empty:
          return false;
        case Use::none:
          if (!fields.skip()) return false;
      }
    }
    return fields.at_end();
  }

  // Rows are about as long as the first: room for all of them at once, so that large tables are not
  // moved again and again. Memory that stays untouched costs nothing.
  void reserve_rows() {
    if (row_count_ != 1) return;
    const std::size_t length = table_.rows().lines().line().size() + 1;
    const std::size_t rows = table_.rows().lines().stored_bytes() / length + 1;
    values_.reserve(std::max(values_.size(), rows * columns_.size()));
  }

  void take_plain(std::size_t at, SampleColumn& column) {
    column.values.emplace_back(texts_[at]);
    column.lines.push_back(table_.line());
  }

  void read_row() {
    const auto& fields = table_.fields();
    const std::size_t width = data_.feature_names.size();
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      if (plan_[i] == Use::empty && !fields[i].empty()) fail_for_nameless(i);
    }
    values_.resize(values_.size() + width);
    double* value = values_.data() + values_.size() - width;
    for (const std::size_t i : columns_) {
      const FieldValue read = read_field_value(fields[i]);
      if (read.problem) add_problem(i, read);
      *value++ = read.number;
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

  void add_problem(std::size_t column, const FieldValue& value) {
    if (*value.problem == Problems::Kind::missing_value && choice_.treats_missing()) return;
    const std::string_view text = table_.fields()[column];
    const bool may_be_id = column == 0 && row_count_ == 0 && !text.empty();
    problems_.add(*value.problem,
                  fmt::format("{}: {}: {}{}", source_line(table_.path(), table_.line()),
                              place(column), describe_problem(text),
                              may_be_id ? ", or --id-column for a column of sample ids" : ""),
                  place(column));
    if (*value.problem == Problems::Kind::no_number) columns_without_numbers_.insert(column);
  }

  void set_remedies() {
    std::vector<std::string> names;
    for (const std::size_t column : columns_without_numbers_) {
      names.push_back(table_.header()[column]);
    }
    constexpr std::size_t most_named = 5;
    if (!names.empty() && names.size() <= most_named) {
      problems_.set_remedy(Problems::Kind::no_number,
                           fmt::format("--drop-columns {} leaves {} out", fmt::join(names, ","),
                                       names.size() == 1 ? "the column" : "these columns"));
    }
    problems_.set_remedy(Problems::Kind::no_label, "--unlabelled drop leaves such samples out");
  }

  // As other programs write the numbers of rows beside a table.
  void note_counting_column() {
    constexpr RowIndex fewest_rows = 4;
    if (columns_.empty() || columns_.front() != 0 || row_count_ < fewest_rows) return;
    const double first = values_.front();
    if (first != 0.0 && first != 1.0) return;
    for (std::size_t row = 1; row < static_cast<std::size_t>(row_count_); ++row) {
      if (values_[row * columns_.size()] != first + static_cast<double>(row)) return;
    }
    const std::string& name = table_.header().front();
    data_.notes.push_back(fmt::format(
        "{}: the column {} numbers the rows and is read as a feature; --drop-columns leaves it "
        "out, --id-column makes it the sample ids",
        table_.path(), in_quotes(name)));
  }

  void note_nameless_columns() {
    const auto count = std::count(plan_.begin(), plan_.end(), Use::empty);
    if (count == 0) return;
    data_.notes.push_back(fmt::format("{}: {} with neither a name nor values, left out",
                                      source_name(table_.path()), counted(count, "column")));
  }

  [[noreturn]] void fail_for_nameless(std::size_t column) const {
    table_.fail(fmt::format("column {} has the value {} here, but no name on line {}; give it one",
                            column + 1, in_quotes(table_.fields()[column]), table_.header_line()));
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
    if (is_missing_label(value)) add_missing_label(at, what);
    column.values.emplace_back(value);
    column.lines.push_back(table_.line());
  }

  void add_missing_label(std::size_t at, std::string_view what) {
    const bool is_target = at == target_;
    if (is_target && request_.columns_may_be_missing) return;
    const std::string message =
        fmt::format("{}: the {} is missing; expected a value", place(at), what);
    if (!is_target) table_.fail(message);
    if (request_.unlabelled == "drop") return;
    problems_.add(Problems::Kind::no_label,
                  fmt::format("{}: {}", source_line(table_.path(), table_.line()), message),
                  place(at));
  }

  void check_sample_names() const {
    number_distinct_names(data_.sample_names, "sample", [&](std::size_t i) {
      return fmt::format("{}: column {}", source_line(table_.path(), lines_[i]),
                         in_quotes(table_.header()[ids_]));
    });
  }

  const DataRequest& request_;
  Problems& problems_;
  FeatureChoice choice_;
  TableReader table_;
  enum class Use : unsigned char { none, value, text, empty };

  std::vector<std::size_t> columns_;  // of the features
  std::vector<Use> plan_;             // what each column is for
  std::vector<std::string_view> texts_;
  std::set<std::size_t> columns_without_numbers_;
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

Dataset read_table_data(const std::string& path, const DataRequest& request, Problems& problems) {
  return TableDataReader(path, request, problems).read();
}

}  // namespace graphsparse::io
