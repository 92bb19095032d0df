#include "io/table_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "graphsparse/core/suggest.hpp"
#include "graphsparse/io/npy.hpp"
#include "io/data_readers.hpp"
#include "io/edge_header.hpp"
#include "io/feature_rows.hpp"
#include "io/input_file.hpp"
#include "io/join.hpp"
#include "io/listing.hpp"
#include "io/npy_bytes.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
bool split_comma_separated(std::string_view line, std::vector<std::string_view>& fields,
                           std::deque<std::string>& unquoted) {
  return split_quoted(line, Separator::comma, fields, unquoted);
}

RowReader::RowReader(const std::string& path, Separator separator, char comment_mark)
    : lines_(path), separator_(separator), comment_mark_(comment_mark) {
  classify_bytes();
}

RowReader::RowReader(const std::string& path) : RowReader(path, Separator::tab) {
  constexpr std::size_t lines_to_look_at = 22;
  separator_ = recognize_separator(path, lines_.peek(lines_to_look_at), comment_mark_);
  classify_bytes();
}

void RowReader::classify_bytes() {
  byte_class_.fill(ByteClass::ordinary);
  std::fill_n(byte_class_.begin(), 0x20, ByteClass::control);
  byte_class_[0x7f] = ByteClass::control;
  byte_class_['\t'] = ByteClass::ordinary;
  for (const char byte : {'\t', ',', ';', ' '}) {
    if (io::is_separator(byte, separator_)) {
      byte_class_[static_cast<unsigned char>(byte)] = ByteClass::separator;
    }
  }
}

bool RowReader::is_skipped() {
  const std::string_view line = lines_.line();
  // Nearly all lines are told apart by their first byte.
  if (!line.empty() && line[0] > ' ' && line[0] != comment_mark_ && !is_separator(line[0])) {
    return false;
  }
  // Separators alone are what spreadsheets write for rows that were emptied.
  const char* const blanks = separator_ == Separator::comma       ? " \t,"
                             : separator_ == Separator::semicolon ? " \t;"
                                                                  : " \t";
  if (line.find_first_not_of(blanks) == std::string_view::npos) return true;
  const std::size_t first = line.find_first_not_of(" \t");
  if (line[first] != comment_mark_) return false;
  constexpr std::size_t most_comments = 10'000;
  if (!has_rows_) {
    if (comments_above_.size() == most_comments) comments_above_.pop_front();
    comments_above_.push_back({std::string(line.substr(first + 1)), lines_.line_number()});
  }
  return true;
}

bool RowReader::next() {
  if (!next_unsplit()) return false;
  split();
  return true;
}

bool RowReader::next_unsplit() {
  do {
    if (!lines_.next()) return false;
  } while (is_skipped());
  has_rows_ = true;
  return true;
}

bool RowReader::next_line() {
  if (!lines_.next()) return false;
  split();
  return true;
}

bool RowReader::set_current_line(const LineBlock& block, std::string_view line,
                                 std::int64_t line_number) {
  lines_.set_current_line(block, line, line_number);
  return !is_skipped();
}

void RowReader::fail_at_control(char byte) const {
  if (byte == '\r') {
    fail("a carriage return inside the line; lines must end with LF or CRLF");
  }
  fail("not text (it holds control characters); expected a text file in UTF-8");
}

template <class AddField>
void RowReader::split_plain(AddField add_field) const {
  const std::string_view line = lines_.line();
  const char* const end = line.data() + line.size();
  const char* start = line.data();
  for (const char* p = start; p != end; ++p) {
    const ByteClass kind = byte_class_[static_cast<unsigned char>(*p)];
    if (kind == ByteClass::ordinary) continue;
    if (kind == ByteClass::control) fail_at_control(*p);
    add_field(std::string_view(start, static_cast<std::size_t>(p - start)));
    start = p + 1;
  }
  add_field(std::string_view(start, static_cast<std::size_t>(end - start)));
}

