// Runs the tasks of an experiment on all cores. A task draws its own random numbers, so that the
// results depend neither on the number of threads nor on the order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiment.hpp"
#include "journal.hpp"

namespace graphsparse::experiments {

// Looked at by long work now and then; once it says true, what the work returns is thrown away.
using Cancelled = std::function<bool()>;
using Work = std::function<TaskResult(std::size_t task, const Cancelled& cancelled)>;

// Where finished tasks are kept until the figure itself is written; then the caller removes it.
std::string partial_file(const std::string& folder, const std::string& name);

// The results in the order of the tasks; nothing where the watcher stopped the work. Finished tasks
// are kept in the partial file, and those already there are not run again. `settings`
// names what the results depend on besides the task. Tasks run in a random order, so that the time
// left can be told; with `batches`, one number a task, those of the smaller number before others.
std::optional<std::vector<TaskResult>> run_tasks(const std::string& name,
                                                 const std::string& settings,
                                                 const std::vector<std::string>& tasks,
                                                 const Work& work, const Request& request,
                                                 Watcher& watcher,
                                                 std::span<const std::int64_t> batches = {});

}  // namespace graphsparse::experiments
