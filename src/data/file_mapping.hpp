// A file mapped into memory for reading.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>

namespace graphsparse {

class FileMapping {
 public:
  // Throws InputError where the file cannot be mapped or has fewer bytes than needed.
  FileMapping(const std::string& path, std::size_t needed_bytes);
  ~FileMapping();
  FileMapping(const FileMapping&) = delete;
  FileMapping& operator=(const FileMapping&) = delete;

  const std::byte* bytes() const { return bytes_; }

  // Pages that were read stay in the memory of this process until they are given back. Of a small
  // file they may stay.
  bool is_large() const;
  // Asks for bytes that will be read soon.
  void will_read(const void* start, std::size_t size) noexcept;
  // Takes note of bytes that were read, and gives all pages back when these have become many. Pages
  // that another thread is just reading come again by themselves.
  void note_read(std::size_t bytes) noexcept;

 private:
  std::byte* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::atomic<std::size_t> read_since_ = 0;
};

}  // namespace graphsparse
