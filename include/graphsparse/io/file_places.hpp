// Where values of a file stand: to begin messages about them with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace graphsparse {

struct FilePlaces {
  std::string source;               // what was read, for messages
  std::vector<std::int64_t> lines;  // of each value in its file; empty where there are no lines

  // "FILE:LINE" or "FILE: entry I".
  std::string where(std::int64_t entry) const;
};

}  // namespace graphsparse
