#include "graphsparse/baseline/baseline_table.hpp"

#include <algorithm>
#include <array>

namespace graphsparse {

std::span<const BaselineRow> baseline_table() {
  static constexpr std::array<BaselineRow, 2> kTable = {{
      {"l1-logistic", "logistic regression with the lasso; convex, takes --lambda", "logistic",
       false},
      {"group-lasso", "the same with the latent group lasso; --feature-groups FILE or edges",
       "logistic", true},
  }};
  return kTable;
}

const BaselineRow* find_baseline(std::string_view name) {
  const auto table = baseline_table();
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const BaselineRow& row) { return row.name == name; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace graphsparse
