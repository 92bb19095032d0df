// The tasks of an experiment: what they give, what it depends on, where it is kept. A task draws
// its own random numbers, so that the results depend neither on the number of threads nor on the
// order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiment.hpp"
#include "graphsparse/work/checkpoint.hpp"
#include "graphsparse/work/tasks.hpp"

namespace graphsparse::experiments {

// What one method made of one task: an error, a curve, a count.
struct Measurement {
  std::string method = {};
  std::vector<double> values = {};

  bool operator==(const Measurement&) const = default;
};

using TaskResult = std::vector<Measurement>;

struct TaskPlan {
  std::string name = {};  // of the file that keeps finished tasks
  // What the results depend on besides the task, the convention and the seed; `data` for what comes
  // from --data.
  std::vector<std::pair<std::string, std::string>> settings = {};
  std::vector<std::string> tasks = {};
  std::function<TaskResult(std::size_t task, const Cancelled& cancelled)> work = {};
  // Throws InputError unless the task can have given that result, which is from a file.
  std::function<void(std::size_t task, const TaskResult& result)> check = {};
  // Tasks run in a random order, so that the time left can be told; those of a smaller number here,
  // one for each task, before others. May be empty.
  std::vector<std::int64_t> batches = {};
};

// The results in the order of the tasks; nothing where the watcher stopped the work. Finished tasks
// are kept in the partial file, and those already there are not run again.
std::optional<std::vector<TaskResult>> run_tasks(const TaskPlan& plan, const Request& request,
                                                 Watcher& watcher);

// Throws InputError unless the result has these methods with so many values each.
void expect_measurements(const TaskResult& result, std::span<const std::string> methods,
                         std::size_t values);

// Where finished tasks are kept until the report is written.
std::string partial_file(const std::string& folder, std::string_view name);

// When its report is written. Work that other experiments share stays for them.
void remove_partial_file(const std::string& folder, const Experiment& experiment);

}  // namespace graphsparse::experiments
