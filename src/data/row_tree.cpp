#include "data/row_tree.hpp"

#include <algorithm>
#include <utility>

namespace graphsparse {
namespace {

constexpr std::size_t kSmallestChunk = 256;
constexpr std::size_t kLargestChunk = std::size_t{1} << 40U;
// Of stored values; where a chunk has fewer, its sums cost more to pair than to take.
constexpr double kFewValuesPerColumn = 4.0;

void add_values(std::span<double> left, std::span<const double> right) {
  for (std::size_t j = 0; j < left.size(); ++j) left[j] += right[j];
}

}  // namespace

std::size_t rows_per_chunk(double values_per_row, NodeId columns) {
  const double enough = kFewValuesPerColumn * static_cast<double>(columns);
  std::size_t rows = kSmallestChunk;
  while (static_cast<double>(rows) * values_per_row < enough && rows < kLargestChunk) rows *= 2;
  return rows;
}

std::size_t rows_per_chunk(const DesignMatrix& matrix) {
  return rows_per_chunk(matrix.values_per_row(), matrix.columns());
}

RowTree::RowTree(std::vector<int> owners, std::size_t width, Combine combine,
                 const Communicator* ranks)
    : width_(width),
      combine_(combine ? std::move(combine) : add_values),
      ranks_(ranks),
      owners_(std::move(owners)) {
  for (std::size_t count = owners_.size();; count = (count + 1) / 2) {
    levels_.emplace_back(count);
    if (count <= 1) break;
  }
}

std::vector<double> RowTree::take_buffer() {
  std::vector<double> buffer;
  {
    const std::scoped_lock lock(mutex_);
    if (!free_.empty()) {
      buffer = std::move(free_.back());
      free_.pop_back();
    }
  }
  buffer.assign(width_, 0.0);
  return buffer;
}

// Who has both halves of a pair joins them. An odd one at the end of a level rises unchanged.
void RowTree::put(std::size_t leaf, std::vector<double> value) {
  std::size_t place = leaf;
  for (std::size_t level = 0; level + 1 < levels_.size(); ++level, place /= 2) {
    std::vector<std::vector<double>>& row = levels_[level];
    const bool is_left = place % 2 == 0;
    const std::size_t other = is_left ? place + 1 : place - 1;
    if (other >= row.size()) continue;
    std::vector<double> neighbour;
    {
      const std::scoped_lock lock(mutex_);
      if (row[other].empty()) {
        row[place] = std::move(value);
        return;
      }
      neighbour = std::move(row[other]);
      row[other].clear();
    }
    if (!is_left) std::swap(value, neighbour);
    combine_(value, neighbour);
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(neighbour));
  }
  levels_.back()[0] = std::move(value);
}

std::vector<double> RowTree::total() {
  if (ranks_ != nullptr && ranks_->size() > 1) exchange();
  return std::move(levels_.back()[0]);
}

// Whoever has the left half of a pair joins it. All ranks walk through all pairs in the same order,
// so that none waits for one that waits for it.
void RowTree::exchange() {
  std::vector<std::vector<int>> owners = {owners_};
  for (std::size_t level = 0; level + 1 < levels_.size(); ++level) {
    std::vector<int>& above = owners.emplace_back();
    for (std::size_t left = 0; left < levels_[level].size(); left += 2) {
      above.push_back(owners[level][left]);
      join(level, left, owners);
    }
  }
  std::vector<double>& root = levels_.back()[0];
  root.resize(width_);
  ranks_->broadcast(owners.back()[0], root);
}

void RowTree::join(std::size_t level, std::size_t left,
                   const std::vector<std::vector<int>>& owners) {
  std::vector<std::vector<double>>& row = levels_[level];
  const int me = ranks_->rank();
  const int owner = owners[level][left];
  const bool has_right = left + 1 < row.size();
  if (has_right && owners[level][left + 1] != owner) {
    if (owners[level][left + 1] == me) {
      ranks_->send(owner, row[left + 1]);
      row[left + 1] = {};
    } else if (owner == me) {
      row[left + 1].resize(width_);
      ranks_->receive(owners[level][left + 1], row[left + 1]);
    }
  }
  // Nothing there: it has risen already.
  if (owner != me || row[left].empty()) return;
  if (has_right) combine_(row[left], row[left + 1]);
  levels_[level + 1][left / 2] = std::move(row[left]);
  row[left] = {};
  if (has_right) row[left + 1] = {};
}

}  // namespace graphsparse
