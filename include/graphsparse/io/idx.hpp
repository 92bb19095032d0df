// IDX files of bytes, the format of MNIST and its relatives: images or labels, compressed or not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace graphsparse {

struct IdxBytes {
  std::vector<std::int64_t> sizes;   // of each dimension, the slowest first
  std::vector<std::uint8_t> values;  // as many as the sizes' product
};

// Throws InputError naming the file where it is no IDX file of bytes, is cut off or too long.
IdxBytes read_idx(const std::string& path);

}  // namespace graphsparse
