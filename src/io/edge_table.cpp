#include "graphsparse/io/edge_table.hpp"

#include <fmt/format.h>

#include <array>
#include <deque>
#include <limits>
#include <optional>
#include <string_view>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/suggest.hpp"
#include "io/edge_header.hpp"
#include "io/edge_readers.hpp"
#include "io/input_file.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse {
namespace {

constexpr std::string_view kGridPrefix = "grid:";

EdgeTable grid_table(const std::string& spec) {
  const std::string_view sides = std::string_view(spec).substr(kGridPrefix.size());
  const std::size_t cross = sides.find('x');
  const auto width = io::parse_index(sides.substr(0, cross));
  const auto height =
      cross == std::string_view::npos ? std::nullopt : io::parse_index(sides.substr(cross + 1));
  if (!width || !height || *width < 1 || *height < 1) {
    throw InputError(spec +
                     ": not a grid; expected grid:WxH with whole numbers of at least 1, as "
                     "in grid:100x50");
  }
  constexpr std::int64_t most_nodes = std::numeric_limits<NodeId>::max() / 4;
  if (*width > most_nodes / *height) {
    throw InputError(fmt::format("{}: too large; at most {} nodes fit", spec, most_nodes));
  }

  EdgeTable table;
  table.source = spec;
  table.numbered = true;
  table.implied_node_count = *width * *height;
  table.edges.reserve(static_cast<std::size_t>(2 * table.implied_node_count - *width - *height));
  for (std::int64_t row = 0; row < *height; ++row) {
    for (std::int64_t column = 0; column < *width; ++column) {
      const auto node = static_cast<NodeId>(row * *width + column);
      if (column + 1 < *width) table.edges.push_back({node, node + 1, 1.0});
      if (row + 1 < *height) table.edges.push_back({node, node + static_cast<NodeId>(*width), 1.0});
    }
  }
  return table;
}

struct FileAndColumns {
  std::string path;
  std::vector<std::string> columns;
};

// Two or three names separated by commas; a name with a comma stands in double quotes.
std::optional<std::vector<std::string>> parse_columns(std::string_view text) {
  std::vector<std::string_view> fields;
  std::deque<std::string> unquoted;
  if (!io::split_comma_separated(text, fields, unquoted)) return std::nullopt;
  if (fields.size() != 2 && fields.size() != 3) return std::nullopt;
  for (const std::string_view field : fields) {
    if (field.empty()) return std::nullopt;
  }
  return std::vector<std::string>(fields.begin(), fields.end());
}

FileAndColumns split_spec(const std::string& spec) {
  const auto [path, part] = io::split_file_and_part(spec);
  if (part.empty()) return {path, {}};
  if (const auto columns = parse_columns(part)) return {path, *columns};
  if (!io::is_there(path)) return {spec, {}};
  throw InputError(fmt::format("{}: {} picks no columns; expected {}:U,V or {}:U,V,COST", path,
                               io::in_quotes(part), path, path));
}

// "gird:4x3" and "grid=4x3" mean grid:4x3.
std::optional<std::string> misspelt_grid(const std::string& spec) {
  const std::size_t sides = spec.find_first_of("0123456789");
  if (sides == std::string::npos || sides == 0 || io::is_there(spec)) return std::nullopt;
  const std::string_view rest = std::string_view(spec).substr(sides);
  const std::size_t cross = rest.find_first_of("xX*");
  if (cross == std::string_view::npos || !io::parse_index(rest.substr(0, cross)) ||
      !io::parse_index(rest.substr(cross + 1))) {
    return std::nullopt;
  }
  const std::string word = io::lower_case(spec.substr(0, sides - 1));
  if (edit_distance(word, "grid", 2) > 2) return std::nullopt;
  return fmt::format("grid:{}x{}", rest.substr(0, cross), rest.substr(cross + 1));
}

// Formats whose files are one network; of edge lists and .h5ad a part can be picked.
struct GraphFormat {
  std::string_view extension;
  EdgeTable (*read)(const std::string& path);
};

constexpr std::array kGraphFormats = {
    GraphFormat{".sif", io::read_sif},
    GraphFormat{".graphml", io::read_graphml},
    GraphFormat{".mtx", io::read_matrix_market},
    GraphFormat{".npz", io::read_npz_edges},
};

EdgeTable read_as_told(const std::string& spec) {
  if (spec.empty()) throw InputError("the graph has no name; expected a file or grid:WxH");
  if (spec.starts_with(kGridPrefix) && !io::is_there(spec)) return grid_table(spec);
  if (const auto meant = misspelt_grid(spec)) {
    io::fail_in(spec, fmt::format("no such file and no grid; did you mean '{}'?", *meant));
  }
  const auto [matrix_file, part] = io::split_file_and_part(spec);
  const std::string kind = io::extension_of(matrix_file);
  if (kind == ".h5ad") return io::read_h5ad_edges(matrix_file, part);
  const auto [path, columns] = split_spec(spec);
  const std::string extension = io::extension_of(path);
  if (extension == ".tsv" || extension == ".csv" || extension == ".txt") {
    return io::read_edge_list(path, columns);
  }
  if (!columns.empty()) {
    io::fail_in(path, "columns can be picked from .tsv, .csv and .txt tables only");
  }
  std::string known;
  for (const GraphFormat& format : kGraphFormats) {
    if (extension == format.extension) return format.read(path);
    known += fmt::format("{}, ", format.extension);
  }
  const io::InputFile readable(path);  // otherwise that is the first thing to say
  io::fail_in(path, fmt::format("not a known kind of graph; expected .tsv, .csv, .txt, {}"
                                ".h5ad:NETWORK or grid:WxH; NetworkX, igraph and Cytoscape "
                                "save graphs as .graphml, too",
                                known));
}

}  // namespace

EdgeTable read_edge_table(const std::string& spec, const EdgeOptions& options) {
  EdgeTable table = read_as_told(spec);
  if (!table.source.starts_with(kGridPrefix)) io::note_open_end(table.source, table.notes);
  io::apply_edge_options(options, table);
  return table;
}

}  // namespace graphsparse
