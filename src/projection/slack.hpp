// How much larger than asked for a support may be.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace graphsparse {

// floor((1 + slack) size), as the authors count, at most `most`; the small term keeps 1.1 * 10 at
// 11. Bounded before the conversion, as the slack may be anything.
inline std::int64_t with_slack(std::int64_t size, double slack, std::int64_t most) {
  const double high = std::floor((1.0 + slack) * static_cast<double>(size) + 1e-9);
  return static_cast<std::int64_t>(std::min(high, static_cast<double>(most)));
}

}  // namespace graphsparse
