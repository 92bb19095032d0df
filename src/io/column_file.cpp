#include "io/column_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "graphsparse/io/npy.hpp"
#include "io/file_and_part.hpp"
#include "io/h5ad_data.hpp"
#include "io/input_file.hpp"
#include "io/listing.hpp"
#include "io/mat_file.hpp"
#include "io/npy_bytes.hpp"
#include "io/npz_file.hpp"
#include "io/shared_ids.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

FileColumn column_of_numbers(const std::string& source, const std::vector<double>& numbers) {
  FileColumn column;
  column.source = source;
  if (numbers.empty()) fail_in(source, "holds no values; at least one is needed");
  for (const double number : numbers) {
    if (!std::isfinite(number)) {
      fail_in(source, fmt::format("entry {} is {}; expected a finite number", column.values.size(),
                                  number));
    }
    column.values.push_back(fmt::format("{}", number));
  }
  return column;
}

FileColumn column_of_words(const std::string& source, std::vector<std::string> words) {
  if (words.empty()) fail_in(source, "holds no values; at least one is needed");
  FileColumn column;
  column.source = source;
  column.values = std::move(words);
  return column;
}

// Numbers or text; `bytes` are those of a .npy file.
FileColumn column_of_array(const std::string& source, std::string_view bytes) {
  const NpyHeader header = parse_npy_header(bytes, source);
  check_npy_vector(header, source);
  check_npy_size(header, bytes.size(), source);
  if (header.is_text()) return column_of_words(source, npy_words(header, bytes));
  return column_of_numbers(source, npy_numbers(header, bytes, source));
}

class ColumnReader {
 public:
  ColumnReader(const std::string& path, const std::string& name, const std::string& id_column)
      : table_(path) {
    column_.source = path;
    column_.column_count = table_.header().size();
    column_.header_line = table_.header_line();
    find_columns(name, id_column);
  }

  FileColumn read() {
    column_.name = table_.header()[value_];
    if (id_ != kNoColumn) column_.id_name = table_.header()[id_];
    while (table_.next()) {
      column_.values.emplace_back(table_.fields()[value_]);
      column_.lines.push_back(table_.line());
      if (id_ != kNoColumn) column_.ids.emplace_back(table_.fields()[id_]);
    }
    return std::move(column_);
  }

 private:
  void find_columns(const std::string& name, const std::string& id_column) {
    const auto& header = table_.header();
    if (!name.empty()) {
      value_ = table_.column(name);
    } else if (header.size() <= 2) {
      value_ = header.size() - 1;
      column_.has_doubtful_header = true;
    } else {
      fail_in(table_.path(),
              fmt::format("{} columns; say which is meant, as in {}:{} (there are {})",
                          header.size(), table_.path(), header[1], listed(header)));
    }
    const auto found = std::find(header.begin(), header.end(), id_column);
    if (!id_column.empty() && found != header.end()) {
      id_ = static_cast<std::size_t>(found - header.begin());
    } else if (value_ != 0) {
      id_ = 0;
    } else {
      const auto named = std::find_if(header.begin() + 1, header.end(), names_ids);
      if (named != header.end()) id_ = static_cast<std::size_t>(named - header.begin());
    }
    if (id_ == value_) id_ = kNoColumn;
  }

  TableReader table_;
  FileColumn column_;
  std::size_t value_ = 0;
  std::size_t id_ = kNoColumn;
};

}  // namespace

std::string FileColumn::where(std::size_t entry) const {
  return entry < lines.size() ? source_line(source, lines[entry])
                              : fmt::format("{}: entry {}", source, entry);
}

void FileColumn::take_header_as_value() {
  has_doubtful_header = false;
  values.insert(values.begin(), std::exchange(name, {}));
  lines.insert(lines.begin(), header_line);
  if (column_count > 1) ids.insert(ids.begin(), std::exchange(id_name, {}));
}

FileColumn read_file_column(const std::string& spec, const std::string& id_column) {
  const auto [path, part] = split_file_and_part(spec);
  const std::string extension = extension_of(path);
  if (extension == ".mat") return column_of_numbers(spec, read_mat_vector(path, part));
  if (extension == ".npz") return column_of_array(spec, read_npz_array(path, part));
  if (extension == ".h5ad") return read_h5ad_column(path, part, id_column);
  if (extension != ".npy") return ColumnReader(path, part, id_column).read();
  if (!part.empty()) {
    fail_in(path, fmt::format("has no column {}; columns can be picked from .csv, .tsv and .txt "
                              "tables and .h5ad files only",
                              in_quotes(part)));
  }
  return column_of_array(path, read_whole_file(path));
}

}  // namespace graphsparse::io
