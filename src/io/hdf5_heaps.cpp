#include "io/hdf5_heaps.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <vector>

namespace graphsparse::io {
namespace {

// What a heap begins with: signature, version, three zeros, its size. Then come its objects, each
// with a number, a count, four zeros and its size, in steps of eight bytes; number 0 is what is
// free.
constexpr std::string_view kHeap("GCOL\1\0\0\0", 8);
constexpr std::size_t kHeaderSize = 16;  // of a heap and of an object
constexpr std::size_t kNumberSize = 8;
constexpr std::size_t kBlock = std::size_t{1} << 20U;

std::uint64_t number_at(const char* bytes, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = size; i-- > 0;) {
    number = number << 8U | static_cast<unsigned char>(bytes[i]);
  }
  return number;
}

// In other files a size has another number of bytes; those are rare and not looked at.
bool has_sizes_of_eight_bytes(std::ifstream& file) {
  std::array<char, 15> head = {};
  file.read(head.data(), head.size());
  const char version = head[8];
  return head[version < 2 ? 14 : 10] == static_cast<char>(kNumberSize);
}

bool is_sound(const std::vector<char>& heap) {
  for (std::size_t at = kHeaderSize; at + kHeaderSize <= heap.size();) {
    const std::size_t left = heap.size() - at;
    const std::uint64_t number = number_at(heap.data() + at, 2);
    const std::uint64_t size = number_at(heap.data() + at + kNumberSize, kNumberSize);
    if (number == 0) {
      // Its size holds its header.
      if (size < kHeaderSize || size > left) return false;
      at += static_cast<std::size_t>(size);
      continue;
    }
    if (size > left - kHeaderSize) return false;
    const std::size_t padded = (static_cast<std::size_t>(size) + 7) / 8 * 8;
    at += kHeaderSize + std::min(padded, left - kHeaderSize);
  }
  return true;
}

class HeapScan {
 public:
  explicit HeapScan(const std::string& path) : file_(path, std::ios::binary) {}

  bool run() {
    if (!has_sizes_of_eight_bytes(file_)) return true;
    file_.clear();
    file_.seekg(0, std::ios::end);
    size_ = static_cast<std::uint64_t>(file_.tellg());
    // Blocks overlap, so that no beginning of a heap lies in two.
    std::vector<char> block(kBlock + kHeaderSize);
    for (std::uint64_t begin = 0; begin < size_; begin += kBlock) {
      const std::string_view text = read(begin, block);
      for (std::size_t at = text.find(kHeap); at < kBlock; at = text.find(kHeap, at + 1)) {
        if (begin + at < end_of_last_) continue;
        if (at + kHeaderSize > text.size()) return false;
        if (!check(begin + at, number_at(text.data() + at + kNumberSize, kNumberSize)))
          return false;
      }
    }
    return true;
  }

 private:
  std::string_view read(std::uint64_t begin, std::vector<char>& to) {
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(begin));
    file_.read(to.data(), static_cast<std::streamsize>(to.size()));
    return {to.data(), static_cast<std::size_t>(file_.gcount())};
  }

  bool check(std::uint64_t begin, std::uint64_t size) {
    if (size < kHeaderSize || size > size_ - begin) return false;
    end_of_last_ = begin + size;
    std::vector<char> heap(static_cast<std::size_t>(size));
    return read(begin, heap).size() == heap.size() && is_sound(heap);
  }

  std::ifstream file_;
  std::uint64_t size_ = 0;
  std::uint64_t end_of_last_ = 0;  // heap; what is in it is none, whatever it says
};

}  // namespace

bool are_heaps_sound(const std::string& path) { return HeapScan(path).run(); }

}  // namespace graphsparse::io
