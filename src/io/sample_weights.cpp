#include "graphsparse/io/sample_weights.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "io/sample_labels.hpp"

namespace graphsparse {

SampleColumn read_sample_column(const std::string& spec, const std::string& id_column,
                                Dataset& data) {
  DataRequest request;
  request.labels = spec;
  request.id_column = id_column;
  std::optional<SampleColumn> target = std::exchange(data.target, std::nullopt);
  io::Problems problems;
  io::attach_labels(request, data, problems);
  problems.check();
  std::swap(target, data.target);
  return std::move(*target);
}

std::vector<double> read_sample_weights(const std::string& spec, const std::string& id_column,
                                        Dataset& data) {
  try {
    const SampleColumn column = read_sample_column(spec, id_column, data);
    std::vector<double> weights = column.numbers();
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (weights[i] >= 0.0) continue;
      throw InputError(fmt::format("{}: the weight {} is negative; expected 0 or more",
                                   column.where(static_cast<std::int64_t>(i)), weights[i]));
    }
    return weights;
  } catch (const InputError& error) {
    // Read like labels, so messages speak of such.
    throw InputError(fmt::format("sample weights: {}", error.what()));
  }
}

}  // namespace graphsparse
