#include "graphsparse/work/checkpoint.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <set>
#include <stdexcept>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/version.hpp"

namespace graphsparse {
namespace {

constexpr char kSeparator = ' ';
constexpr char kEndOfLength = ':';

template <class Number>
Number parse(std::string_view word) {
  Number value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc() && end == word.data() + word.size()) return value;
  throw InputError(fmt::format("'{}' is not a number", word.substr(0, 40)));
}

}  // namespace

void RecordWriter::begin() {
  if (!text_.empty()) text_ += kSeparator;
}

void RecordWriter::add_whole(std::int64_t value) {
  begin();
  fmt::format_to(std::back_inserter(text_), "{}", value);
}

void RecordWriter::add_number(double value) {
  begin();
  fmt::format_to(std::back_inserter(text_), "{}", value);
}

void RecordWriter::add_text(std::string_view text) {
  begin();
  fmt::format_to(std::back_inserter(text_), "{}{}{}", text.size(), kEndOfLength, text);
}

void RecordReader::skip_separator() {
  if (std::exchange(is_first_, false)) return;
  if (left_.empty() || left_.front() != kSeparator) throw InputError("a value is missing");
  left_.remove_prefix(1);
}

std::string_view RecordReader::take_word() {
  skip_separator();
  const std::string_view word = left_.substr(0, left_.find(kSeparator));
  left_.remove_prefix(word.size());
  return word;
}

std::int64_t RecordReader::take_whole() { return parse<std::int64_t>(take_word()); }

std::size_t RecordReader::take_count(std::size_t most) {
  const std::int64_t count = take_whole();
  if (count >= 0 && static_cast<std::uint64_t>(count) <= most) {
    return static_cast<std::size_t>(count);
  }
  throw InputError(fmt::format("a count is {} instead of at most {}", count, most));
}

std::int64_t RecordReader::take_index(std::int64_t limit) {
  const std::int64_t index = take_whole();
  if (index >= 0 && index < limit) return index;
  throw InputError(fmt::format("an index is {} instead of below {}", index, limit));
}

double RecordReader::take_number() { return parse<double>(take_word()); }

std::string RecordReader::take_text() {
  skip_separator();
  const std::size_t end = left_.find(kEndOfLength);
  if (end == std::string_view::npos) throw InputError("a text is missing");
  const auto length = parse<std::uint64_t>(left_.substr(0, end));
  left_.remove_prefix(end + 1);
  if (length > left_.size()) throw InputError("a text is cut off");
  std::string text(left_.substr(0, length));
  left_.remove_prefix(length);
  return text;
}

void RecordReader::expect_end() const {
  if (!left_.empty()) throw InputError("there is more than the task gives");
}

namespace {

constexpr std::string_view kFormat = "graphsparse-checkpoint 1";
constexpr std::string_view kAnyFormat = "graphsparse-checkpoint ";
// How versions before the first format of checkpoints began their files.
constexpr std::array<std::string_view, 2> kOldBeginnings = {R"({"work":"graphsparse cv")",
                                                            "# graphsparse "};
constexpr std::size_t kChecksumLength = 32;
constexpr std::chrono::seconds kLongestUnsynced(1);
constexpr const char* kRemedy = "remove the file to begin anew, or name another";

// A field may hold anything but what parts fields and lines.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '\\') {
      result += "\\\\";
    } else if (letter == '\t') {
      result += "\\t";
    } else if (letter == '\n') {
      result += "\\n";
    } else {
      result += letter;
    }
  }
  return result;
}

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    ++i;
    result += text[i] == 't' ? '\t' : text[i] == 'n' ? '\n' : text[i];
  }
  return result;
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t end = line.find('\t');
    fields.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

std::string part_text(const std::pair<std::string, std::string>& part) {
  return escaped(fmt::format("{}={}", part.first, part.second));
}

// Without its checksum.
std::string header_fields(const WorkKey& key) {
  std::string line = fmt::format("{}\t{}\t{}", kFormat, kVersion, escaped(key.work));
  for (const auto& part : key.parts) line += fmt::format("\t{}", part_text(part));
  return line;
}

std::string header_line(const WorkKey& key) {
  const std::string fields = header_fields(key);
  return fmt::format("{}\t{}\n", fields, fingerprint_of_all(fields).hex());
}

