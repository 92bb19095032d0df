// Opening and reading files, with the messages for what can go wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace graphsparse::io {

// What messages call a source, and a line of it.
std::string source_name(const std::string& source);
std::string source_line(const std::string& source, std::int64_t line);
[[noreturn]] void fail_in(const std::string& source, const std::string& message);
[[noreturn]] void fail_at(const std::string& source, std::int64_t line, const std::string& message);

inline constexpr std::string_view kStandardInput = "-";

class Inflater;

// The bytes of a file; those of standard input for "-". What is compressed with gzip, whatever its
// name, is decompressed on the way.
class InputFile {
 public:
  // Throws InputError for a missing or unreadable file or a directory.
  explicit InputFile(std::string path);
  ~InputFile();
  InputFile(InputFile&&) noexcept;
  InputFile& operator=(InputFile&&) noexcept;

  const std::string& path() const { return path_; }
  bool is_compressed() const { return inflater_ != nullptr; }

  // Fills `size` bytes, fewer only at the end of the file. Throws std::runtime_error when the
  // device fails, InputError for damaged compressed data.
  std::size_t read(char* bytes, std::size_t size);

 private:
  class Source;

  std::string path_;
  std::unique_ptr<Source> source_;
  std::unique_ptr<Inflater> inflater_;  // null: not compressed
};

// Whether there is such a file; standard input always is there.
bool is_there(const std::string& path);

// Throws InputError for a pipe or a device, before it is opened: that would wait for a writer, and
// what was read of it is gone. A missing file or a folder is left to whoever opens it.
void require_regular_file(const std::string& path, const std::string& reason);

// Whether the file can be opened again and read from its start: a pipe cannot, standard input,
// which is kept, can.
bool can_be_read_again(const std::string& path);

// Throws InputError as InputFile does, and for an empty file.
std::string read_whole_file(const std::string& path);

// The extension of a file name in lower case, dot included; empty where there is none. A .gz behind
// another extension does not count. For standard input, what its first bytes show: .npy, .mtx or,
// for any other text, .tsv.
std::string extension_of(const std::string& path);

// The same for a file to be written, where .gz counts like others.
std::string output_extension_of(const std::string& path);

}  // namespace graphsparse::io
