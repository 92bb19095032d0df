// Cytoscape's simple interaction format: "node type node [node ...]", or a node alone.
#include "io/edge_readers.hpp"
#include "io/edge_table_builder.hpp"
#include "io/table_reader.hpp"

namespace graphsparse::io {
namespace {

// One tab anywhere in the file makes tabs the separator, so that names may have spaces.
Separator separator_of_sif(const std::string& path) {
  LineReader lines(path);
  while (lines.next()) {
    if (lines.line().find('\t') != std::string_view::npos) return Separator::tab;
  }
  return Separator::white_space;
}

}  // namespace

EdgeTable read_sif(const std::string& path) {
  RowReader rows(path, separator_of_sif(path));
  EdgeTableBuilder builder(path);
  while (rows.next()) {
    const auto& fields = rows.fields();
    const std::int64_t line = rows.lines().line_number();
    if (fields.size() == 1) {
      builder.add_node(fields[0], line);
      continue;
    }
    if (fields.size() == 2) {
      rows.fail("two fields; expected 'node type node [node ...]', or a node alone");
    }
    for (std::size_t i = 2; i < fields.size(); ++i) {
      builder.add_edge(fields[0], fields[i], 1.0, line);
    }
  }
  return builder.finish();
}

}  // namespace graphsparse::io
