// ZIP archives and the arrays in them, for tests.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/gzip_bytes.hpp"

namespace graphsparse::test_support {

// A .npy file of version 1; `shape` as Python writes it.
template <class Number>
std::string npy_bytes(std::string_view type, std::string_view shape,
                      const std::vector<Number>& values) {
  std::string head = "{'descr': '" + std::string(type) +
                     "', 'fortran_order': False, 'shape': " + std::string(shape) + ", }\n";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(head.size() & 0xffU);
  bytes += static_cast<char>(head.size() >> 8U);
  bytes += head;
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number));
  return bytes;
}

class ZipBytes {
 public:
  explicit ZipBytes(bool is_deflated) : is_deflated_(is_deflated) {}

  ZipBytes& add(const std::string& name, const std::string& bytes) {
    const std::string stored = is_deflated_ ? deflated(bytes, -MAX_WBITS) : bytes;
    std::string common;
    put(common, 20, 2);  // version
    put(common, 0, 2);
    put(common, is_deflated_ ? 8 : 0, 2);
    put(common, 0, 4);  // time and date
    put(common,
        crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())), 4);
    put(common, stored.size(), 4);
    put(common, bytes.size(), 4);
    put(common, name.size(), 2);
    put(common, 0, 2);
    std::string entry = "PK\x01\x02";
    put(entry, 20, 2);
    entry += common;
    put(entry, 0, 2);
    put(entry, 0, 4);
    put(entry, 0, 4);
    put(entry, members_.size(), 4);
    directory_ += entry + name;
    members_ += "PK\x03\x04" + common + name + stored;
    ++count_;
    return *this;
  }

  std::string finish() const {
    std::string end = "PK\x05\x06";
    put(end, 0, 4);
    put(end, count_, 2);
    put(end, count_, 2);
    put(end, directory_.size(), 4);
    put(end, members_.size(), 4);
    put(end, 0, 2);
    return members_ + directory_ + end;
  }

 private:
  static void put(std::string& bytes, std::uint64_t number, int size) {
    for (int i = 0; i < size; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xffU);
  }

  bool is_deflated_;
  std::string members_;
  std::string directory_;
  std::uint64_t count_ = 0;
};

}  // namespace graphsparse::test_support
