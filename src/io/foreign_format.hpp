// Files that are no text although text is expected, recognized by their first bytes.
#pragma once

#include <string>
#include <string_view>

namespace graphsparse::io {

// What the file is and what to do with it, such as "an Excel workbook; save its sheet as .csv";
// empty where the bytes may be text.
std::string describe_foreign_format(std::string_view first_bytes);

}  // namespace graphsparse::io
