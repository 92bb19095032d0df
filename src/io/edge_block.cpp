#include "io/edge_block.hpp"

#include <fast_float/fast_float.h>

#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>

#include "io/text.hpp"

namespace graphsparse::io {
namespace {

constexpr std::ptrdiff_t kMostDigits = 9;  // of a name that is stored as a number

bool is_blank_byte(char byte) { return byte == ' ' || byte == '\t'; }

}  // namespace

EdgeBlockParser::EdgeBlockParser(const RowReader& rows, const EdgeColumns& columns)
    : separator_(rows.separator()), comment_mark_(rows.comment_mark()) {
  const bool are_distinct =
      columns.u != columns.v && columns.cost != columns.u && columns.cost != columns.v;
  if (!are_distinct) return;  // as only a user asks for, by name: no row is plain then
  plan_.assign(columns.count, Use::none);
  plan_[columns.u] = Use::first_end;
  plan_[columns.v] = Use::second_end;
  if (columns.cost) plan_[*columns.cost] = Use::cost;
  for (std::size_t byte = 0; byte < is_ordinary_.size(); ++byte) {
    is_ordinary_[byte] = byte != '"' && rows.is_ordinary(static_cast<char>(byte));
  }
}

void EdgeBlockParser::parse(const LineBlock& block, EdgeBlock& result) const {
  result.edges.clear();
  result.words.clear();
  result.others.clear();
  const char* at = block.text.data();
  const char* const end = at + block.text.size();
  const char* const last_end = at + (block.text.rfind('\n') + 1);  // of a line; or `at`
  std::int64_t number = block.first_line;
  for (; at != end; ++number) {
    const std::size_t words_before = result.words.size();
    const char* next = at < last_end ? take_row(at, last_end, result) : nullptr;
    if (next == nullptr) {
      result.words.resize(words_before);
      const auto* line_end =
          static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
      next = line_end == nullptr ? end : line_end + 1;
      const char* const text_end = line_end == nullptr ? end : line_end;
      result.others.push_back(
          {{at, static_cast<std::size_t>(text_end - at)}, number, result.edges.size()});
    }
    at = next;
  }
}

// A line end stands before `end`, so that no field runs beyond it.
const char* EdgeBlockParser::take_row(const char* at, const char* end, EdgeBlock& result) const {
  if (*at == comment_mark_ || plan_.empty()) return nullptr;
  Edge edge{0, 0, 1.0};
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    switch (plan_[i]) {
      case Use::first_end:
        at = take_name(at, result, edge.u);
        break;
      case Use::second_end:
        at = take_name(at, result, edge.v);
        break;
      case Use::cost: {
        const auto [rest, error] = fast_float::from_chars(at, end, edge.cost);
        at = error == std::errc() && std::isfinite(edge.cost) && edge.cost >= 0.0 ? rest : nullptr;
        edge.cost += 0.0;  // never -0
        break;
      }
      case Use::none:
        at = skip_field(at);
    }
    if (at != nullptr) at = end_field(at, i + 1 == plan_.size());
    if (at == nullptr) return nullptr;
  }
  result.edges.push_back(edge);
  return at;
}

const char* EdgeBlockParser::take_name(const char* at, EdgeBlock& result, NodeId& code) const {
  const auto is_ordinary = [this](char byte) {
    return is_ordinary_[static_cast<unsigned char>(byte)];
  };
  const char* rest = at;
  NodeId number = 0;
  while (*rest >= '0' && *rest <= '9' && rest - at < kMostDigits) {
    number = 10 * number + (*rest++ - '0');
  }
  if (rest != at && !is_ordinary(*rest) && (*at != '0' || rest - at == 1)) {
    code = number;
    return rest;
  }
  while (is_ordinary(*rest)) ++rest;
  if (rest == at || is_blank_byte(*at) || is_blank_byte(rest[-1])) return nullptr;
  const std::string_view name(at, static_cast<std::size_t>(rest - at));
  code = ~static_cast<NodeId>(result.words.size());
  result.words.push_back({name, NameTable::hash_of(name)});
  return rest;
}

// Where any number of blanks is one separator, there are no empty fields.
const char* EdgeBlockParser::skip_field(const char* at) const {
  const char* rest = at;
  while (is_ordinary_[static_cast<unsigned char>(*rest)]) ++rest;
  return rest == at && separator_ == Separator::white_space ? nullptr : rest;
}

const char* EdgeBlockParser::end_field(const char* at, bool is_last) const {
  if (is_last) {
    if (*at == '\r') ++at;
    return *at == '\n' ? at + 1 : nullptr;
  }
  return is_separator(*at, separator_) ? at + 1 : nullptr;
}

double parse_cost(std::string_view text, const std::string& source, std::int64_t line) {
  const std::optional<double> cost = parse_number(text);
  if (cost && std::isfinite(*cost) && *cost >= 0.0) return *cost + 0.0;  // never -0
  const char* const flaw = text.empty()            ? " is missing"
                           : !cost                 ? " is not a number"
                           : !std::isfinite(*cost) ? " is not finite"
                                                   : " is negative";
  fail_at(source, line,
          "the cost " + in_quotes(text) + flaw + "; a cost is a finite number of at least 0");
}

}  // namespace graphsparse::io
