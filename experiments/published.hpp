// The published figures, read from the folder that `--data` names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace graphsparse::experiments {

// The file in the folder itself or one folder below (paper_results/, graphs/). Throws InputError
// naming the file that is missing.
std::string find_data_file(const std::string& folder, const std::string& file);

// A small table with a header, without quotes.
class CsvTable {
 public:
  // Throws InputError naming file and line.
  explicit CsvTable(const std::string& path, char separator = ',');

  std::size_t rows() const { return cells_.size(); }
  const std::string& text(std::size_t row, std::string_view column) const;
  double number(std::size_t row, std::string_view column) const;

 private:
  std::size_t place_of(std::string_view column) const;

  std::string path_;
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> cells_;
};

// A matrix of numbers without a header.
std::vector<std::vector<double>> read_number_rows(const std::string& path);

}  // namespace graphsparse::experiments
