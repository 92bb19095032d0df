#include "data/shared_rows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace graphsparse {

SharedRows::SharedRows(const DesignMatrix& design, Rows rows, bool everywhere)
    : share_(everywhere ? nullptr : design.share()) {
  if (share_ != nullptr) ranks_ = share_->ranks;
  const auto chunk_rows = static_cast<RowIndex>(rows_per_chunk(design));
  if (std::is_sorted(rows.begin(), rows.end())) {
    for (std::size_t place = 0; place < rows.size(); ++place) {
      add_row(place, rows[place], chunk_rows);
    }
    return;
  }
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rows[a] < rows[b]; });
  for (const std::size_t place : order) add_row(place, rows[place], chunk_rows);
}

void SharedRows::add_row(std::size_t place, RowIndex row, RowIndex chunk_rows) {
  const RowIndex chunk = row / chunk_rows;
  const int owner = share_ != nullptr ? share_->owner(row) : 0;
  const bool is_here = share_ == nullptr || owner == ranks_->rank();
  if (chunk != last_chunk_) {
    last_chunk_ = chunk;
    owners_.push_back(owner);
    if (is_here) chunks_.push_back({leaves_, here_.size(), 0});
    ++leaves_;
  }
  if (!is_here) return;
  here_.push_back(place);
  rows_here_.push_back(row);
  ++chunks_.back().count;
}

std::vector<double> SharedRows::values_here(std::span<const double> one_a_row) const {
  std::vector<double> values;
  values.reserve(here_.size());
  for (const std::size_t place : here_) values.push_back(one_a_row[place]);
  return values;
}

std::vector<double> SharedRows::sum(std::size_t width, const AddChunk& add_chunk,
                                    const RowTree::Combine& combine, const Runner& run) const {
  if (width == 0 || leaves_ == 0) {
    std::vector<double> zeros(width, 0.0);
    return zeros;
  }
  RowTree tree(owners_, width, combine, ranks_);
  const auto do_chunk = [&](std::size_t index) {
    const Chunk& chunk = chunks_[index];
    std::vector<double> sums = tree.take_buffer();
    add_chunk(chunk.first, chunk.count, sums);
    tree.put(chunk.leaf, std::move(sums));
  };
  if (run) {
    run(chunks_.size(), do_chunk);
  } else {
    for (std::size_t index = 0; index < chunks_.size(); ++index) do_chunk(index);
  }
  return tree.total();
}

double SharedRows::largest(double value) const {
  return ranks_ == nullptr ? value : ranks_->largest(value);
}

}  // namespace graphsparse
