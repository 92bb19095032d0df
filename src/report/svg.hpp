// The few elements of SVG that our pictures consist of.
#pragma once

#include <string>
#include <string_view>

namespace graphsparse::report {

inline constexpr std::string_view kInk = "#222";
inline constexpr std::string_view kSoftInk = "#666";
inline constexpr double kFontSize = 12;

struct Point {
  double x = 0;
  double y = 0;
};

// At most two decimals and no needless digit: 12, .5, -3.25.
std::string short_number(double value);

// The value of a `d` attribute. Points that do not move on paper are left out.
class PathData {
 public:
  void move_to(Point point);
  void line_to(Point point);
  // As it is, after a move_to.
  void append(std::string_view commands) { text_ += commands; }

  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::string last_;
  bool after_line_ = false;  // the letter of a further line may be left out
};

enum class Anchor { start, middle, end };

struct TextStyle {
  Anchor anchor = Anchor::start;
  double size = kFontSize;
  bool bold = false;
  bool upwards = false;  // read from below
  std::string_view colour = {};
};

// An SVG document that also stands in an HTML page as it is: no ids that could clash, no style
// sheet, a white ground. Its title and description are read out by screen readers.
class SvgWriter {
 public:
  SvgWriter(double width, double height, std::string_view title, std::string_view description);

  void rectangle(Point corner, double width, double height, std::string_view attributes);
  void line(Point from, Point to, std::string_view attributes);
  void path(const PathData& data, std::string_view attributes);
  void text(Point place, std::string_view words, const TextStyle& style = {});
  // The same with content that is markup already.
  void marked_up_text(Point place, std::string_view content, const TextStyle& style);
  void raw(std::string_view markup) { text_ += markup; }

  // The document, which ends here.
  std::string finish();

 private:
  std::string text_;
};

}  // namespace graphsparse::report
