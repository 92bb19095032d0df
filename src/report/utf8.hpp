// UTF-8, one character at a time.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace graphsparse::report {

struct Utf8Character {
  std::optional<char32_t> code;  // nothing for bytes that are no character
  std::size_t length = 1;        // in bytes
};

// The first character of a text that is not empty. Overlong forms, surrogates and numbers beyond
// U+10FFFF are no characters; of a sequence that breaks off, the bytes up to there count as one.
Utf8Character first_character(std::string_view text);

// How much room words take.

// About the width of the text in the usual fonts without serifs, on the wide side. Nobody knows the
// reader's font; this decides only how much room is left free.
double text_width(std::string_view text, double font_size);

}  // namespace graphsparse::report
