#include "cv_partial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "errors.hpp"
#include "graphsparse/core/error.hpp"

namespace graphsparse::cli {
namespace {

double number_or_none(const Json& value) {
  return value.is_null() ? Scores::kNone : value.get<double>();
}

Json to_json(const FoldOutcome& outcome) {
  Json scores = Json::array();
  for (const Scores& one : outcome.scores) {
    scores.push_back(
        {one.auc, one.balanced_error, one.accuracy, one.log_loss, one.mse, one.nonzeros});
  }
  return {{"repeat", outcome.task.repeat}, {"fold", outcome.task.fold},
          {"inner", outcome.task.inner},   {"scores", std::move(scores)},
          {"supports", outcome.supports},  {"predictors", outcome.predictors}};
}

FoldOutcome to_outcome(const Json& line) {
  FoldOutcome outcome;
  outcome.task = {line.at("repeat"), line.at("fold"), line.at("inner")};
  for (const Json& row : line.at("scores")) {
    Scores scores;
    scores.auc = number_or_none(row.at(0));
    scores.balanced_error = number_or_none(row.at(1));
    scores.accuracy = number_or_none(row.at(2));
    scores.log_loss = number_or_none(row.at(3));
    scores.mse = number_or_none(row.at(4));
    scores.nonzeros = number_or_none(row.at(5));
    outcome.scores.push_back(scores);
  }
  line.at("supports").get_to(outcome.supports);
  for (const Json& row : line.at("predictors")) {
    std::vector<double> predictors;
    for (const Json& value : row) predictors.push_back(number_or_none(value));
    outcome.predictors.push_back(std::move(predictors));
  }
  return outcome;
}

// FNV-1a over words.
class Fingerprint {
 public:
  void add(std::uint64_t word) { hash_ = (hash_ ^ word) * 0x100000001b3ULL; }
  void add(std::span<const double> values) {
    add(values.size());
    for (const double value : values) add(std::bit_cast<std::uint64_t>(value));
  }
  std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

std::string first_difference(const Json& a, const Json& b) {
  for (const auto& [name, value] : a.items()) {
    if (!b.contains(name) || b.at(name) != value) return name;
  }
  return "something";
}

}  // namespace

PartialFile::PartialFile(std::string path, Json work)
    : path_(std::move(path)), work_(std::move(work)) {
  if (!path_.empty()) read();
}

// With the first new task, so that bad input leaves nothing behind.
void PartialFile::open() {
  // Whole lines alone, then new ones behind them.
  std::string text = work_.dump() + "\n";
  for (const FoldOutcome& outcome : outcomes_) text += to_json(outcome).dump() + "\n";
  write_result(path_, text);
  file_ = std::fopen(path_.c_str(), "ab");
  if (file_ == nullptr) {
    throw InputError(fmt::format("{}: cannot be written: {}", path_, std::strerror(errno)));
  }
}

PartialFile::~PartialFile() {
  if (file_ != nullptr) std::fclose(file_);
}

void PartialFile::read() {
  std::ifstream file(path_, std::ios::binary);
  std::string line;
  if (!file || !std::getline(file, line)) return;
  const Json found = Json::parse(line, nullptr, false);
  if (!found.is_object() || !found.contains("work")) {
    throw InputError(
        fmt::format("{}: holds no finished tasks of 'graphsparse cv'; name another file", path_));
  }
  if (found != work_) {
    throw InputError(
        fmt::format("{}: holds tasks of another command ({} differs); repeat that one, remove the "
                    "file or name another",
                    path_, first_difference(work_, found)));
  }
  while (std::getline(file, line)) {
    const Json task = Json::parse(line, nullptr, false);
    if (task.is_object()) outcomes_.push_back(to_outcome(task));
  }
}

std::optional<FoldOutcome> PartialFile::find(const FoldTask& task) const {
  const auto found =
      std::find_if(outcomes_.begin(), outcomes_.end(),
                   [&task](const FoldOutcome& outcome) { return outcome.task == task; });
  if (found == outcomes_.end()) return std::nullopt;
  return *found;
}

void PartialFile::add(const FoldOutcome& outcome) {
  if (path_.empty()) return;
  if (file_ == nullptr) open();
  const std::string line = to_json(outcome).dump() + "\n";
  const bool is_written =
      std::fwrite(line.data(), 1, line.size(), file_) == line.size() && std::fflush(file_) == 0;
  if (!is_written) {
    throw WorkError(fmt::format("{}: writing failed: {}", path_, std::strerror(errno)));
  }
}

void PartialFile::remove() {
  if (path_.empty()) return;
  if (file_ != nullptr) std::fclose(std::exchange(file_, nullptr));
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

// One product with all rows, each with a factor of its own: any single change shows.
std::string data_fingerprint(const DesignMatrix& design, std::span<const double> target,
                             std::span<const double> weights,
                             std::span<const std::int32_t> groups) {
  Fingerprint fingerprint;
  const std::vector<RowIndex> rows = all_rows(design.rows());
  std::vector<double> factors;
  for (const RowIndex row : rows) factors.push_back(1.0 / (1.5 + static_cast<double>(row)));
  std::vector<double> sums(static_cast<std::size_t>(design.columns()), 0.0);
  design.add_transposed(rows, factors, sums);
  fingerprint.add(sums);
  fingerprint.add(target);
  fingerprint.add(weights);
  for (const std::int32_t group : groups) fingerprint.add(static_cast<std::uint64_t>(group));
  return fingerprint.text();
}

}  // namespace graphsparse::cli
