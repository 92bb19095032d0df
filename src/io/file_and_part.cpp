#include "io/file_and_part.hpp"

#include "io/input_file.hpp"

namespace graphsparse::io {
FileAndPart split_file_and_part(const std::string& text) {
  if (is_there(text)) return {text, {}};
  for (std::size_t colon = text.rfind(':'); colon != std::string::npos && colon > 0;
       colon = text.rfind(':', colon - 1)) {
    FileAndPart result{text.substr(0, colon), text.substr(colon + 1)};
    if (!is_there(result.path)) continue;
    if (result.part.empty()) fail_in(text, "names nothing after the colon; leave the colon out");
    return result;
  }
  // For the message about a missing file, leave out what can only be a part.
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos && !extension_of(text.substr(0, colon)).empty()) {
    return {text.substr(0, colon), text.substr(colon + 1)};
  }
  return {text, {}};
}

}  // namespace graphsparse::io
