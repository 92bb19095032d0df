#include "graphsparse/data/row_share.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/row_tree.hpp"
#include "graphsparse/core/error.hpp"

namespace graphsparse {
namespace {

// A share may be larger than another by one part in so many.
constexpr RowIndex kEvenness = 16;

}  // namespace

int RowShare::owner(RowIndex row) const {
  const auto next = std::upper_bound(begins.begin(), begins.end(), row);
  return static_cast<int>(next - begins.begin()) - 1;
}

RowShare share_rows(const Communicator& ranks, const std::string& source, RowIndex rows,
                    NodeId columns, double values_per_row, bool is_sparse) {
  const auto chunk = static_cast<RowIndex>(rows_per_chunk(values_per_row, columns));
  const RowIndex chunks = (rows + chunk - 1) / chunk;
  const auto count = static_cast<RowIndex>(ranks.size());
  if (chunks < count) {
    throw InputError(
        fmt::format("{}: {} rows are {} chunk{} of {} rows, too few for {} ranks; start at most {}",
                    source, rows, chunks, chunks == 1 ? "" : "s", chunk, count, chunks));
  }
  RowIndex unit = 1;
  while (2 * unit * count * kEvenness <= chunks) unit *= 2;
  RowShare share{&ranks, {0}, is_sparse};
  for (RowIndex rank = 1; rank < count; ++rank) {
    const RowIndex nearest = (chunks * rank / count + unit / 2) / unit * unit;
    share.begins.push_back(nearest * chunk);
  }
  share.begins.push_back(rows);
  return share;
}

}  // namespace graphsparse
