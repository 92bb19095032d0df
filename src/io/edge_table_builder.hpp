// Collects the nodes and edges of a file; the checks that all formats share are here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/io/edge_table.hpp"
#include "io/name_table.hpp"

namespace graphsparse::io {

class EdgeTableBuilder {
 public:
  explicit EdgeTableBuilder(std::string source);

  // Room for about so many edges.
  void reserve(std::size_t edges) { table_.edges.reserve(edges); }

  void add_node(std::string_view name, std::int64_t line);
  void add_edge(std::string_view u, std::string_view v, double cost, std::int64_t line);

  bool has_node(std::string_view name);

  // Throws InputError where there is no node at all.
  EdgeTable finish();

 private:
  // Edges wait here until there are enough of them to look up their names together. Their names are
  // copied, because the reader will have gone on by then.
  struct Waiting {
    std::size_t
        name_end;  // where the name ends in waiting_text_; it begins where the last one ends
    std::int64_t line;
    std::size_t end;  // which end of an edge: twice its place, one more for the second
  };
  static constexpr std::size_t kNoEnd = std::numeric_limits<std::size_t>::max();

  // Its number where it is a number itself and has one by now; otherwise it waits.
  NodeId number_now(std::string_view name, std::int64_t line, std::size_t end);
  void add_waiting(std::string_view name, std::int64_t line, std::size_t end);
  // Gives the waiting names their numbers. Throws InputError with the line of a name that is none.
  void resolve_waiting();

  NameTable names_;
  EdgeTable table_;  // the ends of some of the last edges are not known before resolve_waiting()
  std::string waiting_text_;
  std::vector<Waiting> waiting_;
  std::vector<std::string_view> waiting_names_;
  std::vector<NodeId> numbers_;
};

// A finite number of at least zero; throws InputError about the line for anything else.
double parse_cost(std::string_view text, const std::string& source, std::int64_t line);

}  // namespace graphsparse::io
