// Columns of the design, fetched when they are first needed: a path looks closely at few of them.
#pragma once

#include <span>
#include <vector>

#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse::baseline {

class ColumnStore {
 public:
  // Both must outlive it.
  ColumnStore(const DesignMatrix& design, Rows rows);

  // Makes sure that these columns are there.
  void fetch(std::span<const NodeId> features);

  // A fetched column. Valid until the next fetch.
  const double* column(NodeId feature) const {
    return values_.data() + place_[static_cast<std::size_t>(feature)];
  }
  std::size_t row_count() const { return rows_.size(); }

 private:
  const DesignMatrix& design_;
  Rows rows_;
  std::vector<std::ptrdiff_t> place_;  // of each feature; -1: not there
  std::vector<double> values_;
  std::vector<NodeId> missing_;
};

}  // namespace graphsparse::baseline
