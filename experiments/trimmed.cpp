#include "trimmed.hpp"

#include <algorithm>

namespace graphsparse::experiments {

std::size_t trimmed_at_each_end(std::size_t trials) { return trials * 3 / 50; }

std::vector<double> trimmed(std::vector<double> values, std::size_t cut) {
  std::sort(values.begin(), values.end());
  if (values.size() <= 2 * cut) return values;
  const auto offset = static_cast<std::ptrdiff_t>(cut);
  return {values.begin() + offset, values.end() - offset};
}

}  // namespace graphsparse::experiments
