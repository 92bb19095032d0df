// The rows of a table in a text file, split into fields.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "io/line_reader.hpp"
#include "io/separator.hpp"

namespace graphsparse::io {

class RowReader {
 public:
  RowReader(const std::string& path, Separator separator, char comment_mark = '#');
  // With the separator of recognize_separator().
  explicit RowReader(const std::string& path);

  // The next row that is neither blank nor a comment. Throws InputError for control characters,
  // which only binary files have, and for a quote that is not closed.
  bool next();
  // The same without splitting it: for readers that need no fields of a plain row. split() does
  // that later.
  bool next_unsplit();
  void split();
  // The next line, whatever it is.
  bool next_line();

  // Views are valid until the next row is read.
  const std::vector<std::string_view>& fields() const { return fields_; }
  const LineReader& lines() const { return lines_; }
  // Whether a byte is neither a separator nor one that only binary files have.
  bool is_ordinary(char byte) const {
    return byte_class_[static_cast<unsigned char>(byte)] == ByteClass::ordinary;
  }
  Separator separator() const { return separator_; }
  // The last comment directly above the first row, without its mark; empty where there is none.
  const std::string& comment_above() const { return comment_above_; }
  [[noreturn]] void fail(const std::string& message) const { lines_.fail(message); }

 private:
  enum class ByteClass : unsigned char { ordinary, separator, control };

  void classify_bytes();
  bool is_skipped();
  void split_at_single_separators();
  void split_at_white_space();
  void split_line_with_quotes();
  [[noreturn]] void fail_at_control(char byte) const;

  LineReader lines_;
  Separator separator_;
  char comment_mark_;
  std::array<ByteClass, 256> byte_class_ = {};
  bool has_rows_ = false;
  std::string comment_above_;
  std::vector<std::string_view> fields_;
  std::deque<std::string> unquoted_;  // fields that differ from what stands in the file
};

// The fields of one line that may have quotes, as in a .csv file; for texts that are no file.
// False where a quote is not closed or something follows it.
bool split_comma_separated(std::string_view line, std::vector<std::string_view>& fields,
                           std::deque<std::string>& unquoted);

}  // namespace graphsparse::io
