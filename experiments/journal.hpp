// Finished tasks on disk, so that interrupted work can go on where it stopped.
#pragma once

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace graphsparse::experiments {

// What one method made of one task: an error, a curve, a count.
struct Measurement {
  std::string method = {};
  std::vector<double> values = {};

  bool operator==(const Measurement&) const = default;
};

using TaskResult = std::vector<Measurement>;

// A text file: a line that names the settings, a header, then `task,method,values` lines; a task's
// lines are written together, its last one ends with a full stop in a column of its own. A line cut
// short by a crash, and what follows the last complete task, is dropped.
class Journal {
 public:
  // Reads what is there. Throws InputError where the file belongs to other settings or is no
  // journal.
  Journal(std::string path, std::string settings);

  const TaskResult* find(const std::string& task) const;

  // Throws std::runtime_error where the disk is full; what was there stays.
  void add(const std::string& task, const TaskResult& result);

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void read();
  void rewrite();
  void append(const std::string& text);
  std::string head() const;
  std::string to_text(const std::string& task, const TaskResult& result) const;

  std::string path_;
  std::string settings_;
  std::map<std::string, TaskResult> tasks_;
  std::unique_ptr<std::FILE, Closer> file_;
};

}  // namespace graphsparse::experiments
