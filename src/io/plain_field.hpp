// The fields of plain rows, read where they stand in the line: no quotes, no blanks around them, no
// list of fields. What is not plain is left to RowReader::split(), which knows all rules and has
// the messages.
#pragma once

#include <fast_float/fast_float.h>

#include <cmath>
#include <string_view>
#include <system_error>

#include "io/table_reader.hpp"

namespace graphsparse::io {

class PlainFields {
 public:
  explicit PlainFields(const RowReader& rows)
      : rows_(rows), at_(rows.lines().line().data()), end_(at_ + rows.lines().line().size()) {}

  // Whether the last field has been read.
  bool at_end() const { return is_at_end_; }

  // Each false where the field is not plain; nothing is to be read after that.

  // A finite number.
  bool take_number(double& number) {
    const auto [rest, error] = fast_float::from_chars(at_, end_, number);
    if (error != std::errc() || !std::isfinite(number)) return false;
    return end_field(rest);
  }

  // A text without quotes or blanks at its ends, not empty.
  bool take_text(std::string_view& text) {
    const char* rest = at_;
    while (rest != end_ && *rest != '"' && rows_.is_ordinary(*rest)) ++rest;
    if (rest == at_ || is_blank(*at_) || is_blank(rest[-1])) return false;
    text = {at_, static_cast<std::size_t>(rest - at_)};
    return end_field(rest);
  }

  // Any text without quotes.
  bool skip() {
    const char* rest = at_;
    while (rest != end_ && *rest != '"' && rows_.is_ordinary(*rest)) ++rest;
    return end_field(rest);
  }

 private:
  static bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

  bool end_field(const char* rest) {
    at_ = rest;
    if (rest == end_) {
      is_at_end_ = true;
      return true;
    }
    // Where any number of blanks is one separator, a second one begins a field that is not plain.
    if (!rows_.is_separator(*rest)) return false;
    ++at_;
    // A separator at the very end: between commas a last, empty field; else nothing.
    return at_ != end_;
  }

  const RowReader& rows_;
  const char* at_;
  const char* end_;
  bool is_at_end_ = false;
};

}  // namespace graphsparse::io
