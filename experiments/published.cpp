#include "published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/format.hpp"

namespace graphsparse::experiments {
namespace {

constexpr std::array<std::string_view, 3> kSubfolders = {"", "paper_results", "graphs"};

std::vector<std::string> read_lines(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw InputError(fmt::format("{}: cannot be read", path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

double parse_number(const std::string& path, std::size_t line, std::string_view cell) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error == std::errc() && end == cell.data() + cell.size()) return value;
  throw InputError(fmt::format("{}:{}: '{}' is not a number", path, line, cell));
}

}  // namespace

std::string find_data_file(const std::string& folder, const std::string& file) {
  namespace fs = std::filesystem;
  if (!fs::is_directory(folder)) {
    throw InputError(fmt::format("--data {}: there is no such folder", folder));
  }
  for (const std::string_view below : kSubfolders) {
    const fs::path path = fs::path(folder) / below / file;
    if (fs::is_regular_file(path)) return path.string();
  }
  throw InputError(fmt::format(
      "--data {}: it has no file {} (looked there and in its folders paper_results and graphs)",
      folder, file));
}

CsvTable::CsvTable(const std::string& path, char separator) : path_(path) {
  const std::vector<std::string> lines = read_lines(path);
  if (lines.empty()) throw InputError(fmt::format("{}: the file is empty", path));
  for (const std::string_view column : split(lines.front(), separator))
    columns_.emplace_back(column);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    std::vector<std::string> row;
    for (const std::string_view cell : split(lines[i], separator)) row.emplace_back(cell);
    if (row.size() != columns_.size()) {
      throw InputError(fmt::format("{}:{}: {} columns, the header has {}", path, i + 1, row.size(),
                                   columns_.size()));
    }
    cells_.push_back(std::move(row));
  }
  if (cells_.empty()) throw InputError(fmt::format("{}: there is only a header", path));
}

std::size_t CsvTable::place_of(std::string_view column) const {
  const auto place = std::find(columns_.begin(), columns_.end(), column);
  if (place == columns_.end()) {
    throw InputError(fmt::format("{}: there is no column '{}'", path_, column));
  }
  return static_cast<std::size_t>(place - columns_.begin());
}

const std::string& CsvTable::text(std::size_t row, std::string_view column) const {
  return cells_[row][place_of(column)];
}

double CsvTable::number(std::size_t row, std::string_view column) const {
  return parse_number(path_, row + 2, text(row, column));
}

std::vector<std::vector<double>> read_number_rows(const std::string& path) {
  std::vector<std::vector<double>> rows;
  const std::vector<std::string> lines = read_lines(path);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    std::vector<double> row;
    for (const std::string_view cell : split(lines[i], ',')) {
      row.push_back(parse_number(path, i + 1, cell));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace graphsparse::experiments
