#include "graphsparse/io/atomic_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

namespace fs = std::filesystem;

// Whether the caller chose a path that cannot work, as opposed to a machine in trouble.
bool is_bad_path(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
    case EACCES:
    case EPERM:
    case EROFS:
    case ENAMETOOLONG:
    case ELOOP:
      return true;
    default:
      return false;
  }
}

std::string reason(int error_number) { return std::generic_category().message(error_number); }

// Creates a file that was not there before, and says how it is called.
std::FILE* create_beside(const fs::path& target, std::string& name) {
  constexpr int most_tries = 1000;
  for (int i = 0; i < most_tries; ++i) {
    // A short name of its own: the target's may already be as long as names can be.
    name = (target.parent_path() / fmt::format(".graphsparse-{}-{}.tmp", getpid(), i)).string();
    std::FILE* file = std::fopen(name.c_str(), "wbx");
    if (file != nullptr || errno != EEXIST) return file;
  }
  return nullptr;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path), target_(path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (path.empty() || fs::is_directory(status)) {
    throw InputError(fmt::format("'{}': not the name of a file to write", path));
  }
  // Renaming must not replace a link or, worse, a device such as /dev/null.
  if (fs::exists(status)) {
    const fs::path resolved = fs::canonical(path, ignored);
    if (!resolved.empty()) target_ = resolved.string();
  }
  const bool is_direct = fs::exists(status) && !fs::is_regular_file(status);
  if (is_direct) {
    temporary_ = target_;
    file_ = std::fopen(target_.c_str(), "wb");
  } else {
    file_ = create_beside(target_, temporary_);
  }
  if (file_ != nullptr) return;
  const int error_number = errno;
  const std::string message = fmt::format("{}: cannot be written: {}", path, reason(error_number));
  if (is_bad_path(error_number)) {
    throw InputError(message + "; choose a folder that exists and may be written to");
  }
  throw std::runtime_error(message);
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() noexcept {
  if (file_ == nullptr) return;
  (void)std::fclose(file_);
  file_ = nullptr;
  if (temporary_ != target_) (void)std::remove(temporary_.c_str());
}

void AtomicFile::fail_writing(int error_number) {
  discard();
  throw std::runtime_error(fmt::format("{}: writing failed: {}", path_, reason(error_number)));
}

void AtomicFile::write(std::string_view bytes) {
  if (file_ == nullptr) throw std::logic_error(path_ + ": written to after its end");
  if (bytes.empty()) return;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail_writing(errno);
}

void AtomicFile::commit() {
  if (file_ == nullptr) throw std::logic_error(path_ + ": committed twice");
  if (std::fflush(file_) != 0) fail_writing(errno);
  std::FILE* const closing = std::exchange(file_, nullptr);
  const bool is_direct = temporary_ == target_;
  if (std::fclose(closing) != 0) {
    const int error_number = errno;
    if (!is_direct) (void)std::remove(temporary_.c_str());
    fail_writing(error_number);
  }
  if (is_direct) return;
  std::error_code error;
  const fs::file_status former = fs::status(target_, error);
  if (fs::exists(former)) fs::permissions(temporary_, former.permissions(), error);
  fs::rename(temporary_, target_, error);
  if (!error) return;
  (void)std::remove(temporary_.c_str());
  fail_writing(error.value());
}

}  // namespace graphsparse
