#include "io/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "io/gzip_reader.hpp"
#include "io/text.hpp"

namespace graphsparse::io {

namespace {

struct ForeignFormat {
  std::string_view mark;  // the first bytes
  std::string_view advice;
};

using namespace std::string_view_literals;

constexpr std::array kForeignFormats = {
    ForeignFormat{
        "PK\x03\x04"sv,
        "a ZIP archive, such as an Excel workbook (.xlsx) or .npz; save the sheet as .csv, "
        "name the file .npz if it is one, or unpack it and give the table that it holds"},
    ForeignFormat{"\xd0\xcf\x11\xe0"sv, "an Excel workbook (.xls); save its sheet as .csv"},
    ForeignFormat{"BZh"sv, "compressed with bzip2; decompress it, or compress it with gzip"},
    ForeignFormat{"\xfd"
                  "7zXZ"sv,
                  "compressed with xz; decompress it, or compress it with gzip"},
    ForeignFormat{"\x28\xb5\x2f\xfd"sv,
                  "compressed with zstd; decompress it, or compress it with gzip"},
    ForeignFormat{"\x89HDF"sv, "an HDF5 file; AnnData files are read where they are called .h5ad"},
    ForeignFormat{"\x93NUMPY"sv, "a NumPy array; call it .npy"},
    ForeignFormat{"MATLAB"sv, "a MATLAB file; call it .mat and name a variable: FILE.mat:VARIABLE"},
    ForeignFormat{"%PDF"sv, "a PDF document; a table in text is needed"},
    ForeignFormat{"PAR1"sv, "a Parquet file; save the table as .csv"},
    ForeignFormat{"ARROW1"sv, "a Feather file; save the table as .csv"},
    ForeignFormat{"RDX"sv, "an R data file; save the table with write.csv() in R"},
    ForeignFormat{"X\n\0\0"sv, "an R data file (.rds); save the table with write.csv() in R"},
    ForeignFormat{"^DATABASE"sv,
                  "a SOFT file of GEO; its Series Matrix File (_series_matrix.txt.gz) is read"},
    ForeignFormat{"^SERIES"sv,
                  "a SOFT file of GEO; its Series Matrix File (_series_matrix.txt.gz) is read"},
    ForeignFormat{"\xff\xfe"sv, "text in UTF-16; save it as UTF-8"},
    ForeignFormat{"\xfe\xff"sv, "text in UTF-16; save it as UTF-8"},
};

}  // namespace

std::string describe_foreign_format(std::string_view first_bytes) {
  for (const ForeignFormat& format : kForeignFormats) {
    if (first_bytes.starts_with(format.mark)) return std::string(format.advice);
  }
  const std::string start = lower_case(first_bytes.substr(0, 16));
  if (start.starts_with("<!doctype html") || start.starts_with("<html")) {
    return "a web page; the download seems to have failed, so fetch the file again";
  }
  return {};
}

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
    fail_in(path, path.starts_with("~/")
                      ? fmt::format("no such file; ~ means the home folder only at the beginning "
                                    "of a word: write $HOME{}",
                                    path.substr(1))
                      : "no such file; check the path");
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

// Not in a namespace of its own, as a class that the header declares holds them.

// The bytes as they are stored. The first two can be looked at before they are read.
class StoredBytes {
 public:
  explicit StoredBytes(const std::string& path)
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

class InputFile::Source {
 public:
  explicit Source(const std::string& path) : stored_(path) {
    if (!stored_.is_compressed()) return;
    gzip_.emplace(path,
                  [this](char* bytes, std::size_t size) { return stored_.read(bytes, size); });
  }

  bool is_compressed() const { return gzip_.has_value(); }
  std::size_t read(char* bytes, std::size_t size) {
    return gzip_ ? gzip_->read(bytes, size) : stored_.read(bytes, size);
  }

