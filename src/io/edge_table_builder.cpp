#include "io/edge_table_builder.hpp"

#include <algorithm>
#include <utility>

#include "io/input_file.hpp"
#include "io/text.hpp"

namespace graphsparse::io {

EdgeTableBuilder::EdgeTableBuilder(std::string source) { table_.source = std::move(source); }

void EdgeTableBuilder::check_name(std::string_view name, std::int64_t line) const {
  const auto flaw = flaw_of_name(name);
  if (!flaw) return;
  fail_at(table_.source, line,
          "the name " + in_quotes(name) + " of a node " + std::string(*flaw) +
              "; names are text in UTF-8");
}

NodeId EdgeTableBuilder::add_node(std::string_view name, std::int64_t line) {
  const std::size_t known = names_.names().size();
  const NodeId id = names_.intern(name);
  if (names_.names().size() > known) check_name(name, line);
  return id;
}

void EdgeTableBuilder::add_edge(std::string_view u, std::string_view v, double cost,
                                std::int64_t line) {
  const NodeId first = add_node(u, line);
  table_.edges.push_back({first, add_node(v, line), cost});
}

void EdgeTableBuilder::add_edges(const LineBlock& block, const EdgeBlock& edges, std::size_t first,
                                 std::size_t last) {
  const auto hash = [&](NodeId code) { return edges.words[static_cast<std::size_t>(~code)].hash; };
  const auto expect = [&](NodeId code) {
    code >= 0 ? names_.prefetch_number(code) : names_.prefetch_slot(hash(code));
  };
  const auto expect_name = [&](NodeId code) {
    if (code < 0) names_.prefetch_name(hash(code));
  };
  const auto id_of = [&](NodeId code) {
    if (code >= 0) return names_.intern_number(code);
    const EdgeBlock::Word& word = edges.words[static_cast<std::size_t>(~code)];
    const std::size_t known = names_.names().size();
    const NodeId id = names_.intern(word.name, word.hash);
    if (names_.names().size() > known) {  // each new name is looked at once
      const auto line = std::count(block.text.data(), word.name.data(), '\n');
      check_name(word.name, block.first_line + line);
    }
    return id;
  };
  constexpr std::size_t far = 16;
  constexpr std::size_t near = 8;
  for (std::size_t i = first; i < last; ++i) {
    if (i + far < last) {
      expect(edges.edges[i + far].u);
      expect(edges.edges[i + far].v);
      expect_name(edges.edges[i + near].u);
      expect_name(edges.edges[i + near].v);
    }
    const Edge& edge = edges.edges[i];
    const NodeId u = id_of(edge.u);
    table_.edges.push_back({u, id_of(edge.v), edge.cost});
  }
}

EdgeTable EdgeTableBuilder::finish() {
  if (names_.names().empty()) {
    fail_in(table_.source, "holds no edges and no nodes; at least one edge is needed");
  }
  table_.names = names_.take_names();
  table_.numbered =
      std::all_of(table_.names.begin(), table_.names.end(),
                  [](const std::string& name) { return parse_index(name).has_value(); });
  return std::move(table_);
}

}  // namespace graphsparse::io
