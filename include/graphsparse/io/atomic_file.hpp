// An output file that appears under its name only when it is complete.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace graphsparse {

// Writes to a temporary name beside the target; commit() waits until it is on the disk, renames it
// and waits for the new name. Temporary files that dead processes left there are removed. Destroyed
// without commit(), the temporary is removed and a former target stays as it was. A device or pipe
// is written directly. A path that cannot be written throws InputError (it is bad input); a failing
// write, such as a full disk, throws std::runtime_error.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);
  void commit();

 private:
  void close_direct();
  void discard() noexcept;
  [[noreturn]] void fail_writing(int error_number);

  std::string path_;       // as the caller named it, for messages
  std::string target_;     // symbolic links resolved
  std::string temporary_;  // equals target_ where that is no regular file
  std::FILE* file_ = nullptr;
};

}  // namespace graphsparse
