#include "graphsparse/io/atomic_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string_view>
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

constexpr std::string_view kBegin = ".graphsparse-";
constexpr std::string_view kEnd = ".tmp";

fs::path folder_of(const fs::path& file) {
  return file.parent_path().empty() ? fs::path(".") : file.parent_path();
}

// A temporary file is locked for as long as its process works on it, and whoever dies loses the
// lock. So one that can be locked is left over. (A process id would tell nothing where machines or
// containers share a folder.) A file system without locks refuses, and the file stays.
void remove_if_left_over(const fs::path& file) noexcept {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return;
  struct stat status = {};
  if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
      flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
    (void)unlink(file.c_str());
  }
  (void)close(descriptor);
}

struct FolderCloser {
  void operator()(DIR* folder) const noexcept { (void)closedir(folder); }
};

// What dead processes left in a folder, once for each folder.
void clean_up(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<std::string> cleaned;
  const std::scoped_lock lock(mutex);
  if (!cleaned.insert(folder.string()).second) return;
  // Not a directory_iterator, which ends the process where its first entry finds no memory.
  const std::unique_ptr<DIR, FolderCloser> entries(opendir(folder.c_str()));
  if (entries == nullptr) return;
  while (const dirent* const entry = readdir(entries.get())) {
    const std::string_view name = entry->d_name;
    if (name.starts_with(kBegin) && name.ends_with(kEnd)) remove_if_left_over(folder / name);
  }
}

// False where somebody took the file for left over before it was locked.
bool lock_own(std::FILE* file, const std::string& name) {
  (void)flock(fileno(file), LOCK_EX | LOCK_NB);
  struct stat opened = {};
  struct stat named = {};
  return fstat(fileno(file), &opened) != 0 ||
         (stat(name.c_str(), &named) == 0 && opened.st_ino == named.st_ino);
}

// Creates a file that was not there before, and says how it is called.
std::FILE* create_beside(const fs::path& target, std::string& name) {
  constexpr int most_tries = 1000;
  clean_up(folder_of(target));
  for (int i = 0; i < most_tries; ++i) {
    // A short name of its own: the target's may already be as long as names can be.
    name = (target.parent_path() / fmt::format("{}{}-{}{}", kBegin, getpid(), i, kEnd)).string();
    std::FILE* file = std::fopen(name.c_str(), "wbxe");
    if (file == nullptr && errno == EEXIST) continue;
    if (file == nullptr || lock_own(file, name)) return file;
    (void)std::fclose(file);
  }
  return nullptr;
}

// 0, or why what was written is not on the disk. Some file systems and descriptors know no fsync.
int sync_to_disk(int descriptor) {
  if (fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS) return 0;
  return errno;
}

// So that the new name is on disk too.
int sync_folder(const fs::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return 0;  // it may be written to, but not read
  const int error_number = sync_to_disk(descriptor);
  (void)close(descriptor);
  return error_number;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path), target_(path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (path.empty()) throw InputError("'': not the name of a file to write");
  if (fs::is_directory(status)) {
    throw InputError(fmt::format("'{}': is a folder; name the file to write in it", path));
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
  const bool is_direct = temporary_ == target_;
  if (std::fflush(file_) != 0) fail_writing(errno);
  if (is_direct) return close_direct();
  if (const int error_number = sync_to_disk(fileno(file_)); error_number != 0) {
    fail_writing(error_number);
  }
  // Read and written by those who could; a program that runs as its owner it does not become.
  constexpr auto access = fs::perms::all;
  std::error_code error;
  const fs::file_status former = fs::status(target_, error);
  if (fs::exists(former)) fs::permissions(temporary_, former.permissions() & access, error);
  // Closed, and thereby unlocked, only after that: nobody shall take it for left over.
  fs::rename(temporary_, target_, error);
  if (error) fail_writing(error.value());
  const bool is_closed = std::fclose(std::exchange(file_, nullptr)) == 0;
  const int error_number = is_closed ? sync_folder(folder_of(target_)) : errno;
  if (error_number != 0) fail_writing(error_number);
}

void AtomicFile::close_direct() {
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail_writing(errno);
}

}  // namespace graphsparse
