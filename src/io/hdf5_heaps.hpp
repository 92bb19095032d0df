// The global heaps of HDF5 files, where texts of any length are kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace graphsparse::io {

// How many bytes the addresses and sizes in a file have, and how many stand before HDF5's first.
struct Hdf5Numbers {
  std::size_t address_size = 8;
  std::size_t size_size = 8;
  std::uint64_t user_block = 0;

  // A reference to a text: its length (4 bytes), the address of a heap, a number there (4 bytes).
  std::size_t reference_size() const { return address_size + 8; }
};

// HDF5 takes what references and heaps say on trust, and reads and writes beyond its memory where
// they are wrong. So both are looked at before HDF5 follows a reference.
class Hdf5Heaps {
 public:
  Hdf5Heaps(const std::string& path, const Hdf5Numbers& numbers);

  // Whether each of the references, one behind the other, is to no text or to one that lies in its
  // heap and has its length. Heaps are read when the first reference to them is met.
  bool hold(std::string_view references);

 private:
  using TextSizes = std::vector<std::uint64_t>;  // by number

  const TextSizes& heap_at(std::uint64_t address);
  TextSizes read_heap(std::uint64_t address);
  TextSizes sizes_in(std::string_view heap) const;
  std::string read(std::uint64_t begin, std::uint64_t size);

  std::ifstream file_;
  Hdf5Numbers numbers_;
  std::size_t header_size_;  // of a heap and of a text in it
  std::uint64_t file_size_ = 0;
  std::uint64_t unread_ = 0;  // bytes; heaps that do not overlap have no more than the file
  std::unordered_map<std::uint64_t, TextSizes> heaps_;  // by address; empty where damaged
};

}  // namespace graphsparse::io
