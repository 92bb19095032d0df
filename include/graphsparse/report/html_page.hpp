// One self-contained HTML page: text, tables and figures, no network, no script.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/report/escape_xml.hpp"

namespace graphsparse::report {

struct Fact {
  std::string name = {};
  std::string value = {};
};

// Columns of numbers are aligned at the right: those whose cells all begin like a number, with
// empty ones, "-" and "nan" among them.
struct Table {
  std::string caption = {};  // may be empty
  std::vector<std::string> columns = {};
  std::vector<std::vector<std::string>> rows = {};  // each as long as `columns`
};

// Built from top to bottom. All text is taken literally: markup in it is shown, never followed. The
// page follows the reader's choice of light or dark, and prints well.
class HtmlPage {
 public:
  explicit HtmlPage(std::string_view title, std::string_view subtitle = {});

  // Level 2 (a section) or 3. Pages with four sections or more begin with a list of them.
  HtmlPage& heading(std::string_view text, int level = 2);
  HtmlPage& paragraph(std::string_view text);
  HtmlPage& facts(const std::vector<Fact>& facts);
  HtmlPage& table(const Table& table);
  // Keeps blanks and line breaks, as for a command line.
  HtmlPage& code(std::string_view text);
  // An SVG document made by one of our to_svg functions; it becomes part of the page as it is, so
  // it must not come from elsewhere. Throws InputError if it is no SVG.
  HtmlPage& figure(std::string_view svg, std::string_view caption);

  // The whole document.
  std::string to_string() const;

 private:
  std::string title_;
  std::string subtitle_;
  std::vector<std::string> sections_;
  std::string body_;
};

}  // namespace graphsparse::report
