#include "io/row_reader.hpp"

#include <algorithm>

#include "io/text.hpp"

namespace graphsparse::io {
namespace {

// Reads the quoted field at the start of `rest` and cuts it off; false where it is malformed.
bool take_quoted(std::string_view& rest, std::string_view& field,
                 std::deque<std::string>& unquoted) {
  const std::string_view inner = rest.substr(1);
  const std::size_t first_quote = inner.find('"');
  if (first_quote == std::string_view::npos) return false;
  std::size_t end = first_quote;
  if (!inner.substr(end).starts_with("\"\"")) {
    field = inner.substr(0, end);
  } else {
    std::string& text = unquoted.emplace_back(inner.substr(0, end));
    while (inner.substr(end).starts_with("\"\"")) {
      const std::size_t next_quote = inner.find('"', end + 2);
      if (next_quote == std::string_view::npos) return false;
      text += inner.substr(end + 1, next_quote - end - 1);
      end = next_quote;
    }
    field = text;
  }
  rest = inner.substr(end + 1);
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  return rest.empty() || rest.front() == ',';
}

}  // namespace

Separator separator_of(const std::string& path) {
  const std::string extension = extension_of(path);
  if (extension == ".csv") return Separator::comma;
  if (extension == ".txt") return Separator::white_space;
  return Separator::tab;
}

bool split_comma_separated(std::string_view line, std::vector<std::string_view>& fields,
                           std::deque<std::string>& unquoted) {
  fields.clear();
  unquoted.clear();
  std::string_view rest = line;
  for (;;) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    std::string_view field;
    if (rest.starts_with('"')) {
      if (!take_quoted(rest, field, unquoted)) return false;
    } else {
      const std::size_t length = std::min(rest.find(','), rest.size());
      field = trimmed(rest.substr(0, length));
      rest.remove_prefix(length);
    }
    fields.push_back(field);
    if (rest.empty()) return true;
    rest.remove_prefix(1);  // the comma
  }
}

RowReader::RowReader(const std::string& path, Separator separator, char comment_mark)
    : lines_(path), separator_(separator), comment_mark_(comment_mark) {
  std::fill_n(byte_class_.begin(), 0x20, ByteClass::control);
  byte_class_[0x7f] = ByteClass::control;
  byte_class_['\t'] = separator == Separator::comma ? ByteClass::ordinary : ByteClass::separator;
  if (separator == Separator::comma) byte_class_[','] = ByteClass::separator;
  if (separator == Separator::white_space) byte_class_[' '] = ByteClass::separator;
}

bool RowReader::is_skipped() const {
  const std::string_view line = lines_.line();
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos || line[first] == comment_mark_;
}

bool RowReader::next() {
  do {
    if (!lines_.next()) return false;
  } while (is_skipped());
  split();
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
  if (separator_ == Separator::white_space) return split_at_white_space();
  if (separator_ == Separator::comma && lines_.line().find('"') != std::string_view::npos) {
    return split_quoted();
  }
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

void RowReader::split_quoted() {
  const std::string_view line = lines_.line();
  for (const char byte : line) {
    if (byte_class_[static_cast<unsigned char>(byte)] == ByteClass::control) fail_at_control(byte);
  }
  if (!split_comma_separated(line, fields_, unquoted_)) {
    fail(
        "a quoted field is not closed on its line, or not followed by a comma; write \"a,b\", and "
        "\"\" for a quote inside");
  }
}

}  // namespace graphsparse::io
