#include "fit/target.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/io/class_labels.hpp"

namespace graphsparse {

Target encode_target(const Dataset& data, const Loss& loss) {
  if (!data.target) throw InputError("`target`: the data has none to be fitted");
  Target target;
  if (loss.traits().response == Response::classes) {
    if (!data.classes.empty()) return {data.target->numbers(), data.classes};
    ClassLabels labels = encode_classes(*data.target, data.weights);
    target.values = std::move(labels.labels);
    target.classes = std::move(labels.classes);
    return target;
  }
  target.values = data.target->numbers();
  for (std::size_t i = 0; i < target.values.size(); ++i) {
    const std::string error = loss.target_error(target.values[i]);
    if (error.empty()) continue;
    throw InputError(
        fmt::format("{}: the target {}", data.target->where(static_cast<std::int64_t>(i)), error));
  }
  const std::string error = loss.target_error(std::span<const double>(target.values));
  if (!error.empty()) throw InputError(fmt::format("{}: {}", data.target->source, error));
  return target;
}

}  // namespace graphsparse
