// The scripts that make a page interactive: d3 as Debian packs it, and our own of src/report/page.
// The build puts them into the library; where d3 is not installed both are empty.
#pragma once

#include <string_view>

namespace graphsparse::report {

struct PageScript {
  std::string_view text;    // between <script> and </script>
  std::string_view sha256;  // of the text, in hexadecimal digits
};

struct PageScripts {
  PageScript library;
  PageScript page;

  bool empty() const { return library.text.empty(); }
};

const PageScripts& page_scripts();

}  // namespace graphsparse::report
