// What parts the fields of a line, and how a line is split.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace graphsparse::io {

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

// The fields of one line that may have quotes. Between commas or semicolons false where a quote is
// not closed or something follows it; with the others such a quote is a part of the text.
bool split_quoted(std::string_view line, Separator separator, std::vector<std::string_view>& fields,
                  std::deque<std::string>& unquoted);

}  // namespace graphsparse::io
