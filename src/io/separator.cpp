#include "io/separator.hpp"

#include <algorithm>
#include <array>

#include "io/input_file.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

constexpr std::string_view kBlanks = " \t";

bool is_separator(char byte, Separator separator) {
  switch (separator) {
    case Separator::tab:
      return byte == '\t';
    case Separator::comma:
      return byte == ',';
    case Separator::semicolon:
      return byte == ';';
    case Separator::white_space:
      break;
  }
  return byte == ' ' || byte == '\t';
}

void skip_blanks(std::string_view& rest, Separator separator) {
  const std::string_view blanks = separator == Separator::tab ? " " : kBlanks;
  rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
}

// Reads the quoted field at the start of `rest` and cuts it off; false where it is malformed.
bool take_quoted(std::string_view& rest, Separator separator, std::string_view& field,
                 std::deque<std::string>& unquoted) {
  const std::string_view inner = rest.substr(1);
  const std::size_t first_quote = inner.find('"');
  if (first_quote == std::string_view::npos) return false;
  std::size_t end = first_quote;
  if (!inner.substr(end).starts_with("\"\"")) {
    field = inner.substr(0, end);
  } else {
    std::string text(inner.substr(0, end));
    while (inner.substr(end).starts_with("\"\"")) {
      const std::size_t next_quote = inner.find('"', end + 2);
      if (next_quote == std::string_view::npos) return false;
      text += inner.substr(end + 1, next_quote - end - 1);
      end = next_quote;
    }
    field = unquoted.emplace_back(std::move(text));
  }
  std::string_view after = inner.substr(end + 1);
  if (separator != Separator::white_space) skip_blanks(after, separator);
  if (!after.empty() && !is_separator(after.front(), separator)) return false;
  rest = after;
  return true;
}

std::string_view take_plain(std::string_view& rest, Separator separator) {
  const auto* const end = std::find_if(rest.begin(), rest.end(),
                                       [&](char byte) { return is_separator(byte, separator); });
  const auto length = static_cast<std::size_t>(end - rest.begin());
  const std::string_view field = trimmed(rest.substr(0, length));
  rest.remove_prefix(length);
  return field;
}

// The first lines that are neither blank nor comments, without a last one that is not whole. A
// comment above them that has tabs, as BioGRID's header, is the first of them.
std::vector<std::string_view> first_lines(std::string_view head, char comment_mark) {
  constexpr std::size_t most_lines = 20;
  std::vector<std::string_view> lines;
  std::string_view comment;
  while (lines.size() < most_lines) {
    const std::size_t end = head.find('\n');
    if (end == std::string_view::npos && !lines.empty()) break;
    std::string_view line = head.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t first = line.find_first_not_of(kBlanks);
    if (first != std::string_view::npos) {
      if (line[first] != comment_mark) {
        if (lines.empty() && std::count(comment.begin(), comment.end(), '\t') > 1) {
          lines.push_back(comment);
        }
        lines.push_back(line);
      } else {
        comment = line.substr(first + 1);
      }
    }
    if (end == std::string_view::npos) break;
    head.remove_prefix(end + 1);
  }
  return lines;
}

enum class LineFit { none, with_short_header, exact };

LineFit fit_of(const std::vector<std::string_view>& lines, Separator separator) {
  std::vector<std::string_view> fields;
  std::deque<std::string> unquoted;
  std::size_t header = 0;
  std::size_t width = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!split_quoted(lines[i], separator, fields, unquoted)) return LineFit::none;
    if (i == 0) header = fields.size();
    if (i == 1) width = fields.size();
    if (i > 1 && fields.size() != width) return LineFit::none;
  }
  if (lines.size() == 1) return header >= 2 ? LineFit::exact : LineFit::none;
  if (width < 2) return LineFit::none;
  if (width == header) return LineFit::exact;
  return width == header + 1 ? LineFit::with_short_header : LineFit::none;
}

}  // namespace

Separator separator_of(const std::string& path) {
  const std::string extension = extension_of(path);
  if (extension == ".csv") return Separator::comma;
  if (extension == ".txt") return Separator::white_space;
  return Separator::tab;
}

Separator recognize_separator(const std::string& path, std::string_view head, char comment_mark) {
  const Separator usual = separator_of(path);
  const std::vector<std::string_view> lines = first_lines(head, comment_mark);
  if (lines.empty()) return usual;
  std::vector<Separator> candidates = {usual, Separator::tab, Separator::comma,
                                       Separator::semicolon};
  if (path == kStandardInput) candidates.push_back(Separator::white_space);
  for (const LineFit wanted : {LineFit::exact, LineFit::with_short_header}) {
    for (const Separator candidate : candidates) {
      if (fit_of(lines, candidate) == wanted) return candidate;
    }
  }
  return usual;
}

const char* name_of(Separator separator) {
  switch (separator) {
    case Separator::tab:
      return "tabs";
    case Separator::comma:
      return "commas";
    case Separator::semicolon:
      return "semicolons";
    case Separator::white_space:
      break;
  }
  return "white space";
}

bool split_quoted(std::string_view line, Separator separator, std::vector<std::string_view>& fields,
                  std::deque<std::string>& unquoted) {
  fields.clear();
  unquoted.clear();
  const bool is_strict = separator == Separator::comma || separator == Separator::semicolon;
  std::string_view rest = line;
  for (;;) {
    skip_blanks(rest, separator);
    if (separator == Separator::white_space && rest.empty()) return true;
    std::string_view field;
    const bool begins_with_quote = rest.starts_with('"');
    const bool is_quoted = begins_with_quote && take_quoted(rest, separator, field, unquoted);
    if (begins_with_quote && !is_quoted && is_strict) return false;
    if (!is_quoted) field = take_plain(rest, separator);
    fields.push_back(field);
    if (rest.empty()) return true;
    rest.remove_prefix(1);  // the separator
  }
}

}  // namespace graphsparse::io
