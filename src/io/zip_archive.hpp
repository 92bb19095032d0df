// The members of a ZIP archive, stored or deflated, as numpy.savez and scipy.sparse.save_npz write
// them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace graphsparse::io {

class ZipArchive {
 public:
  // Reads the directory at the end of the file. Throws InputError.
  explicit ZipArchive(const std::string& path);

  const std::string& path() const { return path_; }
  bool has(const std::string& name) const { return find(name) != nullptr; }
  std::vector<std::string> names() const;

  // The bytes of a member that is there, decompressed, whose checksum is right. Throws InputError.
  std::string read(const std::string& name) const;

 private:
  struct Member {
    std::string name;
    std::uint64_t stored_size = 0;
    std::uint64_t size = 0;
    std::uint64_t place = 0;  // of the header before its bytes
    std::uint32_t checksum = 0;
    unsigned method = 0;
    bool is_encrypted = false;
  };

  const Member* find(const std::string& name) const;
  std::string bytes_at(std::uint64_t place, std::uint64_t size, const std::string& what) const;
  Member parse_member(const std::string& directory, std::size_t& at) const;
  std::string inflated(const Member& member, const std::string& stored) const;
  [[noreturn]] void fail(const std::string& what) const;

  std::string path_;
  std::uint64_t file_size_ = 0;
  std::vector<Member> members_;
};

}  // namespace graphsparse::io
