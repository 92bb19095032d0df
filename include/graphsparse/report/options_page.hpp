// The reference of all options as a page in Markdown: docs/options.md.
#pragma once

#include <string>

namespace graphsparse {

std::string options_page();

}  // namespace graphsparse