// The name of the first part that the two do not have in common.
std::string first_difference(const WorkKey& key, const std::vector<std::string_view>& found) {
  for (const auto& part : key.parts) {
    if (std::find(found.begin(), found.end(), part_text(part)) == found.end()) return part.first;
  }
  std::set<std::string> known;
  for (const auto& part : key.parts) known.insert(part_text(part));
  for (const std::string_view text : found) {
    if (!known.contains(std::string(text))) return unescaped(text.substr(0, text.find('=')));
  }
  return "order of the parts";
}

std::string reason_of(int error_number) { return std::strerror(error_number); }

// Of memory, of file handles or of the disk, as opposed to a path that cannot work.
bool is_lack_of_resources(int error_number) {
  return error_number == ENOMEM || error_number == EMFILE || error_number == ENFILE ||
         error_number == EIO || error_number == ENOSPC;
}

[[noreturn]] void fail_access(const std::string& path, std::string_view what, int error_number) {
  const std::string message = fmt::format("{}: {}: {}", path, what, reason_of(error_number));
  if (is_lack_of_resources(error_number)) throw std::runtime_error(message);
  throw InputError(message);
}

bool is_same_file(int file, const std::string& path) {
  struct stat opened = {};
  struct stat named = {};
  return ::fstat(file, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

std::string read_all(int file, const std::string& path) {
  std::string content;
  std::array<char, 65536> buffer = {};
  for (;;) {
    const ssize_t count =
        ::pread(file, buffer.data(), buffer.size(), static_cast<off_t>(content.size()));
    if (count == 0) return content;
    if (count > 0) {
      content.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      fail_access(path, "cannot be read", errno);
    }
  }
}

// So that the name of a new file is on disk too.
void sync_folder_of(const std::string& path) {
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  const int file = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  (void)::fsync(file);
  ::close(file);
}

}  // namespace

void WorkKey::add(std::string name, std::string value) {
  parts.emplace_back(std::move(name), std::move(value));
}

void WorkKey::add(std::string name, double value) {
  add(std::move(name), fmt::format("{}", value));
}

Fingerprint WorkKey::fingerprint() const { return fingerprint_of_all(header_fields(*this)); }

Checkpoint::Checkpoint(std::string path, const WorkKey& key)
    : path_(std::move(path)), header_(header_line(key)) {
  open();
  try {
    read(key);
  } catch (...) {
    ::close(file_);
    throw;
  }
}

Checkpoint::~Checkpoint() {
  if (file_ < 0) return;
  (void)sync();
  if (is_new_ && size_ == 0) (void)::unlink(path_.c_str());
  ::close(file_);
}

void Checkpoint::fail(std::string_view reason) const {
  throw InputError(fmt::format("{}: {}; {}", path_, reason, kRemedy));
}

void Checkpoint::refuse(std::string_view task, std::string_view reason) const {
  fail(fmt::format("the unfinished work in it is damaged (task '{}': {})", task.substr(0, 100),
                   reason));
}

void Checkpoint::open() {
  for (;;) {
    file_ = ::open(path_.c_str(), O_RDWR | O_CLOEXEC);
    if (file_ < 0 && errno == ENOENT) {
      is_new_ = true;
      file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    }
    if (file_ < 0) fail_access(path_, "cannot be opened", errno);
    // Some file systems have no locks; work is not refused there.
    const bool is_in_use = ::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    // Whoever had the lock before may have removed the file.
    if (!is_in_use && is_same_file(file_, path_)) return;
    ::close(file_);
    if (!is_in_use) continue;
    throw CheckpointInUse(fmt::format(
        "{}: another process is at work with it; wait until it is done, or name another file",
        path_));
  }
}

void Checkpoint::read(const WorkKey& key) {
  struct stat status = {};
  if (::fstat(file_, &status) != 0 || !S_ISREG(status.st_mode)) {
    throw InputError(fmt::format("{}: not a file that can keep unfinished work", path_));
  }
  const std::string content = read_all(file_, path_);
  chain_.add(header_);
  if (std::string_view(header_).starts_with(content) && content != header_) return;
  check_header(content, key);
  size_ = static_cast<std::int64_t>(header_.size());
  std::string_view left = std::string_view(content).substr(header_.size());
  for (std::size_t number = 2; !left.empty(); ++number) {
    const std::size_t end = left.find('\n');
    if (end == std::string_view::npos) {
      check_end(left);
      return;
    }
    if (!take_line(left.substr(0, end))) fail(fmt::format("line {} is damaged", number));
    size_ += static_cast<std::int64_t>(end) + 1;
    left.remove_prefix(end + 1);
  }
}

void Checkpoint::check_header(std::string_view content, const WorkKey& key) const {
  if (content.starts_with(header_)) return;
  for (const std::string_view beginning : kOldBeginnings) {
    if (!content.starts_with(beginning)) continue;
    fail(
        "it was written by an older version of graphsparse, whose unfinished work this one cannot "
        "use");
  }
  if (!content.starts_with(kAnyFormat)) fail("it is no file of unfinished work of graphsparse");
  const std::string_view line = content.substr(0, content.find('\n'));
  std::vector<std::string_view> fields = fields_of(line);
  if (fields[0] != kFormat) fail("it was written by another version of graphsparse");
  const std::string_view checksum = fields.back();
  fields.pop_back();
  const std::string_view before =
      line.substr(0, line.size() - std::min(line.size(), checksum.size() + 1));
  if (fields.size() < 3 || line.size() == content.size() ||
      checksum != fingerprint_of_all(before).hex()) {
    fail("its first line is damaged");
  }
  if (fields[1] != kVersion) {
    fail(fmt::format("it was written by version {} of graphsparse", fields[1]));
  }
  std::string difference = fmt::format("it is of '{}'", unescaped(fields[2]));
  if (fields[2] == escaped(key.work)) {
    fields.erase(fields.begin(), fields.begin() + 3);
    difference = fmt::format("the {} differs", first_difference(key, fields));
  }
  throw InputError(
      fmt::format("{}: holds unfinished work of another command ({}); repeat that command, remove "
                  "the file, or name another",
                  path_, difference));
}

bool Checkpoint::take_line(std::string_view line) {
  const std::vector<std::string_view> fields = fields_of(line);
  if (fields.size() != 3 || fields[0].empty()) return false;
  Fingerprint chain = chain_;
  chain.add(fields[0]);
  chain.add(fields[1]);
  if (fields[2] != chain.hex()) return false;
  chain_ = chain;
  records_.push_back({unescaped(fields[0]), unescaped(fields[1])});
  return true;
}

// A line cut off by a crash has not all of its checksum, or all of it and no line end.
void Checkpoint::check_end(std::string_view line) {
  const std::vector<std::string_view> fields = fields_of(line);
  const bool is_cut =
      fields.size() < 3 || (fields.size() == 3 && fields[2].size() < kChecksumLength);
  if (is_cut) return;
  const Fingerprint before = chain_;
  if (!take_line(line)) fail("its end is damaged");
  chain_ = before;
  records_.pop_back();
}

void Checkpoint::add(const std::string& task, const std::string& result) {
  const bool is_first = size_ == 0;
  if (is_first) append(header_);
  const std::string fields[] = {escaped(task), escaped(result)};
  Fingerprint chain = chain_;
  chain.add(fields[0]);
  chain.add(fields[1]);
  append(fmt::format("{}\t{}\t{}\n", fields[0], fields[1], chain.hex()));
  chain_ = chain;
  records_.push_back({task, {}});
  if (is_first || std::chrono::steady_clock::now() - last_sync_ > kLongestUnsynced) {
    if (const int error_number = sync(); error_number != 0) {
      throw std::runtime_error(fmt::format("{}: {}; what is in it may not be on the disk", path_,
                                           reason_of(error_number)));
    }
  }
  if (is_first) sync_folder_of(path_);
}

void Checkpoint::append(std::string_view text) {
  // What a crash or a full disk left behind the last sound line goes first.
  bool is_written = ::ftruncate(file_, size_) == 0;
  const auto length = static_cast<std::int64_t>(text.size());
  std::int64_t end = size_;
  while (is_written && !text.empty()) {
    const ssize_t count = ::pwrite(file_, text.data(), text.size(), end);
    is_written = count >= 0 || errno == EINTR;
    if (count <= 0) continue;
    end += count;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (is_written) {
    size_ += length;
    return;
  }
  const int error_number = errno;
  (void)!::ftruncate(file_, size_);
  throw std::runtime_error(
      fmt::format("{}: {}; what was finished before is kept, the same command goes on from there",
                  path_, reason_of(error_number)));
}

// 0, or why it failed. Some file systems know no fsync.
int Checkpoint::sync() noexcept {
  last_sync_ = std::chrono::steady_clock::now();
  if (::fsync(file_) == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS) return 0;
  return errno;
}

void Checkpoint::remove() {
  if (file_ < 0) return;
  (void)::unlink(path_.c_str());
  ::close(std::exchange(file_, -1));
}

}  // namespace graphsparse
