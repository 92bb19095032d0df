#include "task_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/random.hpp"

namespace graphsparse::experiments {
namespace {

// More than any task gives, so that a damaged count asks for no memory.
constexpr std::size_t kMostMethods = 100;
constexpr std::size_t kMostValues = 10'000'000;

WorkKey key_of(const TaskPlan& plan, const Request& request) {
  WorkKey key{plan.name};
  key.add("convention", std::string(to_string(request.convention)));
  key.add("seed", std::to_string(request.seed));
  for (const auto& [name, value] : plan.settings) key.add(name, value);
  return key;
}

std::vector<std::size_t> order_of(const TaskPlan& plan) {
  std::vector<std::size_t> order(plan.tasks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  RandomStream(0, "order of tasks").shuffle(std::span(order));
  if (plan.batches.empty()) return order;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return plan.batches[a] < plan.batches[b]; });
  return order;
}

void encode(const TaskResult& result, RecordWriter& record) {
  record.add_count(result.size());
  for (const Measurement& measurement : result) {
    record.add_text(measurement.method);
    record.add_count(measurement.values.size());
    for (const double value : measurement.values) record.add_number(value);
  }
}

TaskResult decode(RecordReader& record) {
  TaskResult result;
  for (std::size_t left = record.take_count(kMostMethods); left > 0; --left) {
    Measurement measurement{record.take_text()};
    for (std::size_t i = record.take_count(kMostValues); i > 0; --i) {
      measurement.values.push_back(record.take_number());
    }
    result.push_back(std::move(measurement));
  }
  return result;
}

// Of more trials, other methods or other numbers of observations than are asked for now.
bool may_be_task(std::string_view name) {
  const bool is_text = std::all_of(name.begin(), name.end(), [](char c) { return c >= ' '; });
  return is_text && name.find('=') != std::string_view::npos;
}

// Versions before checkpoints kept their work beside ours under another name.
void refuse_old_file(const std::string& path) {
  const std::string old = path + ".csv";
  if (!std::filesystem::exists(old)) return;
  throw InputError(
      fmt::format("{}: unfinished work of an older version of graphsparse, which this one cannot "
                  "use; remove the file to begin anew, or choose another folder",
                  old));
}

}  // namespace

std::string partial_file(const std::string& folder, std::string_view name) {
  return (std::filesystem::path(folder) / fmt::format("{}.partial", name)).string();
}

void remove_partial_file(const std::string& folder, const Experiment& experiment) {
  if (!experiment.shared_work.empty()) return;
  std::error_code ignored;
  std::filesystem::remove(partial_file(folder, experiment.name), ignored);
}

void expect_measurements(const TaskResult& result, std::span<const std::string> methods,
                         std::size_t values) {
  const auto fits = [&](const Measurement& measurement, const std::string& method) {
    return measurement.method == method && measurement.values.size() == values;
  };
  if (!std::equal(result.begin(), result.end(), methods.begin(), methods.end(), fits)) {
    throw InputError("not the methods and the number of values of this task");
  }
}

std::optional<std::vector<TaskResult>> run_tasks(const TaskPlan& plan, const Request& request,
                                                 Watcher& watcher) {
  const std::string path = partial_file(request.out_folder, plan.name);
  std::optional<Checkpoint> checkpoint;
  if (request.ranks == nullptr || request.ranks->is_first()) {
    refuse_old_file(path);
    checkpoint.emplace(path, key_of(plan, request));
  }
  TaskList<TaskResult> list;
  list.names = plan.tasks;
  list.make_worker = [&] { return plan.work; };
  list.encode = encode;
  list.decode = [&](std::size_t task, RecordReader& record) {
    TaskResult result = decode(record);
    plan.check(task, result);
    return result;
  };
  list.may_be_task = may_be_task;
  list.order = order_of(plan);
  return graphsparse::run_tasks(list, request.threads,
                                {checkpoint ? &*checkpoint : nullptr, &watcher, request.ranks});
}

}  // namespace graphsparse::experiments
