#include "graphsparse/report/html_page.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "graphsparse/core/error.hpp"
#include "report/colour_scale.hpp"
#include "report/html_style.hpp"
#include "report/json_text.hpp"
#include "report/page_scripts.hpp"

namespace graphsparse::report {
namespace {

// From so many sections on, a list of them at the top helps.
constexpr std::size_t kSectionsForContents = 4;

// Pixels; a wider figure is not shrunk to the page, where its names could not be read, but scrolls.
constexpr int kWidestShrunk = 1250;

// No network, and no script but those of the page by their SHA-256, even if a mistake of ours let
// markup through. Pictures are made of what is on the page, to be saved as PNG.
constexpr std::string_view kPolicy =
    "default-src &#39;none&#39;; {}style-src &#39;unsafe-inline&#39;; base-uri &#39;none&#39;; "
    "form-action &#39;none&#39;";
constexpr std::string_view kScriptPolicy =
    "script-src &#39;sha256-{}&#39; &#39;sha256-{}&#39;; img-src data:; ";

constexpr int kColourSteps = 8;  // on each side of zero

// Of d3, which asks for it where it is passed on.
constexpr std::string_view kLibraryNotice = R"(<!--
The first script below is d3 (d3js.org), Copyright 2010-2022 Mike Bostock. Redistribution and use in
source and binary forms, with or without modification, are permitted provided that the following
conditions are met: 1. Redistributions of source code must retain the above copyright notice, this
list of conditions and the following disclaimer. 2. Redistributions in binary form must reproduce
the above copyright notice, this list of conditions and the following disclaimer in the
documentation and/or other materials provided with the distribution. 3. Neither the name of the
author nor the names of contributors may be used to endorse or promote products derived from this
software without specific prior written permission. THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT
HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED
TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED.
IN NO EVENT SHALL THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT,
INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT
OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING
NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE
POSSIBILITY OF SUCH DAMAGE.
-->
)";

unsigned digit_value(char digit) {
  return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

// As a content security policy names it.
std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char digit : hex) {
    bits = bits << 4U | digit_value(digit);
    count += 4;
    if (count < 6) continue;
    count -= 6;
    text += letters[bits >> static_cast<unsigned>(count) & 63U];
  }
  if (count > 0) text += letters[bits << static_cast<unsigned>(6 - count) & 63U];
  while (text.size() % 4 != 0) text += '=';
  return text;
}

std::string policy(bool with_scripts) {
  if (!with_scripts) return fmt::format(kPolicy, "");
  const PageScripts& scripts = page_scripts();
  return fmt::format(kPolicy, fmt::format(kScriptPolicy, base64_of_hex(scripts.library.sha256),
                                          base64_of_hex(scripts.page.sha256)));
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += ",\n";
    text += part;
  }
  return text;
}

bool is_placeholder(std::string_view cell) {
  // The last two are U+2013 and U+2014.
  return cell.empty() || cell == "-" || cell == "\xE2\x80\x93" || cell == "\xE2\x80\x94" ||
         cell == "nan" || cell == "inf" || cell == "-inf";
}

bool begins_like_a_number(std::string_view cell) {
  // Signs and comparisons, the real minus (U+2212) among them.
  for (const std::string_view prefix : {"<", ">", "=", "~", " ", "+", "-", "\xE2\x88\x92", "."}) {
    if (cell.starts_with(prefix)) cell.remove_prefix(prefix.size());
  }
  return !cell.empty() && cell.front() >= '0' && cell.front() <= '9';
}

bool is_numeric(const Table& table, std::size_t column) {
  bool has_number = false;
  for (const auto& row : table.rows) {
    if (is_placeholder(row[column])) continue;
    if (!begins_like_a_number(row[column])) return false;
    has_number = true;
  }
  return has_number;
}

void check(const Table& table) {
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (table.rows[i].size() == table.columns.size()) continue;
    throw InputError(fmt::format("table '{}': row {} has {} cells, expected {}", table.caption,
                                 i + 1, table.rows[i].size(), table.columns.size()));
  }
}

// As its first attribute of that name says; 0 if it does not.
int width_of(std::string_view svg) {
  constexpr std::string_view attribute = " width=\"";
  const std::size_t begin = svg.find(attribute);
  if (begin == std::string_view::npos) return 0;
  int width = 0;
  for (const char digit : svg.substr(begin + attribute.size(), 6)) {
    if (digit < '0' || digit > '9') break;
    width = 10 * width + (digit - '0');
  }
  return width;
}

// The bare anchor of a section, by its position; titles may repeat or hold anything.
std::string anchor_of(std::size_t section) { return fmt::format("section-{}", section + 1); }

std::string contents(const std::vector<std::string>& sections) {
  if (sections.size() < kSectionsForContents) return {};
  std::string text = "<nav aria-label=\"Contents\"><ul>\n";
  for (std::size_t i = 0; i < sections.size(); ++i) {
    text += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", anchor_of(i), escape_xml(sections[i]));
  }
  return text + "</ul></nav>\n";
}

}  // namespace

HtmlPage::HtmlPage(std::string_view title, std::string_view subtitle)
    : title_(title), subtitle_(subtitle) {}

