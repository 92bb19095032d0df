// Our pictures and pages, read back by an XML parser.
#pragma once

#include <gtest/gtest.h>

#include <pugixml.hpp>
#include <string>
#include <vector>

namespace graphsparse::test_support {

// Fails the test if the text is not well-formed.
inline pugi::xml_document parse_xml(const std::string& text) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(
      text.data(), text.size(), pugi::parse_full | pugi::parse_ws_pcdata, pugi::encoding_utf8);
  EXPECT_TRUE(result) << result.description() << " at " << result.offset << ": "
                      << text.substr(static_cast<std::size_t>(result.offset), 80);
  return document;
}

inline std::vector<pugi::xml_node> elements(const pugi::xml_node& root, const std::string& name) {
  std::vector<pugi::xml_node> found;
  for (const pugi::xpath_node& node : root.select_nodes(("//" + name).c_str())) {
    found.push_back(node.node());
  }
  return found;
}

// The whole text of the element, with that of its parts.
inline std::string text_of(const pugi::xml_node& node) {
  return pugi::xpath_query("string(.)").evaluate_string(node);
}

// The texts of all <text> elements of a picture, in their order.
inline std::vector<std::string> written_texts(const pugi::xml_node& picture) {
  std::vector<std::string> texts;
  for (const pugi::xml_node& node : elements(picture, "text")) texts.push_back(text_of(node));
  return texts;
}

inline std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace graphsparse::test_support
