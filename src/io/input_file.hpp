// Opening and reading files, with the messages for what can go wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace graphsparse::io {

// Files that are no text although text is expected, recognized by their first bytes.

// What the file is and what to do with it, such as "an Excel workbook; save its sheet as .csv";
// empty where the bytes may be text.
std::string describe_foreign_format(std::string_view first_bytes);

// What messages call a source, and a line of it.
std::string source_name(const std::string& source);
std::string source_line(const std::string& source, std::int64_t line);
[[noreturn]] void fail_in(const std::string& source, const std::string& message);
[[noreturn]] void fail_at(const std::string& source, std::int64_t line, const std::string& message);

inline constexpr std::string_view kStandardInput = "-";

// How many bytes one compressed byte can stand for; with something to spare beyond deflate's 1032.
inline constexpr std::int64_t kBestCompression = 1100;

// The bytes of a file; those of standard input for "-". What is compressed with gzip, whatever its
// name, is decompressed on the way, by a thread of its own where it is more than a little.
class InputFile {
 public:
  // Throws InputError for a missing or unreadable file or a directory.
  explicit InputFile(std::string path);
  ~InputFile();
  InputFile(InputFile&&) noexcept;

  const std::string& path() const { return path_; }
  bool is_compressed() const;

  // Fills `size` bytes, fewer only at the end of the file. Throws std::runtime_error when the
  // device fails, InputError for damaged compressed data.
  std::size_t read(char* bytes, std::size_t size);

 private:
  class Source;

  std::string path_;
  std::unique_ptr<Source> source_;
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

// The lines of a text file, with bounded memory whatever the size of the file.

// Adds a note where a text file ends inside a line, as one does that was cut off: its last value
// may not be whole. Files in other formats, compressed ones and standard input get none.
void note_open_end(const std::string& path, std::vector<std::string>& notes);

// Whole lines in one piece of memory; without a line end behind the last one only where the file
// has none.
struct LineBlock {
  std::string_view text;  // in `bytes`
  std::int64_t first_line = 0;
  std::vector<char> bytes;
};

class LineReader {
 public:
  explicit LineReader(const std::string& path);

  // False at the end of the file. Line ends are LF or CRLF, or CR in the whole file; the last may
  // be missing; a byte order mark is skipped. Throws InputError for an empty file and for a line
  // longer than 64 MiB.
  bool next();

  // Many lines at once, those behind what was read before; false at the end of the file. Keeps
  // nothing of the block, so that others may be read before it is done with.
  bool next_block(LineBlock& block);
  // Makes a line of a block the current one.
  void set_current_line(const LineBlock& block, std::string_view line, std::int64_t line_number);

  // What the file begins with: so many lines or a little more, without going on to them. Only
  // before the first line is read.
  std::string_view peek(std::size_t lines);

  // Both of the last line; the text is valid until the next call.
  std::string_view line() const { return line_; }
  std::int64_t line_number() const { return line_number_; }

  // False for a last line without line end, which may have been cut off.
  bool line_is_complete() const { return line_is_complete_; }

  // Of the file as it is stored; 0 where that is not known.
  std::size_t stored_bytes() const;

  const std::string& path() const { return file_.path(); }
  [[noreturn]] void fail(const std::string& message) const {  // about the last line
    fail_at(path(), line_number_, message);
  }

 private:
  bool fill();  // false at the end of the file
  void take(std::size_t length);
  void check_first_bytes();

  InputFile file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what is not yet handed out
  std::size_t end_ = 0;
  bool has_old_line_ends_ = false;  // CR, as programs wrote them before Mac OS X
  std::int64_t lines_read_ = 0;
  std::string_view line_;
  std::int64_t line_number_ = 0;
  bool line_is_complete_ = true;
};

}  // namespace graphsparse::io
