// Collects the nodes and edges of a file; the checks that all formats share are here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "graphsparse/io/edge_table.hpp"
#include "io/edge_block.hpp"
#include "io/name_table.hpp"

namespace graphsparse::io {

class EdgeTableBuilder {
 public:
  explicit EdgeTableBuilder(std::string source);

  // Room for about so many edges.
  void reserve(std::size_t edges) {
    table_.edges.reserve(edges);
    names_.allow_numbers_below(edges);
  }

  // Each throws InputError with the line of a name that is none.
  NodeId add_node(std::string_view name, std::int64_t line);
  void add_edge(std::string_view u, std::string_view v, double cost, std::int64_t line);
  // The edges of a part of a block, from the place `first` to before `last`.
  void add_edges(const LineBlock& block, const EdgeBlock& edges, std::size_t first,
                 std::size_t last);

  bool has_node(std::string_view name) const { return names_.find(name) != kNoNode; }

  // Throws InputError where there is no node at all.
  EdgeTable finish();

 private:
  void check_name(std::string_view name, std::int64_t line) const;

  NameTable names_;
  EdgeTable table_;
};

}  // namespace graphsparse::io
