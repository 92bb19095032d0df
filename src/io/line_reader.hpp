// The lines of a text file, with bounded memory whatever the size of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/input_file.hpp"

namespace graphsparse::io {

// Adds a note where a text file ends inside a line, as one does that was cut off: its last value
// may not be whole. Files in other formats, compressed ones and standard input get none.
void note_open_end(const std::string& path, std::vector<std::string>& notes);

class LineReader {
 public:
  explicit LineReader(const std::string& path);

  // False at the end of the file. Line ends are LF or CRLF, the last may be missing; a byte order
  // mark is skipped. Throws InputError for an empty file and for a line longer than 64 MiB.
  bool next();

  // What the file begins with: so many lines or a little more, without going on to them. Only
  // before the first line is read.
  std::string_view peek(std::size_t lines);

  // Both of the last line; the text is valid until the next call.
  std::string_view line() const { return line_; }
  std::int64_t line_number() const { return line_number_; }

  // False for a last line without line end, which may have been cut off.
  bool line_is_complete() const { return line_is_complete_; }

  // Of the file as it is stored; 0 where that is not known.
  std::size_t stored_bytes() const;

  const std::string& path() const { return file_.path(); }
  [[noreturn]] void fail(const std::string& message) const {  // about the last line
    fail_at(path(), line_number_, message);
  }

 private:
  bool fill();  // false at the end of the file
  void take(std::size_t length);
  void check_first_bytes() const;

  InputFile file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what is not yet handed out
  std::size_t end_ = 0;
  std::string_view line_;
  std::int64_t line_number_ = 0;
  bool line_is_complete_ = true;
};

}  // namespace graphsparse::io
