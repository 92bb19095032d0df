#include "graphsparse/work/record.hpp"

#include <fmt/format.h>

#include <charconv>
#include <iterator>
#include <utility>

#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

constexpr char kSeparator = ' ';
constexpr char kEndOfLength = ':';

template <class Number>
Number parse(std::string_view word) {
  Number value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc() && end == word.data() + word.size()) return value;
  throw InputError(fmt::format("'{}' is not a number", word.substr(0, 40)));
}

}  // namespace

void RecordWriter::begin() {
  if (!text_.empty()) text_ += kSeparator;
}

void RecordWriter::add_whole(std::int64_t value) {
  begin();
  fmt::format_to(std::back_inserter(text_), "{}", value);
}

void RecordWriter::add_number(double value) {
  begin();
  fmt::format_to(std::back_inserter(text_), "{}", value);
}

void RecordWriter::add_text(std::string_view text) {
  begin();
  fmt::format_to(std::back_inserter(text_), "{}{}{}", text.size(), kEndOfLength, text);
}

void RecordReader::skip_separator() {
  if (std::exchange(is_first_, false)) return;
  if (left_.empty() || left_.front() != kSeparator) throw InputError("a value is missing");
  left_.remove_prefix(1);
}

std::string_view RecordReader::take_word() {
  skip_separator();
  const std::string_view word = left_.substr(0, left_.find(kSeparator));
  left_.remove_prefix(word.size());
  return word;
}

std::int64_t RecordReader::take_whole() { return parse<std::int64_t>(take_word()); }

std::size_t RecordReader::take_count(std::size_t most) {
  const std::int64_t count = take_whole();
  if (count >= 0 && static_cast<std::uint64_t>(count) <= most) {
    return static_cast<std::size_t>(count);
  }
  throw InputError(fmt::format("a count is {} instead of at most {}", count, most));
}

std::int64_t RecordReader::take_index(std::int64_t limit) {
  const std::int64_t index = take_whole();
  if (index >= 0 && index < limit) return index;
  throw InputError(fmt::format("an index is {} instead of below {}", index, limit));
}

double RecordReader::take_number() { return parse<double>(take_word()); }

std::string RecordReader::take_text() {
  skip_separator();
  const std::size_t end = left_.find(kEndOfLength);
  if (end == std::string_view::npos) throw InputError("a text is missing");
  const auto length = parse<std::uint64_t>(left_.substr(0, end));
  left_.remove_prefix(end + 1);
  if (length > left_.size()) throw InputError("a text is cut off");
  std::string text(left_.substr(0, length));
  left_.remove_prefix(length);
  return text;
}

void RecordReader::expect_end() const {
  if (!left_.empty()) throw InputError("there is more than the task gives");
}

}  // namespace graphsparse
