#include "journal.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/io/atomic_file.hpp"
#include "text.hpp"

namespace graphsparse::experiments {
namespace {

constexpr std::string_view kHeader = "task,method,values,end";
constexpr std::string_view kEndOfTask = ".";

// Nothing where a number is damaged.
bool parse_values(std::string_view text, std::vector<double>& values) {
  for (const std::string_view word : split(text, ' ')) {
    if (word.empty()) continue;
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return false;
    values.push_back(value);
  }
  return true;
}

}  // namespace

Journal::Journal(std::string path, std::string settings)
    : path_(std::move(path)), settings_(std::move(settings)) {
  read();
  // Written anew: a line cut short must not be continued.
  rewrite();
  file_.reset(std::fopen(path_.c_str(), "ab"));
  if (!file_) throw InputError(fmt::format("{}: {}", path_, std::strerror(errno)));
}

std::string Journal::head() const { return fmt::format("# {}\n{}\n", settings_, kHeader); }

std::string Journal::to_text(const std::string& task, const TaskResult& result) const {
  std::string text;
  for (std::size_t i = 0; i < result.size(); ++i) {
    text += fmt::format("{},{},{},{}\n", task, result[i].method, fmt::join(result[i].values, " "),
                        i + 1 == result.size() ? kEndOfTask : std::string_view());
  }
  return text;
}

void Journal::read() {
  if (!std::filesystem::exists(path_)) return;
  std::ifstream in(path_, std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (!in) throw InputError(fmt::format("{}: cannot be read", path_));
  const std::vector<std::string_view> lines = split(content, '\n');
  if (lines.size() < 2) return;  // killed while writing its first line: nothing is lost
  if (lines[0] != "# " + settings_) {
    throw InputError(fmt::format(
        "{}: unfinished work with other settings ({}); finish it with these, remove the file, or "
        "choose another folder",
        path_, lines[0].substr(0, 200)));
  }
  std::string task;
  TaskResult result;
  for (std::size_t i = 2; i + 1 < lines.size(); ++i) {  // the last piece has no line end
    const std::vector<std::string_view> cells = split(lines[i], ',');
    Measurement measurement;
    if (cells.size() != 4 || !parse_values(cells[2], measurement.values)) {
      throw InputError(fmt::format(
          "{}:{}: not a line of unfinished work; remove the line and those after it, or the file",
          path_, i + 1));
    }
    if (cells[0] != task) result.clear();
    task = cells[0];
    measurement.method = cells[1];
    result.push_back(std::move(measurement));
    if (cells[3] == kEndOfTask) {
      tasks_[task] = std::move(result);
      result.clear();
    }
  }
}

void Journal::rewrite() {
  AtomicFile file(path_);
  file.write(head());
  for (const auto& [task, result] : tasks_) file.write(to_text(task, result));
  file.commit();
}

const TaskResult* Journal::find(const std::string& task) const {
  const auto place = tasks_.find(task);
  return place == tasks_.end() ? nullptr : &place->second;
}

void Journal::add(const std::string& task, const TaskResult& result) {
  append(to_text(task, result));
  tasks_[task] = result;
}

void Journal::append(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() &&
                       std::fflush(file_.get()) == 0;
  if (written) return;
  throw std::runtime_error(
      fmt::format("{}: {}; what was finished before is kept, the same command goes on from there",
                  path_, std::strerror(errno)));
}

}  // namespace graphsparse::experiments