void RowReader::split() {
  fields_.clear();
  if (lines_.line().find('"') != std::string_view::npos) return split_line_with_quotes();
  if (separator_ != Separator::white_space) {
    return split_plain([this](std::string_view field) { fields_.push_back(trimmed(field)); });
  }
  split_plain([this](std::string_view field) {
    if (!field.empty()) fields_.push_back(field);
  });
}

void RowReader::split_line_with_quotes() {
  const std::string_view line = lines_.line();
  for (const char byte : line) {
    if (byte_class_[static_cast<unsigned char>(byte)] == ByteClass::control) fail_at_control(byte);
  }
  if (!split_quoted(line, separator_, fields_, unquoted_)) {
    fail(
        "a quoted field is not closed on its line, or not followed by a comma; write \"a,b\", and "
        "\"\" for a quote inside");
  }
}

TableReader::TableReader(const std::string& path) : path_(path), rows_(path) {
  if (!rows_.next()) fail_in(path_, "holds no rows; expected a header and rows below it");
  header_.assign(rows_.fields().begin(), rows_.fields().end());
  header_line_ = rows_.lines().line_number();
  is_first_row_pending_ = rows_.next();
  if (!is_first_row_pending_) return;
  const auto& fields = rows_.fields();
  const bool has_nameless_ids =
      fields.size() == header_.size() + 1 && !parse_number(fields.front()) && is_word(fields[0]);
  if (has_nameless_ids) header_.insert(header_.begin(), std::string());
}

std::size_t TableReader::column(std::string_view name) const {
  const auto found = std::find(header_.begin(), header_.end(), name);
  if (found == header_.end()) {
    const bool has_fractions =
        std::any_of(header_.begin(), header_.end(), [](const std::string& field) {
          return parse_number(field) && field.find('.') != std::string::npos;
        });
    fail_at(path_, header_line_,
            fmt::format("no column {}; the columns are {}{}{}", in_quotes(name), listed(header_),
                        did_you_mean(name, header_),
                        has_fractions ? "; this line seems to be data: a header with the names of "
                                        "the columns must stand above it"
                                      : ""));
  }
  const auto second = std::find(found + 1, header_.end(), name);
  if (second != header_.end()) {
    fail_at(path_, header_line_,
            fmt::format("two columns {}, number {} and {}; names must differ", in_quotes(name),
                        found - header_.begin() + 1, second - header_.begin() + 1));
  }
  return static_cast<std::size_t>(found - header_.begin());
}

bool TableReader::next() {
  if (!next_unsplit()) return false;
  split();
  return true;
}

bool TableReader::next_unsplit() {
  const bool has_row = is_first_row_pending_ || rows_.next_unsplit();
  is_first_row_pending_ = false;
  return has_row;
}

void TableReader::split() {
  rows_.split();
  check_field_count();
}

void TableReader::check_field_count() {
  const std::size_t count = rows_.fields().size();
  if (count == header_.size()) return;
  if (count < header_.size() && !rows_.lines().line_is_complete()) {
    fail(
        fmt::format("the last line has {} and no line end, the header has {}; the file seems cut "
                    "off",
                    counted(static_cast<std::int64_t>(count), "field"), header_.size()));
  }
  fail(fmt::format(
      "{} where the header on line {} has {}; every line needs as many fields as the "
      "header",
      counted(static_cast<std::int64_t>(count), "field"), header_line_, header_.size()));
}

bool is_name_of_ids(std::string_view name) {
  constexpr std::array<std::string_view, 7> names = {
      "", "id", "sample", "sample_id", "sampleid", "sample_name", "sample id"};
  return std::find(names.begin(), names.end(), lower_case(name)) != names.end();
}

