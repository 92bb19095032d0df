#include "io/edge_table_builder.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "io/input_file.hpp"
#include "io/text.hpp"

namespace graphsparse::io {

EdgeTableBuilder::EdgeTableBuilder(std::string source) { table_.source = std::move(source); }

void EdgeTableBuilder::add_waiting(std::string_view name, std::int64_t line, std::size_t end) {
  waiting_text_ += name;
  waiting_.push_back({waiting_text_.size(), line, end});
}

NodeId EdgeTableBuilder::number_now(std::string_view name, std::int64_t line, std::size_t end) {
  const NodeId known = names_.find_number(name);
  if (known == kNoNode) add_waiting(name, line, end);
  return known;
}

void EdgeTableBuilder::add_edge(std::string_view u, std::string_view v, double cost,
                                std::int64_t line) {
  constexpr std::size_t most_waiting = 256;
  const std::size_t end = 2 * table_.edges.size();
  const NodeId first = number_now(u, line, end);
  const NodeId second = number_now(v, line, end + 1);
  table_.edges.push_back({first, second, cost});
  if (waiting_.size() >= most_waiting) resolve_waiting();
}

void EdgeTableBuilder::add_node(std::string_view name, std::int64_t line) {
  resolve_waiting();
  add_waiting(name, line, kNoEnd);
  resolve_waiting();
}

bool EdgeTableBuilder::has_node(std::string_view name) {
  resolve_waiting();
  return names_.find(name) != kNoNode;
}

void EdgeTableBuilder::resolve_waiting() {
  waiting_names_.clear();
  std::size_t begin = 0;
  for (const Waiting& waiting : waiting_) {
    waiting_names_.push_back(
        std::string_view(waiting_text_).substr(begin, waiting.name_end - begin));
    begin = waiting.name_end;
  }
  std::size_t known = names_.names().size();
  numbers_.resize(waiting_.size());
  names_.intern(waiting_names_, numbers_);

  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (static_cast<std::size_t>(numbers_[i]) < known) continue;
    ++known;  // each new name is looked at once
    if (const auto flaw = flaw_of_name(waiting_names_[i])) {
      fail_at(table_.source, waiting_[i].line,
              "the name " + in_quotes(waiting_names_[i]) + " of a node " + std::string(*flaw) +
                  "; names are text in UTF-8");
    }
  }

  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const std::size_t end = waiting_[i].end;
    if (end == kNoEnd) continue;
    Edge& edge = table_.edges[end / 2];
    (end % 2 == 0 ? edge.u : edge.v) = numbers_[i];
  }
  waiting_.clear();
  waiting_text_.clear();
}

EdgeTable EdgeTableBuilder::finish() {
  resolve_waiting();
  if (names_.names().empty()) {
    fail_in(table_.source, "holds no edges and no nodes; at least one edge is needed");
  }
  table_.names = names_.take_names();
  table_.numbered =
      std::all_of(table_.names.begin(), table_.names.end(),
                  [](const std::string& name) { return parse_index(name).has_value(); });
  return std::move(table_);
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
