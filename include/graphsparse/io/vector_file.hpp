// A vector over named or numbered features, as read from a file (`--prizes`, `--vector`).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/io/file_places.hpp"

namespace graphsparse {

struct NamedVector : FilePlaces {
  std::vector<std::string> names;  // distinct; empty for a vector without names (.npy)
  std::vector<double> values;      // finite
  std::vector<std::string> notes;  // for people, a line each

  // The first line, where it was taken for a header because its second field is not a number.
  struct Header {
    std::string name;
    std::string value;
    std::int64_t line = 0;  // 0: there was none
  };
  Header header;
};

// Reads `name<TAB>value` lines (.csv: commas, .txt: any white space), a one-dimensional .npy, or
// FILE:COLUMN of a table with the names in its first column. Throws InputError.
NamedVector read_vector(const std::string& spec);

// The vector without these names; those that it does not have are passed over.
NamedVector without_names(NamedVector vector, const std::vector<std::string>& names);

// Throws InputError naming the file and line of the first negative value; `what` names such a value
// ("prize").
void require_non_negative(const NamedVector& vector, std::string_view what);

}  // namespace graphsparse
