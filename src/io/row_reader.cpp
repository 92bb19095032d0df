#include "io/row_reader.hpp"

#include <algorithm>

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
  switch (separator_) {
    case Separator::tab:
      byte_class_['\t'] = ByteClass::separator;
      break;
    case Separator::comma:
      byte_class_[','] = ByteClass::separator;
      break;
    case Separator::semicolon:
      byte_class_[';'] = ByteClass::separator;
      break;
    case Separator::white_space:
      byte_class_['\t'] = ByteClass::separator;
      byte_class_[' '] = ByteClass::separator;
  }
}

bool RowReader::is_skipped() {
  const std::string_view line = lines_.line();
  // Nearly all lines are told apart by their first byte.
  if (!line.empty() && line[0] > ' ' && line[0] != comment_mark_) return false;
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return true;
  if (line[first] != comment_mark_) return false;
  if (!has_rows_) comment_above_ = line.substr(first + 1);
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

void RowReader::fail_at_control(char byte) const {
  if (byte == '\r') {
    fail("a carriage return inside the line; lines must end with LF or CRLF");
  }
  fail("not text (it holds control characters); expected a text file in UTF-8");
}

void RowReader::split() {
  fields_.clear();
  if (lines_.line().find('"') != std::string_view::npos) return split_line_with_quotes();
  if (separator_ == Separator::white_space) return split_at_white_space();
  split_at_single_separators();
}

void RowReader::split_at_single_separators() {
  const std::string_view line = lines_.line();
  const char* const end = line.data() + line.size();
  const char* start = line.data();
  for (const char* p = start; p != end; ++p) {
    const ByteClass kind = byte_class_[static_cast<unsigned char>(*p)];
    if (kind == ByteClass::ordinary) continue;
    if (kind == ByteClass::control) fail_at_control(*p);
    fields_.push_back(trimmed({start, static_cast<std::size_t>(p - start)}));
    start = p + 1;
  }
  fields_.push_back(trimmed({start, static_cast<std::size_t>(end - start)}));
}

void RowReader::split_at_white_space() {
  const std::string_view line = lines_.line();
  const char* const end = line.data() + line.size();
  const char* start = line.data();
  for (const char* p = start; p != end; ++p) {
    const ByteClass kind = byte_class_[static_cast<unsigned char>(*p)];
    if (kind == ByteClass::ordinary) continue;
    if (kind == ByteClass::control) fail_at_control(*p);
    if (p != start) fields_.emplace_back(start, static_cast<std::size_t>(p - start));
    start = p + 1;
  }
  if (start != end) fields_.emplace_back(start, static_cast<std::size_t>(end - start));
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

}  // namespace graphsparse::io
