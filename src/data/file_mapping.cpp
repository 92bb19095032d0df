#include "data/file_mapping.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

constexpr std::streamsize kLongestLine = 4096;
constexpr std::size_t kSmallFile = std::size_t{256} << 20U;
// Of a large file, between two times that pages are given back.
constexpr std::size_t kKeptOfLargeFile = std::size_t{64} << 20U;

// Memory that can be had without anything being written out; 0 where the system does not tell.
std::size_t available_bytes() {
  std::ifstream lines("/proc/meminfo");
  for (std::string name; lines >> name; lines.ignore(kLongestLine, '\n')) {
    std::size_t kilobytes = 0;
    if (name == "MemAvailable:" && lines >> kilobytes) return kilobytes << 10U;
  }
  return 0;
}

std::size_t memory_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page)
                               : 0;
}

class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : number_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (number_ < 0) fail(path, "cannot be opened");
  }
  ~Descriptor() { (void)close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }

  [[noreturn]] static void fail(const std::string& path, const char* what) {
    const std::error_code reason(errno, std::generic_category());
    throw InputError(fmt::format("{}: {}: {}", path, what, reason.message()));
  }

 private:
  int number_;
};

}  // namespace

std::size_t most_bytes_kept() {
  const std::size_t available = available_bytes();
  return std::max(kSmallFile, (available > 0 ? available : memory_bytes()) / 2);
}

FileMapping::FileMapping(const std::string& path, std::size_t begin, std::size_t end,
                         std::size_t most_kept)
    : path_(path), end_(end) {
  const Descriptor file(path);
  struct stat status = {};
  if (fstat(file.number(), &status) != 0) Descriptor::fail(path, "cannot be examined");
  const auto file_size = static_cast<std::size_t>(status.st_size);
  if (file_size < end) {
    throw InputError(
        fmt::format("{}: has {} bytes where {} are needed; it is cut off", path, file_size, end));
  }
  device_ = status.st_dev;
  inode_ = status.st_ino;
  skipped_ = begin % static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  size_ = end - begin + skipped_;
  is_large_ = size_ > most_kept;
  if (end == begin) return;
  void* const start = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.number(),
                           static_cast<off_t>(begin - skipped_));
  if (start == MAP_FAILED) {
    // The file is all right, and a machine with more memory would take it.
    if (errno == ENOMEM) {
      throw std::runtime_error(
          fmt::format("{}: no memory left to map {} bytes of the file into", path, size_));
    }
    Descriptor::fail(path, "cannot be mapped into memory");
  }
  bytes_ = static_cast<std::byte*>(start);
  guard_.emplace(start, size_);
}

FileMapping::~FileMapping() {
  guard_.reset();
  if (bytes_ != nullptr) (void)munmap(bytes_, size_);
}

// The guard sees pages that are gone. The rest of a page in which the file now ends is no error to
// the system, so its size is looked at too, where the name still means the same file.
void FileMapping::check_whole() const {
  if (bytes_ == nullptr) return;
  struct stat status = {};
  const bool is_short = stat(path_.c_str(), &status) == 0 && status.st_dev == device_ &&
                        status.st_ino == inode_ && static_cast<std::size_t>(status.st_size) < end_;
  if (!is_short && !guard_->is_broken()) return;
  throw std::runtime_error(
      is_short
          ? fmt::format("{}: was cut off from {} to {} bytes while it was being read; run again "
                        "with the whole file",
                        path_, end_, status.st_size)
          : fmt::format("{}: could not be read any more (it was cut off, or the disk failed); run "
                        "again with the whole file",
                        path_));
}

void FileMapping::will_read(const void* start, std::size_t size) noexcept {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto offset =
      static_cast<std::size_t>(static_cast<const std::byte*>(start) - bytes_) / page * page;
  const std::byte* const end = static_cast<const std::byte*>(start) + size;
  (void)madvise(bytes_ + offset, static_cast<std::size_t>(end - (bytes_ + offset)), MADV_WILLNEED);
}

void FileMapping::note_read(std::size_t bytes) noexcept {
  if (!is_large()) return;
  if (read_since_.fetch_add(bytes, std::memory_order_relaxed) + bytes < kKeptOfLargeFile) return;
  read_since_.store(0, std::memory_order_relaxed);
  // Advice only: where it is not taken, memory is the system's to manage as before.
  (void)madvise(bytes_, size_, MADV_DONTNEED);
}

}  // namespace graphsparse
