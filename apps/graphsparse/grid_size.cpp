#include "grid_size.hpp"

#include <charconv>
#include <string_view>

namespace graphsparse::cli {

std::optional<GridSize> grid_size_of(const std::string& spec, const EdgeTable& table) {
  constexpr std::string_view prefix = "grid:";
  if (!spec.starts_with(prefix)) return std::nullopt;
  GridSize size;
  const char* const end = spec.data() + spec.size();
  const auto width = std::from_chars(spec.data() + prefix.size(), end, size.width);
  if (width.ptr == end || (*width.ptr != 'x' && *width.ptr != 'X')) return std::nullopt;
  const auto height = std::from_chars(width.ptr + 1, end, size.height);
  if (height.ptr != end || !table.names.empty()) return std::nullopt;
  // A file may have such a name, too.
  if (size.width * size.height != table.node_count()) return std::nullopt;
  return size;
}

}  // namespace graphsparse::cli
