// Finished tasks on disk, so that interrupted work can go on where it stopped.
//
// A text file. Its first line names all that the results depend on; every further line is a task,
// its result and a checksum over all that comes before it, so that no line can be changed, moved,
// left out or taken from another file unnoticed. A last line that a crash cut off is passed over;
// whatever else is wrong is refused, and the file stays as it is.
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
