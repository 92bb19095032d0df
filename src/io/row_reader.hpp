// The rows of a table in a text file, split into fields.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "io/line_reader.hpp"

namespace graphsparse::io {

enum class Separator {
  tab,         // blanks around fields are dropped
  comma,       // likewise; fields may be quoted: "a,b", with "" for a quote inside
  white_space  // any number of tabs and spaces
};

// By the extension: .csv commas, .txt white space, everything else tabs.
Separator separator_of(const std::string& path);

class RowReader {
 public:
  RowReader(const std::string& path, Separator separator, char comment_mark = '#');

  // The next row that is neither blank nor a comment. Throws InputError for control characters,
  // which only binary files have, and for a quote that is not closed.
  bool next();
  // The next line, whatever it is.
  bool next_line();

  // Views are valid until the next row is read.
  const std::vector<std::string_view>& fields() const { return fields_; }
  const LineReader& lines() const { return lines_; }
  [[noreturn]] void fail(const std::string& message) const { lines_.fail(message); }

 private:
  enum class ByteClass : unsigned char { ordinary, separator, control };

  bool is_skipped() const;
  void split();
  void split_at_single_separators();
  void split_at_white_space();
  void split_quoted();
  [[noreturn]] void fail_at_control(char byte) const;

  LineReader lines_;
  Separator separator_;
  char comment_mark_;
  std::array<ByteClass, 256> byte_class_ = {};
  std::vector<std::string_view> fields_;
  std::deque<std::string> unquoted_;  // fields that differ from what stands in the file
};

// The fields of one line that may have quotes, as in a .csv file; for texts that are no file.
// False where a quote is not closed or something follows it.
bool split_comma_separated(std::string_view line, std::vector<std::string_view>& fields,
                           std::deque<std::string>& unquoted);

}  // namespace graphsparse::io
