// Finished tasks in a file, so that an interrupted cross-validation can go on.
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "graphsparse/selection/cross_validation.hpp"
#include "output.hpp"

namespace graphsparse::cli {

// A line of JSON that says what the work is, then a line a task. Written task by task, so that even
// a killed process leaves what it has done; a last line that is cut off is passed over.
class PartialFile {
 public:
  // Without a path it keeps nothing. Reads what is there. Throws InputError where that belongs to
  // other work.
  PartialFile(std::string path, Json work);
  ~PartialFile();
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  const std::string& path() const { return path_; }
  std::size_t size() const { return outcomes_.size(); }
  std::optional<FoldOutcome> find(const FoldTask& task) const;

  void add(const FoldOutcome& outcome);
  void remove();

 private:
  void read();
  void open();

  std::string path_;
  Json work_;
  std::vector<FoldOutcome> outcomes_;
  std::FILE* file_ = nullptr;
};

// A number that differs when any value of the data does.
std::string data_fingerprint(const DesignMatrix& design, std::span<const double> target,
                             std::span<const double> weights, std::span<const std::int32_t> groups);

}  // namespace graphsparse::cli
