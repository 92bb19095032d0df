// FILE:PART, where the part is a column of a table or a variable.
#pragma once

#include <string>

namespace graphsparse::io {

struct FileAndPart {
  std::string path;
  std::string part;  // empty where none is given
};

// File names may have colons themselves: a file whose name is the whole text is meant, otherwise
// the longest existing file name before a colon. Throws InputError for a colon with nothing after.
FileAndPart split_file_and_part(const std::string& text);

}  // namespace graphsparse::io
