// Opening and reading files, with the messages for what can go wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

namespace graphsparse::io {

[[noreturn]] void fail_in(const std::string& source, const std::string& message);
[[noreturn]] void fail_at(const std::string& source, std::int64_t line, const std::string& message);

class InputFile {
 public:
  // Throws InputError for a missing or unreadable file or a directory.
  explicit InputFile(std::string path);

  const std::string& path() const { return path_; }

  // Fills `size` bytes, fewer only at the end of the file. Throws std::runtime_error when the
  // device fails.
  std::size_t read(char* bytes, std::size_t size);

 private:
  struct Close {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
};

// Throws InputError as InputFile does, and for an empty file.
std::string read_whole_file(const std::string& path);

// The extension of a file name in lower case, dot included; empty where there is none.
std::string extension_of(const std::string& path);

}  // namespace graphsparse::io
