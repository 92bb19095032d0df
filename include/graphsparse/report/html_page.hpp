// One self-contained HTML page: text, tables and figures. It asks nothing of any network. Scripts
// of the page itself let readers sort tables, read values off charts and move about in networks;
// without them all is there to be seen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/report/escape_xml.hpp"
#include "graphsparse/report/line_chart.hpp"
#include "graphsparse/report/network_view.hpp"

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

  // The figure of a chart, whose reader may ask for values.
  HtmlPage& chart(const LineChart& chart, std::string_view caption, double width = kChartWidth,
                  double height = kChartHeight);
  // A picture of a network, and the view that the script shows in its stead, or above it.
  HtmlPage& network(const NetworkView& view, std::string_view svg, std::string_view caption,
                    bool keeps_picture = false);

  // The whole document; with scripts where the build has them.
  std::string to_string() const { return to_string(can_be_interactive()); }
  std::string to_string(bool is_interactive) const;

  // Whether d3 was there when this library was built.
  static bool can_be_interactive();

 private:
  HtmlPage& add_figure(std::string_view attributes, std::string_view svg, std::string_view caption);
  std::string data_in_json() const;

  std::string title_;
  std::string subtitle_;
  std::vector<std::string> sections_;
  std::string body_;
  std::vector<std::string> charts_;    // in JSON
  std::vector<std::string> networks_;  // likewise
};

}  // namespace graphsparse::report
