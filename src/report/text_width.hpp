// How much room words take.
#pragma once

#include <string_view>

namespace graphsparse::report {

// About the width of the text in the usual fonts without serifs, on the wide side. Nobody knows the
// reader's font; this decides only how much room is left free.
double text_width(std::string_view text, double font_size);

}  // namespace graphsparse::report
