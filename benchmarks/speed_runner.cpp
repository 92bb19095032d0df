// Makes the speed instances and runs single operations on them; speed_table.py does the rest.
//
//   speed_runner make INSTANCE FILE [PPI_EDGES]
//   speed_runner run OPERATION INSTANCE FILE [RUNS]
//
// `run` prints one JSON document. Without RUNS it runs at least five times and for two seconds.
// Under callgrind (--instr-atstart=no) only the RUNS runs after the first one are counted.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "callgrind_window.hpp"
#include "graphsparse/core/error.hpp"
#include "memory_use.hpp"
#include "runner_main.hpp"
#include "seconds.hpp"
#include "speed_instances.hpp"
#include "speed_operations.hpp"

namespace graphsparse::bench {
namespace {

constexpr std::size_t kLeastRuns = 5;
constexpr std::size_t kMostRuns = 200;
constexpr double kEnoughSeconds = 2.0;

struct Timing {
  std::size_t runs = 0;
  double best = 0.0;
  double total = 0.0;
};

bool is_done(const Timing& timing, std::optional<std::size_t> runs) {
  if (runs) return timing.runs == *runs;
  return timing.runs >= kMostRuns || (timing.runs >= kLeastRuns && timing.total >= kEnoughSeconds);
}

Timing time_runs(SpeedOperation& operation, std::optional<std::size_t> runs) {
  Timing timing;
  while (!is_done(timing, runs)) {
    const double seconds = seconds_of([&] {
      const CallgrindWindow window;
      operation.run();
    });
    operation.note_result();
    timing.best = timing.runs == 0 ? seconds : std::min(timing.best, seconds);
    timing.total += seconds;
    ++timing.runs;
  }
  return timing;
}

std::size_t parse_runs(const std::string& text) {
  std::size_t runs = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, runs);
  if (error != std::errc() || stop != end || runs == 0) {
    throw InputError(fmt::format("RUNS is '{}'; it must be a whole number from 1", text));
  }
  return runs;
}

void run(const std::string& operation_name, const std::string& instance_name,
         const std::string& path, std::optional<std::size_t> runs) {
  const SpeedInstance instance = read_speed_instance(path);
  const std::size_t bytes_before = heap_bytes();
  const std::unique_ptr<SpeedOperation> operation =
      speed_operation(operation_name).make(instance, speed_setting(instance_name).cost_scale);
  operation->run();  // the first run allocates
  const std::size_t held_bytes = heap_bytes() - bytes_before;

  const Timing timing = time_runs(*operation, runs);
  nlohmann::json json = operation->describe();
  json.update({{"operation", operation_name},
               {"instance", instance_name},
               {"graph_nodes", instance.graph.node_count()},
               {"graph_edges", instance.graph.edge_count()},
               {"wanted_nodes", instance.tail_size()},
               {"runs", timing.runs},
               {"seconds", timing.best},
               {"mean_seconds", timing.total / static_cast<double>(timing.runs)},
               {"graph_bytes", instance.graph.memory_bytes()},
               {"held_bytes", held_bytes},
               {"peak_bytes", peak_resident_bytes()},
               {"counted_by_callgrind", is_under_valgrind()}});
  std::cout << json.dump() << '\n';
}

int main_with(const std::vector<std::string>& words) {
  const std::string command = words.empty() ? "" : words[0];
  const std::size_t count = words.size();
  if (command == "make" && (count == 3 || count == 4)) {
    const auto ppi_edges = count == 4 ? std::optional(words[3]) : std::nullopt;
    write_speed_instance(words[2], make_speed_instance(words[1], ppi_edges));
    return 0;
  }
  if (command == "run" && (count == 4 || count == 5)) {
    run(words[1], words[2], words[3],
        count == 5 ? std::optional(parse_runs(words[4])) : std::nullopt);
    return 0;
  }
  std::cerr << "usage: speed_runner make INSTANCE FILE [PPI_EDGES]\n"
               "       speed_runner run OPERATION INSTANCE FILE [RUNS]\ninstances:";
  for (const SpeedSetting& setting : speed_settings()) std::cerr << ' ' << setting.name;
  std::cerr << "\noperations:\n";
  for (const NamedOperation& operation : speed_operations()) {
    std::cerr << fmt::format("  {:<14} {}\n", operation.name, operation.summary);
  }
  return 2;
}

}  // namespace
}  // namespace graphsparse::bench

int main(int argc, char** argv) {
  return graphsparse::bench::runner_main("speed_runner", argc, argv, graphsparse::bench::main_with);
}
