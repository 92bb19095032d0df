// Text made safe for SVG and HTML.
#pragma once

#include <string>
#include <string_view>

namespace graphsparse::report {

// The text as the content of an element or of a quoted attribute, in valid UTF-8 and free of what
// XML 1.0 forbids: & < > " ' become references, invalid bytes U+FFFD, and control characters the
// pictures Unicode has of them (U+2400 and on), so that they are seen. Tabs and line feeds are
// kept.
std::string escape_xml(std::string_view text);

// The text cut to at most `limit` characters, the last of them an ellipsis if anything was cut. Not
// escaped. Never cuts through a character of valid UTF-8.
std::string shortened(std::string_view text, std::size_t limit);

}  // namespace graphsparse::report
