# Writes OUTPUT, a C++ file with the scripts of the report as texts and their SHA-256, from D3 (may be
# empty: then there are none) and PAGE. Run by the build: cmake -DD3=... -DPAGE=... -DOUTPUT=... -P.

# What stands between <script> and </script>, to the byte; a comment hides the marks of XML from the
# script and the script from readers of XML.
function(read_script file text_variable hash_variable)
  set(text "")
  set(hash "")
  if(NOT file STREQUAL "")
    file(READ "${file}" text)
    set(text "//<![CDATA[\n${text}\n//]]>")
    string(FIND "${text}" "</script" in_html)
    string(FIND "${text}" "<!--" in_comment)
    string(FIND "${text}" ")gsjs\"" in_literal)
    string(REGEX MATCHALL "]]>" ends "${text}")
    list(LENGTH ends end_count)
    if(NOT in_html EQUAL -1 OR NOT in_comment EQUAL -1 OR NOT in_literal EQUAL -1 OR end_count GREATER 1)
      message(FATAL_ERROR "${file}: holds what would end the script early")
    endif()
    string(SHA256 hash "${text}")
  endif()
  set(${text_variable} "${text}" PARENT_SCOPE)
  set(${hash_variable} "${hash}" PARENT_SCOPE)
endfunction()

set(page "${PAGE}")
if(D3 STREQUAL "")
  set(page "")
endif()
read_script("${D3}" d3_text d3_hash)
read_script("${page}" page_text page_hash)
file(WRITE "${OUTPUT}" "// Made by cmake/EmbedScripts.cmake.
#include \"report/page_scripts.hpp\"

namespace graphsparse::report {

const PageScripts& page_scripts() {
  static constexpr PageScripts scripts = {
      .library = {R\"gsjs(${d3_text})gsjs\", \"${d3_hash}\"},
      .page = {R\"gsjs(${page_text})gsjs\", \"${page_hash}\"}};
  return scripts;
}

}  // namespace graphsparse::report
")
