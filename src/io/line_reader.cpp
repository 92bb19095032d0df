#include "io/line_reader.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "io/foreign_format.hpp"

namespace graphsparse::io {
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
  if (!file.seekg(-1, std::ios::end) || !file.get(last) || last == '\n') return;
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
      fail_at(path(), line_number_ + 1, "a line longer than 64 MiB; this does not look like text");
    }
    buffer_.resize(2 * end_);
  }
  const std::size_t count = file_.read(buffer_.data() + end_, buffer_.size() - end_);
  const bool is_first = line_number_ == 0 && end_ == 0;
  end_ += count;
  if (is_first) check_first_bytes();
  return count > 0;
}

void LineReader::check_first_bytes() const {
  const std::string foreign = describe_foreign_format({buffer_.data(), end_});
  if (!foreign.empty()) fail_in(path(), "not a text file but " + foreign);
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
  ++line_number_;
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
    if (line_number_ == 0) fail_in(path(), "the file is empty");
    return false;
  }
  take(end_ - begin_);
  line_is_complete_ = false;
  return true;
}

}  // namespace graphsparse::io
