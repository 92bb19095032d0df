#include "io/text.hpp"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "io/input_file.hpp"

namespace graphsparse::io {
namespace {

constexpr std::size_t kLongestQuote = 40;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_control(unsigned char c) { return c < 0x20 || c == 0x7f; }

// Bytes beyond ASCII count as letters: they belong to words in some language.
bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

// The length of the UTF-8 character at the start of `text`, or 0 if there is none.
std::size_t utf8_length(std::string_view text) {
  struct Form {
    std::uint32_t mask, lead, smallest;
  };
  constexpr std::array<Form, 4> forms = {
      {{0x80, 0x00, 0x0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}}};
  const std::uint32_t first = static_cast<unsigned char>(text.front());
  for (std::size_t extra = 0; extra < forms.size(); ++extra) {
    if ((first & forms[extra].mask) != forms[extra].lead) continue;
    if (text.size() <= extra) return 0;
    std::uint32_t code = first & ~forms[extra].mask;
    for (std::size_t i = 1; i <= extra; ++i) {
      const std::uint32_t next = static_cast<unsigned char>(text[i]);
      if ((next & 0xc0U) != 0x80U) return 0;
      code = code << 6U | (next & 0x3fU);
    }
    const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < forms[extra].smallest || code > 0x10ffff || is_surrogate ? 0 : extra + 1;
  }
  return 0;
}

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string result = "'";
  const std::string_view full = text;
  while (!text.empty() && full.size() - text.size() < kLongestQuote) {
    const std::size_t length = utf8_length(text);
    if (length == 0 || (length == 1 && is_control(static_cast<unsigned char>(text.front())))) {
      result += '?';
      text.remove_prefix(1);
    } else {
      result += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  if (!text.empty()) result += "...";
  return result + "'";
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::optional<std::string_view> flaw_of_name(std::string_view name) {
  if (name.empty()) return "is empty";
  while (!name.empty()) {
    const std::size_t length = utf8_length(name);
    if (length == 0) return "is not valid UTF-8 (save the file as UTF-8)";
    if (is_control(static_cast<unsigned char>(name.front()))) return "holds a control character";
    name.remove_prefix(length);
  }
  return std::nullopt;
}

std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = fast_float::from_chars(text.data(), end, value);
  // Newer versions call an infinite result "out of range"; the value is what matters here.
  const bool has_value = error == std::errc() || error == std::errc::result_out_of_range;
  if (!has_value || rest != end) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_index(std::string_view text) {
  constexpr std::size_t most_digits = 18;
  if (text.empty() || text.size() > most_digits || !is_digit(text.front())) return std::nullopt;
  if (text.front() == '0' && text.size() > 1) return std::nullopt;
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end) return std::nullopt;
  return value;
}

bool is_word(std::string_view text) {
  if (parse_number(text).has_value()) return false;  // nan, inf
  const std::size_t start = text.find_first_not_of("+-.");
  if (start == std::string_view::npos || is_digit(text[start])) return false;
  return std::any_of(text.begin(), text.end(), is_letter);
}

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool has_decimal_comma(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || text.find(',', comma + 1) != std::string_view::npos) {
    return false;
  }
  std::string with_point(text);
  with_point[comma] = '.';
  return parse_number(with_point).has_value();
}

NameTable table_of(const std::vector<std::string>& names) {
  NameTable table;
  for (const std::string& name : names) table.intern(name);
  return table;
}

}  // namespace

FieldValue read_field_value(std::string_view text) {
  const std::optional<double> number = parse_number(text);
  if (number && std::isfinite(*number)) return {*number, {}};
  return {kNaN, is_missing_value(text) ? Problems::Kind::missing_value : Problems::Kind::no_number};
}

std::string describe_problem(std::string_view text) {
  if (text.empty()) return "the value is missing; expected a finite number";
  if (has_decimal_comma(text)) {
    std::string with_point(text);
    with_point[with_point.find(',')] = '.';
    return fmt::format("the value {} has a decimal comma; numbers are written with a point, as {}",
                       in_quotes(text), with_point);
  }
  return fmt::format("the value {} is {}; expected a finite number", in_quotes(text),
                     parse_number(text) ? "not finite" : "not a number");
}

FeatureChoice::FeatureChoice(const DataRequest& request)
    : treats_missing_(!request.missing.empty() && request.missing != "error"),
      needed_(table_of(request.needed)),
      excluded_(table_of(request.exclude)),
      dropped_(table_of(request.drop)),
      was_dropped_(dropped_.names().size(), false) {}

bool FeatureChoice::takes(std::string_view name) {
  const NodeId dropped = dropped_.find(name);
  if (dropped != kNoNode) {
    was_dropped_[static_cast<std::size_t>(dropped)] = true;
    return false;
  }
  if (!needed_.names().empty() && needed_.find(name) == kNoNode) return false;
  return excluded_.find(name) == kNoNode;
}

void FeatureChoice::check_all_dropped(const std::string& source, const std::string& thing) const {
  for (std::size_t i = 0; i < was_dropped_.size(); ++i) {
    if (was_dropped_[i]) continue;
    fail_in(source, fmt::format("no {} {} to leave out, as --drop-columns asks for", thing,
                                in_quotes(dropped_.names()[i])));
  }
}

namespace {

constexpr std::string_view kBlanks = " \t";

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