namespace {

FileColumn column_of_numbers(const std::string& source, const std::vector<double>& numbers) {
  FileColumn column;
  column.source = source;
  if (numbers.empty()) fail_in(source, "holds no values; at least one is needed");
  for (const double number : numbers) {
    if (!std::isfinite(number)) {
      fail_in(source, fmt::format("entry {} is {}; expected a finite number", column.values.size(),
                                  number));
    }
    column.values.push_back(fmt::format("{}", number));
  }
  return column;
}

FileColumn column_of_words(const std::string& source, std::vector<std::string> words) {
  if (words.empty()) fail_in(source, "holds no values; at least one is needed");
  FileColumn column;
  column.source = source;
  column.values = std::move(words);
  return column;
}

// Numbers or text; `bytes` are those of a .npy file.
FileColumn column_of_array(const std::string& source, std::string_view bytes) {
  const NpyHeader header = parse_npy_header(bytes, source);
  check_npy_vector(header, source);
  check_npy_size(header, bytes.size(), source);
  if (header.is_text()) return column_of_words(source, npy_words(header, bytes));
  return column_of_numbers(source, npy_numbers(header, bytes, source));
}

class ColumnReader {
 public:
  ColumnReader(const std::string& path, const std::string& name, const std::string& id_column)
      : table_(path) {
    column_.source = path;
    column_.column_count = table_.header().size();
    column_.header_line = table_.header_line();
    find_columns(name, id_column);
  }

  FileColumn read() {
    column_.name = table_.header()[value_];
    if (id_ != kNoColumn) column_.id_name = table_.header()[id_];
    while (table_.next()) {
      column_.values.emplace_back(table_.fields()[value_]);
      column_.lines.push_back(table_.line());
      if (id_ != kNoColumn) column_.ids.emplace_back(table_.fields()[id_]);
    }
    return std::move(column_);
  }

 private:
  void find_columns(const std::string& name, const std::string& id_column) {
    const auto& header = table_.header();
    if (!name.empty()) {
      value_ = table_.column(name);
    } else if (header.size() <= 2) {
      value_ = header.size() - 1;
      column_.has_doubtful_header = true;
    } else {
      fail_in(table_.path(),
              fmt::format("{} columns; say which is meant, as in {}:{} (there are {})",
                          header.size(), table_.path(), header[1], listed(header)));
    }
    const auto found = std::find(header.begin(), header.end(), id_column);
    if (!id_column.empty() && found != header.end()) {
      id_ = static_cast<std::size_t>(found - header.begin());
    } else if (value_ != 0) {
      id_ = 0;
    } else {
      const auto named = std::find_if(header.begin() + 1, header.end(), names_ids);
      if (named != header.end()) id_ = static_cast<std::size_t>(named - header.begin());
    }
    if (id_ == value_) id_ = kNoColumn;
  }

  TableReader table_;
  FileColumn column_;
  std::size_t value_ = 0;
  std::size_t id_ = kNoColumn;
};

}  // namespace

void FileColumn::take_header_as_value() {
  has_doubtful_header = false;
  values.insert(values.begin(), std::exchange(name, {}));
  lines.insert(lines.begin(), header_line);
  if (column_count > 1) ids.insert(ids.begin(), std::exchange(id_name, {}));
}

FileColumn read_file_column(const std::string& spec, const std::string& id_column) {
  const auto [path, part] = split_file_and_part(spec);
  const std::string extension = extension_of(path);
  if (extension == ".mat") return column_of_numbers(spec, read_mat_vector(path, part));
  if (extension == ".npz") return column_of_array(spec, read_npz_array(path, part));
  if (extension == ".h5ad") return read_h5ad_column(path, part, id_column);
  const RowLayout layout = extension == ".npy" ? RowLayout::samples : row_layout_of(path, {});
  if (layout != RowLayout::samples) return read_sample_annotation(path, layout, part);
  if (extension != ".npy") return ColumnReader(path, part, id_column).read();
  if (!part.empty()) {
    fail_in(path, fmt::format("has no column {}; columns can be picked from .csv, .tsv and .txt "
                              "tables and .h5ad files only",
                              in_quotes(part)));
  }
  return column_of_array(path, read_whole_file(path));
}

}  // namespace graphsparse::io