HtmlPage& HtmlPage::heading(std::string_view text, int level) {
  if (level != 2 && level != 3) {
    throw InputError(fmt::format("page: the level of a heading is {}, expected 2 or 3", level));
  }
  std::string id;
  if (level == 2) {
    id = fmt::format(" id=\"{}\"", anchor_of(sections_.size()));
    sections_.emplace_back(text);
  }
  body_ += fmt::format("<h{0}{1}>{2}</h{0}>\n", level, id, escape_xml(text));
  return *this;
}

HtmlPage& HtmlPage::paragraph(std::string_view text) {
  body_ += fmt::format("<p>{}</p>\n", escape_xml(text));
  return *this;
}

HtmlPage& HtmlPage::facts(const std::vector<Fact>& facts) {
  body_ += "<dl class=\"facts\">\n";
  for (const Fact& fact : facts) {
    body_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escape_xml(fact.name), escape_xml(fact.value));
  }
  body_ += "</dl>\n";
  return *this;
}

HtmlPage& HtmlPage::table(const Table& table) {
  check(table);
  std::vector<std::string_view> classes;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    classes.emplace_back(is_numeric(table, column) ? " class=\"number\"" : "");
  }
  body_ += "<div class=\"scroll\"><table>\n";
  if (!table.caption.empty()) {
    body_ += fmt::format("<caption>{}</caption>\n", escape_xml(table.caption));
  }
  body_ += "<thead><tr>";
  for (std::size_t column = 0; column < classes.size(); ++column) {
    body_ += fmt::format("<th scope=\"col\"{}>{}</th>", classes[column],
                         escape_xml(table.columns[column]));
  }
  body_ += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    body_ += "<tr>";
    for (std::size_t column = 0; column < classes.size(); ++column) {
      body_ += fmt::format("<td{}>{}</td>", classes[column], escape_xml(row[column]));
    }
    body_ += "</tr>\n";
  }
  body_ += "</tbody>\n</table></div>\n";
  return *this;
}

HtmlPage& HtmlPage::code(std::string_view text) {
  body_ += fmt::format("<pre><code>{}</code></pre>\n", escape_xml(text));
  return *this;
}

HtmlPage& HtmlPage::figure(std::string_view svg, std::string_view caption) {
  return add_figure("", svg, caption);
}

HtmlPage& HtmlPage::chart(const LineChart& chart, std::string_view caption, double width,
                          double height) {
  add_figure(fmt::format(" data-chart=\"{}\"", charts_.size()), to_svg(chart, width, height),
             caption);
  charts_.push_back(to_json(chart, width, height));
  return *this;
}

HtmlPage& HtmlPage::network(const NetworkView& view, std::string_view svg, std::string_view caption,
                            bool keeps_picture) {
  std::string json = to_json(view);
  if (view.nodes.empty()) return add_figure("", svg, caption);
  add_figure(fmt::format(" data-network=\"{}\"{}", networks_.size(),
                         keeps_picture ? " class=\"both\"" : ""),
             svg, caption);
  networks_.push_back(std::move(json));
  return *this;
}

HtmlPage& HtmlPage::add_figure(std::string_view attributes, std::string_view svg,
                               std::string_view caption) {
  while (svg.ends_with('\n')) svg.remove_suffix(1);
  if (!svg.starts_with("<svg ") || !svg.ends_with("</svg>")) {
    throw InputError("page: a figure is not an SVG document of ours");
  }
  body_ += fmt::format("<figure{}><div class=\"{}\">\n{}\n</div>", attributes,
                       width_of(svg) > kWidestShrunk ? "paper wide" : "paper", svg);
  if (!caption.empty()) body_ += fmt::format("<figcaption>{}</figcaption>", escape_xml(caption));
  body_ += "</figure>\n";
  return *this;
}

bool HtmlPage::can_be_interactive() { return !page_scripts().empty(); }

std::string HtmlPage::data_in_json() const {
  std::array<std::vector<std::string>, 2> colours;
  for (int step = -kColourSteps; step <= kColourSteps; ++step) {
    const double share = static_cast<double>(step) / kColourSteps;
    colours[0].push_back(json_text(diverging_colour(share)));
    if (step >= 0) colours[1].push_back(json_text(sequential_colour(share)));
  }
  return fmt::format(
      "{{\"colours\":{{\"diverging\":[{}],\"sequential\":[{}]}},\n"
      "\"charts\":[{}],\n\"networks\":[{}]}}",
      joined(colours[0]), joined(colours[1]), joined(charts_), joined(networks_));
}

std::string HtmlPage::to_string(bool is_interactive) const {
  const std::string title = escape_xml(title_);
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n<h1>{}</h1>\n",
      policy(is_interactive), title, kPageStyle, title);
  if (!subtitle_.empty())
    page += fmt::format("<p class=\"subtitle\">{}</p>\n", escape_xml(subtitle_));
  page += contents(sections_);
  page += body_;
  page += "</main>\n";
  if (is_interactive) {
    page += fmt::format("<script type=\"application/json\" id=\"report-data\">{}</script>\n",
                        data_in_json());
    page += kLibraryNotice;
    for (const std::string_view script : {page_scripts().library.text, page_scripts().page.text}) {
      page += "<script>";
      page += script;
      page += "</script>\n";
    }
  }
  return page + "</body>\n</html>\n";
}

}  // namespace graphsparse::report
