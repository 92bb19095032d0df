// The operations of the speed table. Each owns its workspace: the first run() allocates it, and the
// runs that are measured use it again, as a caller in a loop does.
#pragma once

#include <cstddef>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>

#include "speed_instances.hpp"

namespace graphsparse::bench {

class SpeedOperation {
 public:
  SpeedOperation() = default;
  SpeedOperation(const SpeedOperation&) = delete;
  SpeedOperation& operator=(const SpeedOperation&) = delete;
  virtual ~SpeedOperation() = default;

  // What is measured, and nothing else.
  virtual void run() = 0;

  // Looks at the result of a run.
  virtual void note_result() {}

  // What came out: sizes, energies, solves.
  virtual nlohmann::json describe() const = 0;
};

struct NamedOperation {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<SpeedOperation> (*make)(const SpeedInstance& instance, double cost_scale);
};

std::span<const NamedOperation> speed_operations();

// Throws InputError for a name that is not in the table.
const NamedOperation& speed_operation(std::string_view name);

}  // namespace graphsparse::bench
