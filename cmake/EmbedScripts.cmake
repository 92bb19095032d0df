# Writes OUTPUT, a C++ file with the scripts of the report as texts and their SHA-256, from D3 (may be
# empty: then there are none) and the files PAGE, which become one script.
# Run by the build: cmake -DD3=... "-DPAGE=...;..." -DOUTPUT=... -P.

# What stands between <script> and </script>, to the byte; a comment hides the marks of XML from the
# script and the script from readers of XML.
function(embed_script text text_variable hash_variable)
  set(hash "")
  if(NOT text STREQUAL "")
    set(text "//<![CDATA[\n${text}\n//]]>")
    string(FIND "${text}" "</script" in_html)
    string(FIND "${text}" "<!--" in_comment)
    string(FIND "${text}" ")gsjs\"" in_literal)
    string(REGEX MATCHALL "]]>" ends "${text}")
    list(LENGTH ends end_count)
    if(NOT in_html EQUAL -1 OR NOT in_comment EQUAL -1 OR NOT in_literal EQUAL -1 OR end_count GREATER 1)
      message(FATAL_ERROR "a script of the report holds what would end it early")
    endif()
    string(SHA256 hash "${text}")
  endif()
  set(${text_variable} "${text}" PARENT_SCOPE)
  set(${hash_variable} "${hash}" PARENT_SCOPE)
endfunction()

set(d3_text "")
set(page_text "")
if(NOT D3 STREQUAL "")
  file(READ "${D3}" d3_text)
  # In a function, so that no name of ours meets one of the browser's.
  foreach(file IN LISTS PAGE)
    file(READ "${file}" part)
    string(APPEND page_text "${part}\n")
  endforeach()
  set(page_text "(function () {\n${page_text}})();\n")
endif()
embed_script("${d3_text}" d3_text d3_hash)
embed_script("${page_text}" page_text page_hash)
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
