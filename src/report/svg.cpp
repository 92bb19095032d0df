#include "report/svg.hpp"

#include <fmt/format.h>

#include <iterator>

#include "graphsparse/report/escape_xml.hpp"

namespace graphsparse::report {
namespace {

constexpr std::string_view kFonts =
    "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

std::string coordinates(Point point) {
  const std::string y = short_number(point.y);
  // A sign separates as well as a blank.
  return short_number(point.x) + (y.starts_with('-') ? "" : " ") + y;
}

std::string_view anchor_name(Anchor anchor) { return anchor == Anchor::middle ? "middle" : "end"; }

}  // namespace

std::string short_number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  if (text == "-0" || text == "0") return "0";
  if (text.starts_with("0.")) text.erase(0, 1);
  if (text.starts_with("-0.")) text.erase(1, 1);
  return text;
}

void PathData::move_to(Point point) {
  last_ = coordinates(point);
  text_ += 'M';
  text_ += last_;
  after_line_ = false;
}

void PathData::line_to(Point point) {
  std::string next = coordinates(point);
  if (next == last_) return;
  if (!after_line_) {
    text_ += 'L';
  } else if (!next.starts_with('-')) {
    text_ += ' ';
  }
  text_ += next;
  last_ = std::move(next);
  after_line_ = true;
}

SvgWriter::SvgWriter(double width, double height, std::string_view title,
                     std::string_view description) {
  const std::string w = short_number(width);
  const std::string h = short_number(height);
  fmt::format_to(std::back_inserter(text_),
                 R"(<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{0}" height="{1}" )"
                 R"(viewBox="0 0 {0} {1}" font-family="{2}" font-size="{3}" fill="{4}">)"
                 "\n<title>{5}</title>\n<desc>{6}</desc>\n",
                 w, h, kFonts, kFontSize, kInk, escape_xml(title), escape_xml(description));
  rectangle({0, 0}, width, height, R"(fill="#fff")");
}

void SvgWriter::rectangle(Point corner, double width, double height, std::string_view attributes) {
  fmt::format_to(std::back_inserter(text_),
                 R"(<rect x="{}" y="{}" width="{}" height="{}" {}/>)"
                 "\n",
                 short_number(corner.x), short_number(corner.y), short_number(width),
                 short_number(height), attributes);
}

void SvgWriter::line(Point from, Point to, std::string_view attributes) {
  PathData data;
  data.move_to(from);
  data.line_to(to);
  path(data, attributes);
}

void SvgWriter::path(const PathData& data, std::string_view attributes) {
  fmt::format_to(std::back_inserter(text_), "<path d=\"{}\" {}/>\n", data.text(), attributes);
}

void SvgWriter::text(Point place, std::string_view words, const TextStyle& style) {
  marked_up_text(place, escape_xml(words), style);
}

void SvgWriter::marked_up_text(Point place, std::string_view content, const TextStyle& style) {
  auto out = std::back_inserter(text_);
  if (style.upwards) {
    fmt::format_to(out, "<text transform=\"translate({} {})rotate(-90)\"", short_number(place.x),
                   short_number(place.y));
  } else {
    fmt::format_to(out, R"(<text x="{}" y="{}")", short_number(place.x), short_number(place.y));
  }
  if (style.anchor != Anchor::start) {
    fmt::format_to(out, R"( text-anchor="{}")", anchor_name(style.anchor));
  }
  if (style.size != kFontSize) fmt::format_to(out, R"( font-size="{}")", short_number(style.size));
  if (style.bold) fmt::format_to(out, R"( font-weight="600")");
  if (!style.colour.empty()) fmt::format_to(out, R"( fill="{}")", style.colour);
  fmt::format_to(out, ">{}</text>\n", content);
}

std::string SvgWriter::finish() {
  text_ += "</svg>\n";
  return std::move(text_);
}

}  // namespace graphsparse::report
