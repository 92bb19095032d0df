// The result of a task as text: numbers and strings in a row. What is read is never trusted: every
// value is checked against what the task can have given.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/fingerprint.hpp"

namespace graphsparse {

class RecordWriter {
 public:
  void add_count(std::size_t count) { add_whole(static_cast<std::int64_t>(count)); }
  void add_whole(std::int64_t value);
  // Reads back to the same double, or to NaN.
  void add_number(double value);
  void add_text(std::string_view text);

  const std::string& text() const { return text_; }

 private:
  void begin();

  std::string text_;
};

// Each call takes the next value. All throw InputError, with what is wrong, where the value is
// missing, of another kind or out of range.
class RecordReader {
 public:
  explicit RecordReader(std::string_view text) : left_(text) {}

  // 0..most. Before memory is asked for, so that no record asks for more than the task needs.
  std::size_t take_count(std::size_t most);
  // 0..limit-1.
  std::int64_t take_index(std::int64_t limit);
  // Infinite ones and NaN too.
  double take_number();
  std::string take_text();
  void expect_end() const;

 private:
  std::int64_t take_whole();
  std::string_view take_word();
  void skip_separator();

  std::string_view left_;
  bool is_first_ = true;
};

// Finished tasks on disk, so that interrupted work can go on where it stopped.
//
// A text file. Its first line names all that the results depend on; every further line is a task,
// its result and a checksum over all that comes before it, so that no line can be changed, moved,
// left out or taken from another file unnoticed. A last line that a crash cut off is passed over;
// whatever else is wrong is refused, and the file stays as it is.

// All that the results of a piece of work depend on besides the task, in parts with names, so that
// a difference can be named. Large parts go in as fingerprints.
struct WorkKey {
  std::string work;  // "cv"
  std::vector<std::pair<std::string, std::string>> parts = {};

  void add(std::string name, std::string value);
  void add(std::string name, const Fingerprint& fingerprint) {
    add(std::move(name), fingerprint.hex());
  }
  void add(std::string name, double value);
  void add(std::string name, std::int64_t value) { add(std::move(name), std::to_string(value)); }

  Fingerprint fingerprint() const;
};

// Another process has the file.
class CheckpointInUse : public InputError {
 public:
  using InputError::InputError;
};

class Checkpoint {
 public:
  struct Record {
    std::string task;
    std::string result;
  };

  // Opens the file or makes it, locks it for as long as this lives and reads what is there. Throws
  // InputError, with one line that names the file, where it cannot be opened, is in use, is damaged
  // or belongs to other work.
  Checkpoint(std::string path, const WorkKey& key);
  // A new file to which nothing was added is removed.
  ~Checkpoint();
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

  const std::string& path() const { return path_; }
  // What was there; those added since are without their result, which whoever added them has.
  const std::vector<Record>& records() const { return records_; }

  // On disk when it returns, or a moment later where tasks are so short that waiting for the disk
  // would take longer than they do. Throws std::runtime_error where the disk is full; what was
  // there stays.
  void add(const std::string& task, const std::string& result);

  // When all is done and written elsewhere.
  void remove();

  // For those who find that a record does not fit its task.
  [[noreturn]] void refuse(std::string_view task, std::string_view reason) const;

 private:
  void open();
  void read(const WorkKey& key);
  void check_header(std::string_view content, const WorkKey& key) const;
  bool take_line(std::string_view line);
  void check_end(std::string_view line);
  void append(std::string_view text);
  int sync() noexcept;
  [[noreturn]] void fail(std::string_view reason) const;

  std::string path_;
  std::string header_;
  int file_ = -1;
  bool is_new_ = false;
  std::int64_t size_ = 0;  // of what is sound
  Fingerprint chain_;
  std::vector<Record> records_;
  std::chrono::steady_clock::time_point last_sync_ = {};
};

}  // namespace graphsparse
