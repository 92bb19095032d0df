#include "io/hdf5_heaps.hpp"

#include <algorithm>
#include <utility>

namespace graphsparse::io {
namespace {

// What a heap begins with: signature, version, three zeros; its size follows. Then come its texts,
// each with a number, a count, four zeros and its size, in steps of eight bytes; number 0 is what
// is free.
constexpr std::string_view kHeap("GCOL\1\0\0\0", 8);
constexpr std::size_t kBeforeSize = 8;
constexpr std::uint64_t kNone = ~std::uint64_t{0};  // longer than any reference can say

std::uint64_t number_at(std::string_view bytes, std::size_t begin, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = size; i-- > 0;) {
    number = number << 8U | static_cast<unsigned char>(bytes[begin + i]);
  }
  return number;
}

std::size_t in_steps_of_eight(std::size_t size) { return (size + 7) / 8 * 8; }

}  // namespace

Hdf5Heaps::Hdf5Heaps(const std::string& path, const Hdf5Numbers& numbers)
    : file_(path, std::ios::binary),
      numbers_(numbers),
      header_size_(in_steps_of_eight(kBeforeSize + numbers.size_size)) {
  file_.seekg(0, std::ios::end);
  file_size_ = static_cast<std::uint64_t>(file_.tellg());
  unread_ = file_size_;
}

bool Hdf5Heaps::hold(std::string_view references) {
  if (numbers_.address_size > sizeof(std::uint64_t) || numbers_.size_size > sizeof(std::uint64_t)) {
    return false;
  }
  const std::size_t size = numbers_.reference_size();
  for (; references.size() >= size; references.remove_prefix(size)) {
    const std::uint64_t length = number_at(references, 0, 4);
    const std::uint64_t address = number_at(references, 4, numbers_.address_size);
    const std::uint64_t number = number_at(references, size - 4, 4);
    if (length == 0 || address == 0) continue;
    const TextSizes& sizes = heap_at(address);
    if (number >= sizes.size() || sizes[static_cast<std::size_t>(number)] != length) return false;
  }
  return true;
}

const Hdf5Heaps::TextSizes& Hdf5Heaps::heap_at(std::uint64_t address) {
  const auto [place, is_new] = heaps_.try_emplace(address);
  if (is_new) place->second = read_heap(address);
  return place->second;
}

Hdf5Heaps::TextSizes Hdf5Heaps::read_heap(std::uint64_t address) {
  if (address > file_size_ || numbers_.user_block > file_size_ - address) return {};
  const std::uint64_t begin = address + numbers_.user_block;
  const std::string start = read(begin, header_size_);
  if (start.size() < header_size_ || !start.starts_with(kHeap)) return {};
  const std::uint64_t size = number_at(start, kBeforeSize, numbers_.size_size);
  if (size < header_size_ || size > file_size_ - begin || size > unread_) return {};
  unread_ -= size;
  const std::string heap = read(begin, size);
  return heap.size() == size ? sizes_in(heap) : TextSizes();
}

Hdf5Heaps::TextSizes Hdf5Heaps::sizes_in(std::string_view heap) const {
  TextSizes sizes;
  for (std::size_t at = header_size_; at + header_size_ <= heap.size();) {
    const std::size_t left = heap.size() - at;
    const auto number = static_cast<std::size_t>(number_at(heap, at, 2));
    const std::uint64_t size = number_at(heap, at + kBeforeSize, numbers_.size_size);
    if (number == 0) {
      // Its size holds its header.
      if (size < header_size_ || size > left) return {};
      at += static_cast<std::size_t>(size);
      continue;
    }
    if (size > left - header_size_) return {};
    if (number >= sizes.size()) sizes.resize(number + 1, kNone);
    if (std::exchange(sizes[number], size) != kNone) return {};
    at += header_size_ +
          std::min(in_steps_of_eight(static_cast<std::size_t>(size)), left - header_size_);
  }
  return sizes;
}

std::string Hdf5Heaps::read(std::uint64_t begin, std::uint64_t size) {
  std::string bytes(static_cast<std::size_t>(size), '\0');
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(begin));
  file_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file_.gcount()));
  return bytes;
}

}  // namespace graphsparse::io
