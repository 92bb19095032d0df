// The result of a task as text: numbers and strings in a row. What is read is never trusted: every
// value is checked against what the task can have given.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace graphsparse {

class RecordWriter {
 public:
  void add_count(std::size_t count) { add_whole(static_cast<std::int64_t>(count)); }
  void add_whole(std::int64_t value);
  // Reads back to the same double, or to NaN.
  void add_number(double value);
  void add_text(std::string_view text);

  const std::string& text() const { return text_; }

 private:
  void begin();

  std::string text_;
};

// Each call takes the next value. All throw InputError, with what is wrong, where the value is
// missing, of another kind or out of range.
class RecordReader {
 public:
  explicit RecordReader(std::string_view text) : left_(text) {}

  // 0..most. Before memory is asked for, so that no record asks for more than the task needs.
  std::size_t take_count(std::size_t most);
  // 0..limit-1.
  std::int64_t take_index(std::int64_t limit);
  // Infinite ones and NaN too.
  double take_number();
  std::string take_text();
  void expect_end() const;

 private:
  std::int64_t take_whole();
  std::string_view take_word();
  void skip_separator();

  std::string_view left_;
  bool is_first_ = true;
};

}  // namespace graphsparse
