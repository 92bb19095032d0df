// What the tool may assume about the streams it writes to.
#pragma once

namespace graphsparse::cli {

bool is_terminal(int descriptor);

// Colour only on a terminal, and never against NO_COLOR (no-color.org) or a dumb terminal.
bool wants_colour(int descriptor);

// Columns of the terminal, or the fallback where there is none.
int terminal_width(int descriptor, int fallback);

}  // namespace graphsparse::cli
