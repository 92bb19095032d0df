// The rows of a table in a text file, split into fields.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/io/data_file.hpp"
#include "io/input_file.hpp"
#include "io/text.hpp"

namespace graphsparse::io {

class RowReader {
 public:
  RowReader(const std::string& path, Separator separator, char comment_mark = '#');
  // With the separator of recognize_separator().
  explicit RowReader(const std::string& path);

  // The next row that is neither blank nor a comment. Throws InputError for control characters,
  // which only binary files have, and for a quote that is not closed.
  bool next();
  // The same without splitting it: for readers that need no fields of a plain row. split() does
  // that later.
  bool next_unsplit();
  void split();
  // The next line, whatever it is.
  bool next_line();

  // Rows that were not read one by one: many lines at once, and one of these as the current one.
  // The latter is false for a line that is blank or a comment.
  bool next_block(LineBlock& block) { return lines_.next_block(block); }
  bool set_current_line(const LineBlock& block, std::string_view line, std::int64_t line_number);

  // Views are valid until the next row is read.
  const std::vector<std::string_view>& fields() const { return fields_; }
  const LineReader& lines() const { return lines_; }
  // Whether a byte is neither a separator nor one that only binary files have.
  bool is_ordinary(char byte) const {
    return byte_class_[static_cast<unsigned char>(byte)] == ByteClass::ordinary;
  }
  bool is_separator(char byte) const {
    return byte_class_[static_cast<unsigned char>(byte)] == ByteClass::separator;
  }
  Separator separator() const { return separator_; }
  char comment_mark() const { return comment_mark_; }
  // The comments above the first row, without their marks; of very many the last ones.
  struct Comment {
    std::string text;
    std::int64_t line;
  };
  const std::deque<Comment>& comments_above() const { return comments_above_; }
  [[noreturn]] void fail(const std::string& message) const { lines_.fail(message); }

 private:
  enum class ByteClass : unsigned char { ordinary, separator, control };

  void classify_bytes();
  bool is_skipped();
  template <class AddField>
  void split_plain(AddField add_field) const;
  void split_line_with_quotes();
  [[noreturn]] void fail_at_control(char byte) const;

  LineReader lines_;
  Separator separator_;
  char comment_mark_;
  std::array<ByteClass, 256> byte_class_ = {};
  bool has_rows_ = false;
  std::deque<Comment> comments_above_;
  std::vector<std::string_view> fields_;
  std::deque<std::string> unquoted_;  // fields that differ from what stands in the file
};

// The fields of one line that may have quotes, as in a .csv file; for texts that are no file.
// False where a quote is not closed or something follows it.
bool split_comma_separated(std::string_view line, std::vector<std::string_view>& fields,
                           std::deque<std::string>& unquoted);

// A table with a header: rows of as many fields as the header has names.

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

// One column of a file, with the first column beside it: labels and names are read from such.

struct FileColumn : SampleColumn {
  // The first column of the same table, or the one asked for. Where the first is the column itself,
  // one whose name says that it holds ids; else empty.
  std::string id_name;
  std::vector<std::string> ids;
  std::size_t column_count = 1;  // of the whole table

  // Without a column asked for, the first line may be a header or the first value.
  bool has_doubtful_header = false;
  std::int64_t header_line = 0;

  // Settles the doubt: the first line is a value like the others.
  void take_header_as_value();
};

// FILE[:COLUMN] for a text table, FILE.h5ad:COLUMN of obs, FILE.npy, FILE.npz[:ARRAY],
// FILE.mat:VARIABLE. A table of one or two columns needs
// no column; of two, the second is meant and the first holds ids. `id_column` names the ids where
// the table has such a column. Throws InputError.
FileColumn read_file_column(const std::string& spec, const std::string& id_column);

}  // namespace graphsparse::io