 private:
  StoredBytes stored_;
  std::optional<GzipReader> gzip_;
};

InputFile::InputFile(std::string path)
    : path_(std::move(path)), source_(std::make_unique<Source>(path_)) {}
InputFile::~InputFile() = default;
InputFile::InputFile(InputFile&&) noexcept = default;

bool InputFile::is_compressed() const { return source_->is_compressed(); }

std::size_t InputFile::read(char* bytes, std::size_t size) { return source_->read(bytes, size); }

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
  std::size_t piece = std::size_t{1} << 20U;
  InputFile file(path);
  std::string bytes;
  std::error_code unknown;
  const std::uintmax_t expected = std::filesystem::file_size(path, unknown);
  // One byte more than the file has, so that the first read meets its end.
  if (!unknown && expected > 0) piece = static_cast<std::size_t>(expected) + 1;
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

namespace {

constexpr std::size_t kFirstBuffer = std::size_t{1} << 18U;
constexpr std::size_t kLongestLine = std::size_t{1} << 26U;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace

void note_open_end(const std::string& path, std::vector<std::string>& notes) {
  static constexpr std::array<std::string_view, 7> kTextFormats = {".csv", ".tsv", ".txt", ".sif",
                                                                   ".mtx", ".svm", ".gmt"};
  std::error_code ignored;
  if (path == kStandardInput || !std::filesystem::is_regular_file(path, ignored)) return;
  const std::string extension = extension_of(path);
  if (std::find(kTextFormats.begin(), kTextFormats.end(), extension) == kTextFormats.end()) return;
  std::ifstream file(path, std::ios::binary);
  std::array<char, 2> head = {};
  if (!file.read(head.data(), head.size()) || head[0] == '\x1f') return;
  char last = '\n';
  if (!file.seekg(-1, std::ios::end) || !file.get(last) || last == '\n' || last == '\r') return;
  notes.push_back(path +
                  ": ends inside its last line; if it was cut off, the last value is not whole");
}

LineReader::LineReader(const std::string& path) : file_(path), buffer_(kFirstBuffer) {}

bool LineReader::fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) {
    if (end_ >= kLongestLine) {
      fail_at(path(), lines_read_ + 1, "a line longer than 64 MiB; this does not look like text");
    }
    buffer_.resize(2 * end_);
  }
  const std::size_t count = file_.read(buffer_.data() + end_, buffer_.size() - end_);
  const bool is_first = lines_read_ == 0 && end_ == 0;
  end_ += count;
  if (is_first) check_first_bytes();
  if (has_old_line_ends_) {
    char* const end = buffer_.data() + end_;
    std::replace(end - count, end, '\r', '\n');
  }
  return count > 0;
}

void LineReader::check_first_bytes() {
  const std::string_view bytes(buffer_.data(), end_);
  const std::string foreign = describe_foreign_format(bytes);
  if (!foreign.empty()) fail_in(path(), "not a text file but " + foreign);
  // A last CR may have its LF in the next bytes.
  const std::size_t first = bytes.find('\r');
  has_old_line_ends_ = first < bytes.size() - 1 && bytes.find('\n') == std::string_view::npos;
}

std::string_view LineReader::peek(std::size_t lines) {
  constexpr std::size_t most_bytes = std::size_t{1} << 23U;
  const auto count = [this] {
    return std::count(buffer_.data() + begin_, buffer_.data() + end_, '\n');
  };
  while (end_ < most_bytes && count() < static_cast<std::ptrdiff_t>(lines) && fill()) {
  }
  std::string_view head(buffer_.data() + begin_, end_ - begin_);
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  return head;
}

std::size_t LineReader::stored_bytes() const {
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path(), unknown);
  return unknown ? 0 : static_cast<std::size_t>(size);
}

void LineReader::take(std::size_t length) {
  line_ = {buffer_.data() + begin_, length};
  begin_ += length;
  line_number_ = ++lines_read_;
  if (line_number_ == 1 && line_.starts_with(kByteOrderMark)) {
    line_.remove_prefix(kByteOrderMark.size());
  }
}

bool LineReader::next() {
  std::size_t searched = 0;
  for (;;) {
    const char* const start = buffer_.data() + begin_ + searched;
    const std::size_t unsearched = end_ - begin_ - searched;
    const auto* found = static_cast<const char*>(std::memchr(start, '\n', unsearched));
    if (found != nullptr) {
      take(searched + static_cast<std::size_t>(found - start));
      ++begin_;  // the line end itself
      if (line_.ends_with('\r')) line_.remove_suffix(1);
      line_is_complete_ = true;
      return true;
    }
    searched += unsearched;
    if (!fill()) break;
  }
  if (begin_ == end_) {
    if (lines_read_ == 0) fail_in(path(), "the file is empty");
    return false;
  }
  take(end_ - begin_);
  line_is_complete_ = false;
  return true;
}

bool LineReader::next_block(LineBlock& block) {
  const auto unread = [this] { return std::string_view(buffer_.data() + begin_, end_ - begin_); };
  std::size_t length = 0;
  for (;;) {
    // What is not a whole line yet is left for the next block.
    if (end_ == buffer_.size()) length = unread().rfind('\n') + 1;
    if (length > 0) break;
    if (fill()) continue;
    length = unread().size();
    break;
  }
  if (length == 0) return false;
  block.bytes.swap(buffer_);
  block.text = std::string_view(block.bytes.data() + begin_, length);
  block.first_line = lines_read_ + 1;
  lines_read_ += std::count(block.text.begin(), block.text.end(), '\n');
  if (block.text.back() != '\n') ++lines_read_;
  const std::size_t rest = end_ - begin_ - length;
  buffer_.resize(std::max(kFirstBuffer, rest));
  std::copy_n(block.text.data() + length, rest, buffer_.data());
  begin_ = 0;
  end_ = rest;
  return true;
}

void LineReader::set_current_line(const LineBlock& block, std::string_view line,
                                  std::int64_t line_number) {
  line_ = line;
  line_number_ = line_number;
  line_is_complete_ = line.data() + line.size() < block.text.data() + block.text.size();
  if (line_is_complete_ && line_.ends_with('\r')) line_.remove_suffix(1);
}

}  // namespace graphsparse::io
