// How the rows of a matrix are spread over ranks.
#pragma once

#include <string>
#include <vector>

#include "graphsparse/core/communicator.hpp"
#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

struct RowShare {
  const Communicator* ranks = nullptr;
  std::vector<RowIndex> begins;        // rank r has the rows from begins[r] to begins[r + 1]
  bool is_sparse = false;              // rows are added one by one, not by fours
  const DesignMatrix* here = nullptr;  // of a DistributedMatrix: for rows of this rank, without a
                                       // word to the others

  int owner(RowIndex row) const;
  RowIndex first() const { return begins[static_cast<std::size_t>(ranks->rank())]; }
  RowIndex last() const { return begins[static_cast<std::size_t>(ranks->rank()) + 1]; }
};

// Chunks of rows in equal parts, but for a sixteenth: ranks begin where the tree of sums has a
// large branch, so that each has few vectors to send. Throws InputError where there are fewer
// chunks than ranks; the message begins with `source`.
RowShare share_rows(const Communicator& ranks, const std::string& source, RowIndex rows,
                    NodeId columns, double values_per_row, bool is_sparse);

}  // namespace graphsparse
