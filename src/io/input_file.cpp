#include "io/input_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "io/text.hpp"

namespace graphsparse::io {

void fail_in(const std::string& source, const std::string& message) {
  throw InputError(source + ": " + message);
}

void fail_at(const std::string& source, std::int64_t line, const std::string& message) {
  throw InputError(fmt::format("{}:{}: {}", source, line, message));
}

InputFile::InputFile(std::string path) : path_(std::move(path)) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) {
    fail_in(path_, "is a directory; a file is needed");
  }
  file_.reset(std::fopen(path_.c_str(), "rb"));
  if (file_ != nullptr) {
    // Callers read large pieces; a second buffer would only copy them once more.
    (void)std::setvbuf(file_.get(), nullptr, _IONBF, 0);
    return;
  }
  const std::error_code reason(errno, std::generic_category());
  if (reason == std::errc::no_such_file_or_directory) {
    fail_in(path_, "no such file; check the path");
  }
  fail_in(path_, "cannot be opened: " + reason.message());
}

std::size_t InputFile::read(char* bytes, std::size_t size) {
  errno = 0;
  const std::size_t count = std::fread(bytes, 1, size, file_.get());
  if (count < size && std::ferror(file_.get()) != 0) {
    const std::error_code reason(errno, std::generic_category());
    throw std::runtime_error(path_ + ": reading failed: " + reason.message());
  }
  return count;
}

std::string read_whole_file(const std::string& path) {
  constexpr std::size_t piece = std::size_t{1} << 20U;
  InputFile file(path);
  std::string bytes;
  std::error_code unknown;
  const std::uintmax_t expected = std::filesystem::file_size(path, unknown);
  if (!unknown) bytes.reserve(static_cast<std::size_t>(expected) + piece);
  for (;;) {
    const std::size_t old_size = bytes.size();
    bytes.resize(old_size + piece);
    const std::size_t count = file.read(bytes.data() + old_size, piece);
    bytes.resize(old_size + count);
    if (count < piece) break;
  }
  if (bytes.empty()) fail_in(path, "the file is empty");
  return bytes;
}

std::string extension_of(const std::string& path) {
  return lower_case(std::filesystem::path(path).extension().string());
}

}  // namespace graphsparse::io
