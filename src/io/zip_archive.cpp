#include "io/zip_archive.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <new>
#include <string_view>

#include "io/input_file.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

// APPNOTE.TXT of PKWARE: marks, and where the numbers stand behind them.
constexpr std::string_view kMemberMark = "PK\x03\x04";
constexpr std::string_view kDirectoryMark = "PK\x01\x02";
constexpr std::string_view kEndMark = "PK\x05\x06";
constexpr std::string_view kWideEndMark = "PK\x06\x06";
constexpr std::string_view kWideLocatorMark = "PK\x06\x07";
constexpr std::size_t kMemberSize = 30;
constexpr std::size_t kDirectorySize = 46;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kWideEndSize = 56;
constexpr std::size_t kWideLocatorSize = 20;
constexpr std::size_t kLongestRemark = 65535;
constexpr std::uint64_t kSeeWide = 0xffffffffU;  // the number stands in a wider field

std::uint64_t zip_number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) {
    value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

}  // namespace

void ZipArchive::fail(const std::string& what) const {
  fail_in(path_, fmt::format("damaged ZIP archive: {}; save it again", what));
}

std::string ZipArchive::bytes_at(std::uint64_t place, std::uint64_t size,
                                 const std::string& what) const {
  if (place > file_size_ || size > file_size_ - place) fail(what + " is cut off");
  std::ifstream file(path_, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(place));
  std::string bytes(static_cast<std::size_t>(size), '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file) fail(what + " cannot be read");
  return bytes;
}

ZipArchive::ZipArchive(const std::string& path) : path_(path) {
  {
    const InputFile readable(path);
    if (readable.is_compressed() || path == kStandardInput) {
      fail_in(path, "an .npz file is read from the disk as it is; decompress it into a file first");
    }
  }
  file_size_ = std::filesystem::file_size(path);
  const std::uint64_t tail_size = std::min<std::uint64_t>(file_size_, kEndSize + kLongestRemark);
  const std::string tail = bytes_at(file_size_ - tail_size, tail_size, "its end");
  if (!tail.starts_with("PK") && file_size_ == tail_size) {
    fail_in(path_, "not a ZIP archive (its first bytes are others); save it with numpy.savez");
  }
  const std::size_t end = tail.rfind(kEndMark);
  if (end == std::string::npos || tail.size() - end < kEndSize) {
    fail("the directory at its end is missing, so it is cut off");
  }
  std::uint64_t count = zip_number(tail, end + 10, 2);
  std::uint64_t size = zip_number(tail, end + 12, 4);
  std::uint64_t place = zip_number(tail, end + 16, 4);
  const bool has_locator =
      end >= kWideLocatorSize && tail.compare(end - kWideLocatorSize, 4, kWideLocatorMark) == 0;
  if (has_locator) {
    const std::uint64_t wide = zip_number(tail, end - kWideLocatorSize + 8, 8);
    const std::string bytes = bytes_at(wide, kWideEndSize, "its directory");
    if (!bytes.starts_with(kWideEndMark)) fail("its directory is not where it should be");
    count = zip_number(bytes, 32, 8);
    size = zip_number(bytes, 40, 8);
    place = zip_number(bytes, 48, 8);
  }
  const std::string directory = bytes_at(place, size, "its directory");
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < count; ++i) members_.push_back(parse_member(directory, at));
}

ZipArchive::Member ZipArchive::parse_member(const std::string& directory, std::size_t& at) const {
  if (directory.size() - at < kDirectorySize || directory.compare(at, 4, kDirectoryMark) != 0) {
    fail("its directory is not complete");
  }
  Member member;
  member.is_encrypted = (zip_number(directory, at + 8, 2) & 1U) != 0;
  member.method = static_cast<unsigned>(zip_number(directory, at + 10, 2));
  member.checksum = static_cast<std::uint32_t>(zip_number(directory, at + 16, 4));
  member.stored_size = zip_number(directory, at + 20, 4);
  member.size = zip_number(directory, at + 24, 4);
  member.place = zip_number(directory, at + 42, 4);
  const std::size_t name_size = zip_number(directory, at + 28, 2);
  const std::size_t extra_size = zip_number(directory, at + 30, 2);
  const std::size_t remark_size = zip_number(directory, at + 32, 2);
  if (directory.size() - at - kDirectorySize < name_size + extra_size + remark_size) {
    fail("its directory is not complete");
  }
  member.name = directory.substr(at + kDirectorySize, name_size);
  const std::string_view extra =
      std::string_view(directory).substr(at + kDirectorySize + name_size, extra_size);
  at += kDirectorySize + name_size + extra_size + remark_size;
  // Fields of a number, a size and contents; number 1 has what needs more than 32 bits.
  for (std::size_t field = 0; field + 4 <= extra.size();) {
    const std::size_t field_size = zip_number(extra, field + 2, 2);
    if (extra.size() - field - 4 < field_size) break;
    std::size_t value = field + 4;
    const std::size_t field_end = value + field_size;
    if (zip_number(extra, field, 2) == 1) {
      for (std::uint64_t* number : {&member.size, &member.stored_size, &member.place}) {
        if (*number != kSeeWide) continue;
        if (field_end - value < 8) fail("its directory is not complete");
        *number = zip_number(extra, value, 8);
        value += 8;
      }
    }
    field = field_end;
  }
  return member;
}

