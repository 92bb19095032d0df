#include "data/row_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/data/row_share.hpp"

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
