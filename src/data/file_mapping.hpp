// A file mapped into memory for reading.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "data/mapping_guard.hpp"

namespace graphsparse {

// How many bytes of a mapped file may stay in the memory of this process: half of what the system
// has available now (MemAvailable of /proc/meminfo; where that cannot be read, half of all memory),
// at least 256 MiB.
std::size_t most_bytes_kept();

class FileMapping {
 public:
  // The bytes of a file from `begin` to `end`, and no more. Of at most `most_kept` bytes the pages
  // stay; those of more are given back. Throws InputError where the file cannot be mapped or ends
  // earlier, std::runtime_error where memory is lacking.
  FileMapping(const std::string& path, std::size_t begin, std::size_t end,
              std::size_t most_kept = most_bytes_kept());
  ~FileMapping();
  FileMapping(const FileMapping&) = delete;
  FileMapping& operator=(const FileMapping&) = delete;

  const std::byte* bytes() const { return bytes_ + skipped_; }  // from `begin` on

  // Pages that were read stay in the memory of this process until they are given back, and those
  // that were given back must be brought in again by the next pass, which more than doubles its
  // time. Of a file that is not large they stay.
  bool is_large() const { return is_large_; }
  // To be called after bytes were read and before anything is made of them: what is cut off a file
  // while it is mapped reads as zeros. Throws std::runtime_error where the file has become shorter.
  void check_whole() const;
  // Asks for bytes that will be read soon.
  void will_read(const void* start, std::size_t size) noexcept;
  // Takes note of bytes that were read, and gives all pages back when these have become many. Pages
  // that another thread is just reading come again by themselves.
  void note_read(std::size_t bytes) noexcept;

 private:
  std::string path_;
  std::size_t end_;  // of what is needed of the file
  std::uint64_t device_ = 0;
  std::uint64_t inode_ = 0;
  std::byte* bytes_ = nullptr;
  std::optional<MappingGuard> guard_;
  std::size_t size_ = 0;
  std::size_t skipped_ = 0;  // what is mapped begins with a page, before `begin`
  bool is_large_ = false;
  std::atomic<std::size_t> read_since_ = 0;
};

}  // namespace graphsparse