std::vector<std::string> ZipArchive::names() const {
  std::vector<std::string> names;
  for (const Member& member : members_) names.push_back(member.name);
  return names;
}

const ZipArchive::Member* ZipArchive::find(const std::string& name) const {
  const auto found = std::find_if(members_.begin(), members_.end(),
                                  [&](const Member& member) { return member.name == name; });
  return found == members_.end() ? nullptr : &*found;
}

std::string ZipArchive::read(const std::string& name) const {
  const Member& member = *find(name);
  const std::string what = "its member " + in_quotes(name);
  if (member.is_encrypted) fail_in(path_, what + " is encrypted; save it without a password");
  constexpr unsigned stored_as_is = 0;
  constexpr unsigned deflated = 8;
  if (member.method != stored_as_is && member.method != deflated) {
    fail_in(path_, fmt::format("{} is compressed by method {}; expected none or deflate, as "
                               "numpy.savez and numpy.savez_compressed write",
                               what, member.method));
  }
  const std::string head = bytes_at(member.place, kMemberSize, what);
  if (!head.starts_with(kMemberMark)) fail(what + " is not where it should be");
  const std::uint64_t begin =
      member.place + kMemberSize + zip_number(head, 26, 2) + zip_number(head, 28, 2);
  std::string bytes = bytes_at(begin, member.stored_size, what);
  if (member.method == deflated) bytes = inflated(member, bytes);
  uLong checksum = crc32(0, nullptr, 0);
  for (std::size_t at = 0; at < bytes.size();) {
    constexpr std::size_t most = std::size_t{1} << 30U;
    const std::size_t size = std::min(most, bytes.size() - at);
    checksum =
        crc32(checksum, reinterpret_cast<const Bytef*>(bytes.data() + at), static_cast<uInt>(size));
    at += size;
  }
  if (bytes.size() != member.size || checksum != member.checksum) {
    fail(what + " has another checksum than its directory says");
  }
  return bytes;
}

std::string ZipArchive::inflated(const Member& member, const std::string& stored) const {
  const std::string what = "its member " + in_quotes(member.name);
  if (member.size > (member.stored_size + 1) * kBestCompression) {
    fail(what + " cannot be as large as its directory says");
  }
  std::string bytes(static_cast<std::size_t>(member.size), '\0');
  z_stream state = {};
  if (inflateInit2(&state, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  std::size_t taken = 0;
  std::size_t done = 0;
  int outcome = Z_OK;
  while (outcome == Z_OK) {
    constexpr std::size_t most = std::size_t{1} << 30U;
    const std::size_t given = std::min(most, stored.size() - taken);
    const std::size_t room = std::min(most, bytes.size() - done);
    state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(stored.data())) + taken;  // NOLINT
    state.avail_in = static_cast<uInt>(given);
    state.next_out = reinterpret_cast<Bytef*>(bytes.data()) + done;
    state.avail_out = static_cast<uInt>(room);
    outcome = inflate(&state, Z_NO_FLUSH);
    taken += given - state.avail_in;
    done += room - state.avail_out;
    if (given == state.avail_in && room == state.avail_out && outcome == Z_OK) break;
  }
  (void)inflateEnd(&state);
  if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
  if (outcome != Z_STREAM_END || done != bytes.size()) fail(what + " cannot be decompressed");
  return bytes;
}

}  // namespace graphsparse::io
