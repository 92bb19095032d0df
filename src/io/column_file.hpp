// One column of a file, with the first column beside it: labels and names are read from such.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace graphsparse::io {

struct FileColumn {
  std::string source;
  std::string name;                 // from the header, or of the variable; may be empty
  std::vector<std::string> values;  // as written; numbers in their shortest exact form
  std::vector<std::int64_t> lines;  // of each value; empty where there are none

  // The first column of the same table, or the one asked for. Where the first is the column itself,
  // one whose name says that it holds ids; else empty.
  std::string id_name;
  std::vector<std::string> ids;
  std::size_t column_count = 1;  // of the whole table

  // Without a column asked for, the first line may be a header or the first value.
  bool has_doubtful_header = false;
  std::int64_t header_line = 0;

  std::string where(std::size_t entry) const;
  // Settles the doubt: the first line is a value like the others.
  void take_header_as_value();
};

// FILE[:COLUMN] for a text table, FILE.h5ad:COLUMN of obs, FILE.npy, FILE.npz[:ARRAY],
// FILE.mat:VARIABLE. A table of one or two columns needs
// no column; of two, the second is meant and the first holds ids. `id_column` names the ids where
// the table has such a column. Throws InputError.
FileColumn read_file_column(const std::string& spec, const std::string& id_column);

}  // namespace graphsparse::io
