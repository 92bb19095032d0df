// Small questions about text that every reader asks.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/io/data_file.hpp"
#include "io/name_table.hpp"
#include "io/problems.hpp"

namespace graphsparse::io {

// The text in single quotes, shortened and with unprintable bytes replaced, for one-line messages.
std::string in_quotes(std::string_view text);

std::string_view trimmed(std::string_view text);  // without spaces and tabs at its ends
std::string lower_case(std::string_view text);    // ASCII only

// What is wrong with `name` as the name of a node ("is empty"), or nothing.
std::optional<std::string_view> flaw_of_name(std::string_view name);

// The whole text as a number, "nan" and "inf" included; too large a number becomes infinite.
std::optional<double> parse_number(std::string_view text);

// A plain decimal number: digits only, no leading zero, at most 18 digits.
std::optional<std::int64_t> parse_index(std::string_view text);

// Whether the text can only be meant as a word: it has a letter and does not begin like a number.
bool is_word(std::string_view text);

// The fields of a table as numbers, and which features of a table are read at all.

struct FieldValue {
  double number = 0.0;  // NaN where there is a problem
  std::optional<Problems::Kind> problem = {};
};

FieldValue read_field_value(std::string_view text);

// "the value 'x' is not a number; expected a finite number".
std::string describe_problem(std::string_view text);

// By name: all, but those that the request leaves out.
class FeatureChoice {
 public:
  explicit FeatureChoice(const DataRequest& request);

  bool treats_missing() const { return treats_missing_; }
  bool takes(std::string_view name);
  // Throws InputError for a name that was to be dropped and was never asked for.
  void check_all_dropped(const std::string& source, const std::string& thing) const;

 private:
  bool treats_missing_;
  NameTable needed_;
  NameTable excluded_;
  NameTable dropped_;
  std::vector<bool> was_dropped_;
};

// What parts the fields of a line, and how a line is split.

enum class Separator {
  tab,         // blanks around fields are dropped
  comma,       // likewise; fields may be quoted: "a,b", with "" for a quote inside
  semicolon,   // likewise
  white_space  // any number of tabs and spaces
};

// By the extension: .csv commas, .txt white space, everything else tabs.
Separator separator_of(const std::string& path);

// By the extension too, unless the first lines say clearly that it is another one: they do not fall
// into the same number of fields, at least two, by that of the extension, but do by the other. A
// header may be one field shorter, as R writes it. `head` is the beginning of the file.
Separator recognize_separator(const std::string& path, std::string_view head, char comment_mark);

const char* name_of(Separator separator);  // "tabs"

inline bool is_separator(char byte, Separator separator) {
  switch (separator) {
    case Separator::tab:
      return byte == '\t';
    case Separator::comma:
      return byte == ',';
    case Separator::semicolon:
      return byte == ';';
    case Separator::white_space:
      break;
  }
  return byte == ' ' || byte == '\t';
}

// The fields of one line that may have quotes. Between commas or semicolons false where a quote is
// not closed or something follows it; with the others such a quote is a part of the text.
bool split_quoted(std::string_view line, Separator separator, std::vector<std::string_view>& fields,
                  std::deque<std::string>& unquoted);

}  // namespace graphsparse::io
