#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace graphsparse::cli {

std::string format_fields(const std::vector<std::pair<std::string, std::string>>& fields) {
  std::size_t width = 0;
  for (const auto& [label, value] : fields) width = std::max(width, label.size());
  std::string text;
  for (const auto& [label, value] : fields)
    text += fmt::format("{:<{}}  {}\n", label, width, value);
  return text;
}

std::string format_columns(const std::vector<std::string>& headings,
                           const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const std::string& heading : headings) widths.push_back(heading.size());
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text = fmt::format("{:<{}}", cells[0], widths[0]);
    for (std::size_t c = 1; c < cells.size(); ++c) {
      text += fmt::format("  {:>{}}", cells[c], widths[c]);
    }
    return text + "\n";
  };
  std::string text = line(headings);
  for (const auto& row : rows) text += line(row);
  return text;
}

}  // namespace graphsparse::cli
