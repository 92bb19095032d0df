// A table with a header: rows of as many fields as the header has names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/row_reader.hpp"

namespace graphsparse::io {

inline constexpr std::size_t kNoColumn = std::numeric_limits<std::size_t>::max();

class TableReader {
 public:
  // Reads the header. Throws InputError for a file without rows.
  explicit TableReader(const std::string& path);

  // An empty name stands in front where every row has one field more than the header and begins
  // with a word: R leaves the place above row names out.
  const std::vector<std::string>& header() const { return header_; }
  std::int64_t header_line() const { return header_line_; }
  // The place of the column with that name. Throws InputError that tells which columns there are
  // where it is missing or double.
  std::size_t column(std::string_view name) const;

  // The next row. Throws InputError where it has another number of fields than the header.
  bool next();
  // The same without splitting it, and the split; for a reader that needs no fields of a plain row.
  bool next_unsplit();
  void split();
  const RowReader& rows() const { return rows_; }
  // Views are valid until the next row is read.
  const std::vector<std::string_view>& fields() const { return rows_.fields(); }
  std::int64_t line() const { return rows_.lines().line_number(); }

  Separator separator() const { return rows_.separator(); }
  const std::string& path() const { return path_; }
  [[noreturn]] void fail(const std::string& message) const { rows_.fail(message); }

 private:
  void check_field_count();

  std::string path_;
  RowReader rows_;
  std::vector<std::string> header_;
  std::int64_t header_line_ = 0;
  bool is_first_row_pending_ = false;
};

// Whether a column of that name, being the first of its table, is one of sample ids by its name:
// empty, id, sample, sample_id and the like.
bool is_name_of_ids(std::string_view name);

}  // namespace graphsparse::io
