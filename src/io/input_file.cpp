#include "io/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "io/gzip_stream.hpp"
#include "io/text.hpp"

namespace graphsparse::io {

// Not in the namespace below, as a class that the header declares holds one.
struct CloseFile {
  void operator()(std::FILE* file) const { (void)std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

namespace {

constexpr std::string_view kGzipMark = "\x1f\x8b";

std::size_t read_from(std::FILE* file, const std::string& path, char* bytes, std::size_t size) {
  errno = 0;
  const std::size_t count = std::fread(bytes, 1, size, file);
  if (count < size && std::ferror(file) != 0) {
    const std::error_code reason(errno, std::generic_category());
    throw std::runtime_error(path + ": reading failed: " + reason.message());
  }
  return count;
}

OpenFile open_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    fail_in(path, "is a directory; a file is needed");
  }
  OpenFile file(std::fopen(path.c_str(), "rb"));
  if (file != nullptr) {
    // Callers read large pieces; a second buffer would only copy them once more.
    (void)std::setvbuf(file.get(), nullptr, _IONBF, 0);
    return file;
  }
  const std::error_code reason(errno, std::generic_category());
  if (reason == std::errc::no_such_file_or_directory) {
    fail_in(path, "no such file; check the path");
  }
  const std::string message = fmt::format("cannot be opened: {}", reason.message());
  // A machine in trouble, as opposed to a path that cannot work.
  for (const int trouble : {ENOMEM, EMFILE, ENFILE, EIO}) {
    if (reason.value() == trouble) throw std::runtime_error(fmt::format("{}: {}", path, message));
  }
  fail_in(path, message);
}

// Read once and kept, because some files are looked at twice.
const std::string& standard_input() {
  static const std::string kBytes = [] {
    constexpr std::size_t piece = std::size_t{1} << 20U;
    std::string bytes;
    for (;;) {
      const std::size_t old_size = bytes.size();
      bytes.resize(old_size + piece);
      const std::size_t count = read_from(stdin, "standard input", bytes.data() + old_size, piece);
      bytes.resize(old_size + count);
      if (count < piece) return bytes;
    }
  }();
  return kBytes;
}

// An exception tells its message up to the first of these.
std::string without_nul(std::string text) {
  std::replace(text.begin(), text.end(), '\0', '?');
  return text;
}

std::string plain_extension(const std::filesystem::path& path) {
  return lower_case(path.extension().string());
}

std::string extension_of_standard_input() {
  std::array<char, 16> head = {};
  InputFile file{std::string(kStandardInput)};
  const std::string_view start(head.data(), file.read(head.data(), head.size()));
  if (start.starts_with("\x93NUMPY")) return ".npy";
  return start.starts_with("%%MatrixMarket") ? ".mtx" : ".tsv";
}

}  // namespace

std::string source_name(const std::string& source) {
  return source == kStandardInput ? "standard input" : source;
}

std::string source_line(const std::string& source, std::int64_t line) {
  return fmt::format("{}:{}", source_name(source), line);
}

void fail_in(const std::string& source, const std::string& message) {
  throw InputError(without_nul(source_name(source) + ": " + message));
}

void fail_at(const std::string& source, std::int64_t line, const std::string& message) {
  throw InputError(without_nul(source_line(source, line) + ": " + message));
}

// The bytes as they are stored. The first two can be looked at before they are read.
class InputFile::Source {
 public:
  explicit Source(const std::string& path)
      : path_(path),
        is_standard_input_(path == kStandardInput),
        file_(is_standard_input_ ? nullptr : open_file(path)) {
    head_size_ = read_stored(head_.data(), head_.size());
  }

  bool is_compressed() const { return std::string_view(head_.data(), head_size_) == kGzipMark; }

  std::size_t read(char* bytes, std::size_t size) {
    const std::size_t from_head = std::min(size, head_size_ - head_used_);
    std::copy_n(head_.data() + head_used_, from_head, bytes);
    head_used_ += from_head;
    return from_head + read_stored(bytes + from_head, size - from_head);
  }

 private:
  std::size_t read_stored(char* bytes, std::size_t size) {
    if (!is_standard_input_) return read_from(file_.get(), path_, bytes, size);
    const std::size_t count = standard_input().copy(bytes, size, place_);
    place_ += count;
    return count;
  }

  std::string path_;
  bool is_standard_input_;
  OpenFile file_;
  std::size_t place_ = 0;  // in standard input
  std::array<char, 2> head_ = {};
  std::size_t head_size_ = 0;
  std::size_t head_used_ = 0;
};

InputFile::InputFile(std::string path)
    : path_(std::move(path)), source_(std::make_unique<Source>(path_)) {
  if (!source_->is_compressed()) return;
  Source* source = source_.get();
  inflater_ = std::make_unique<Inflater>(
      path_, [source](char* bytes, std::size_t size) { return source->read(bytes, size); });
}
InputFile::~InputFile() = default;
InputFile::InputFile(InputFile&&) noexcept = default;
InputFile& InputFile::operator=(InputFile&&) noexcept = default;

std::size_t InputFile::read(char* bytes, std::size_t size) {
  return inflater_ ? inflater_->read(bytes, size) : source_->read(bytes, size);
}

bool is_there(const std::string& path) {
  std::error_code ignored;
  return path == kStandardInput || std::filesystem::exists(path, ignored);
}

void require_regular_file(const std::string& path, const std::string& reason) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (!std::filesystem::exists(status) || std::filesystem::is_directory(status) ||
      std::filesystem::is_regular_file(status)) {
    return;
  }
  fail_in(path, "is a pipe or a device; " + reason);
}

bool can_be_read_again(const std::string& path) {
  std::error_code ignored;
  return path == kStandardInput || std::filesystem::is_regular_file(path, ignored);
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
  if (path == kStandardInput) return extension_of_standard_input();
  const std::filesystem::path name(path);
  std::string last = plain_extension(name);
  if (last != ".gz") return last;
  std::string before = plain_extension(name.stem());
  return before.empty() ? last : before;
}

std::string output_extension_of(const std::string& path) { return plain_extension(path); }

}  // namespace graphsparse::io
