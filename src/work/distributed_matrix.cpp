#include "graphsparse/work/distributed_matrix.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "data/row_tree.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "graphsparse/work/parallel_matrix.hpp"
#include "graphsparse/work/tasks.hpp"
#include "work/parts.hpp"

namespace graphsparse {
namespace {

// Of rows that are collected from several ranks at a time.
constexpr std::size_t kCollectedValues = std::size_t{1} << 20U;

std::vector<RowIndex> rows_of(Rows rows, const RowShare& share, int rank) {
  std::vector<RowIndex> its_rows;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(its_rows),
               [&](RowIndex row) { return share.owner(row) == rank; });
  return its_rows;
}

std::vector<int> owners_of(Rows rows, const RowShare& share) {
  const int first = share.owner(rows.front());
  const bool is_one = first == share.owner(rows.back()) && std::is_sorted(rows.begin(), rows.end());
  if (is_one) return {first};
  std::vector<int> owners;
  for (const RowIndex row : rows) {
    const int owner = share.owner(row);
    if (std::find(owners.begin(), owners.end(), owner) == owners.end()) owners.push_back(owner);
  }
  return owners;  // the first row's comes first
}

Standardization of_columns(const Standardization& all, Columns columns) {
  Standardization some;
  for (const NodeId column : columns) {
    some.mean.push_back(all.mean[static_cast<std::size_t>(column)]);
    some.scale.push_back(all.scale[static_cast<std::size_t>(column)]);
  }
  return some;
}

}  // namespace

// Which of a list of rows are here, and where the values of each rank go.
class DistributedMatrix::Owners {
 public:
  Owners(Rows rows, const RowShare& share) : ranks_(*share.ranks), row_count_(rows.size()) {
    const auto size = static_cast<std::size_t>(ranks_.size());
    const auto me = static_cast<std::size_t>(ranks_.rank());
    // Ascending rows, the most frequent case, are in the order of their ranks already.
    is_ordered_ = std::is_sorted(rows.begin(), rows.end());
    if (is_ordered_) {
      std::vector<std::size_t> begins;
      for (const RowIndex begin : share.begins) {
        const auto first = std::lower_bound(rows.begin(), rows.end(), begin);
        begins.push_back(static_cast<std::size_t>(first - rows.begin()));
      }
      for (std::size_t rank = 0; rank < size; ++rank) {
        counts_.push_back(begins[rank + 1] - begins[rank]);
      }
      here_ = rows.subspan(begins[me], counts_[me]);
      return;
    }
    std::vector<std::vector<std::size_t>> places(size);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const int owner = share.owner(rows[k]);
      places[static_cast<std::size_t>(owner)].push_back(k);
      if (owner == ranks_.rank()) copied_.push_back(rows[k]);
    }
    for (const std::vector<std::size_t>& its_places : places) {
      counts_.push_back(its_places.size());
      places_.insert(places_.end(), its_places.begin(), its_places.end());
    }
    here_ = copied_;
  }

  Rows here() const { return here_; }

  // values[i * rows + k] = value i of row k, of those that each rank has for its own rows.
  void gather(Input of_here, std::size_t values_a_row, Output values) const {
    std::vector<std::size_t> sizes;
    for (const std::size_t count : counts_) sizes.push_back(count * values_a_row);
    if (is_ordered_ && values_a_row == 1) {
      ranks_.gather_all(of_here, sizes, values.first(row_count_));
      return;
    }
    std::vector<double> all(row_count_ * values_a_row);
    ranks_.gather_all(of_here, sizes, all);
    const double* value = all.data();
    std::size_t first = 0;
    for (const std::size_t count : counts_) {
      for (std::size_t i = 0; i < values_a_row; ++i) {
        for (std::size_t k = first; k < first + count; ++k) {
          values[i * row_count_ + (is_ordered_ ? k : places_[k])] = *value++;
        }
      }
      first += count;
    }
  }

 private:
  const Communicator& ranks_;
  std::size_t row_count_;
  bool is_ordered_ = false;
  std::vector<std::size_t> counts_;  // of rows on each rank
  std::vector<std::size_t> places_;  // of rows by rank, unless they are ordered
  std::vector<RowIndex> copied_;
  Rows here_;
};

// How the sums of one chunk are taken.
struct DistributedMatrix::ChunkSums {
  // Of rows that are all here.
  std::function<void(std::size_t begin, std::size_t count, Output sums)> add;
  // Of rows on several ranks: each of them calls it; the first row's owner has the sums.
  std::function<void(std::size_t begin, std::size_t count, Output sums)> collect;
};

DistributedMatrix::DistributedMatrix(const DesignMatrix& raw,
                                     std::shared_ptr<const Standardization> standardization,
                                     std::int64_t threads)
    : raw_(raw),
      share_(*raw.share()),
      standardization_(std::move(standardization)),
      here_(&raw),
      threads_(worker_count(threads)),
      chunk_rows_(rows_per_chunk(raw)) {
  if (standardization_ != nullptr) {
    standardized_ = std::make_unique<StandardizedMatrix>(raw, *standardization_);
    here_ = standardized_.get();
  }
  share_.here = here_;
}

DistributedMatrix::~DistributedMatrix() = default;

void DistributedMatrix::multiply(Rows rows, SparseView w, Output products) const {
  const Owners owners(rows, share_);
  std::vector<double> of_here(owners.here().size());
  ParallelMatrix(*here_, threads_).multiply(owners.here(), w, of_here);
  owners.gather(of_here, 1, products);
}

void DistributedMatrix::gather(Rows rows, Columns columns, Output column_major) const {
  if (columns.empty()) return;
  const Owners owners(rows, share_);
  std::vector<double> of_here(owners.here().size() * columns.size());
  ParallelMatrix(*here_, threads_).gather(owners.here(), columns, of_here);
  owners.gather(of_here, columns.size(), column_major);
}

void DistributedMatrix::square_norms(Rows rows, Output norms) const {
  const Owners owners(rows, share_);
  std::vector<double> of_here(owners.here().size());
  here_->square_norms(owners.here(), of_here);
  owners.gather(of_here, 1, norms);
}

void DistributedMatrix::add_moments(Rows rows, Input center, Output sums, Output squares) const {
  add_moments_in_tree(*here_, threads_, rows, center, sums, squares);
}

std::vector<double> DistributedMatrix::sum_chunks(Rows rows, std::size_t width, double values,
                                                  const ChunkSums& sums) const {
  const int me = share_.ranks->rank();
  std::vector<int> owners;
  std::vector<std::size_t> alone;
  std::vector<std::size_t> mixed;
  const std::size_t chunks = (rows.size() + chunk_rows_ - 1) / chunk_rows_;
  const auto size_of = [&](std::size_t chunk) {
    return std::min(chunk_rows_, rows.size() - chunk * chunk_rows_);
  };
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    const std::vector<int> all =
        owners_of(rows.subspan(chunk * chunk_rows_, size_of(chunk)), share_);
    owners.push_back(all.front());
    const bool is_involved = std::find(all.begin(), all.end(), me) != all.end();
    if (is_involved) (all.size() == 1 ? alone : mixed).push_back(chunk);
  }
  const std::vector<int> leaf_owners = owners;
  RowTree tree(std::move(owners), width, {}, share_.ranks);
  run_parts(alone.size(), threads_for(values / share_.ranks->size(), threads_),
            [&](std::size_t index) {
              std::vector<double> part = tree.take_buffer();
              sums.add(alone[index] * chunk_rows_, size_of(alone[index]), part);
              tree.put(alone[index], std::move(part));
            });
  for (const std::size_t chunk : mixed) {
    std::vector<double> part = tree.take_buffer();
    sums.collect(chunk * chunk_rows_, size_of(chunk), part);
    if (leaf_owners[chunk] == me) tree.put(chunk, std::move(part));
  }
  return tree.total();
}

// As a matrix of their own on the first row's rank; null on the others.
std::unique_ptr<DesignMatrix> DistributedMatrix::collect(Rows rows, Columns columns) const {
  const Communicator& ranks = *share_.ranks;
  const std::vector<int> owners = owners_of(rows, share_);
  const std::size_t width = columns.size();
  if (ranks.rank() != owners.front()) {
    const std::vector<RowIndex> mine = rows_of(rows, share_, ranks.rank());
    std::vector<double> values(mine.size() * width);
    raw_.gather(mine, columns, values);
    ranks.send(owners.front(), values);
    return nullptr;
  }
  std::vector<double> all(rows.size() * width);
  for (const int owner : owners) {
    const std::vector<RowIndex> its_rows = rows_of(rows, share_, owner);
    std::vector<double> values(its_rows.size() * width);
    if (owner == ranks.rank()) {
      raw_.gather(its_rows, columns, values);
    } else {
      ranks.receive(owner, values);
    }
    std::size_t next = 0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (share_.owner(rows[k]) != owner) continue;
      for (std::size_t i = 0; i < width; ++i) {
        all[k * width + i] = values[i * its_rows.size() + next];
      }
      ++next;
    }
  }
  const auto count = static_cast<RowIndex>(rows.size());
  const auto column_count = static_cast<NodeId>(width);
  if (!share_.is_sparse) {
    return std::make_unique<DenseMatrix<double>>(count, column_count, std::move(all));
  }
  std::vector<MatrixEntry> entries;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == 0.0) continue;
    entries.push_back({static_cast<RowIndex>(i / width), static_cast<NodeId>(i % width), all[i]});
  }
  return std::make_unique<SparseMatrix>(count, column_count, std::move(entries));
}

// Calls act(matrix of some columns, their numbers in it, first, count) on the first row's rank.
template <class Act>
void DistributedMatrix::in_stripes(Rows rows, Columns columns, Act act) const {
  const std::size_t stripe = std::max<std::size_t>(1, kCollectedValues / rows.size());
  for (std::size_t first = 0; first < columns.size(); first += stripe) {
    const auto some = columns.subspan(first, std::min(stripe, columns.size() - first));
    const std::unique_ptr<DesignMatrix> matrix = collect(rows, some);
    if (matrix == nullptr) continue;
    if (standardization_ == nullptr) {
      act(*matrix, first, some.size());
    } else {
      act(StandardizedMatrix(*matrix, of_columns(*standardization_, some)), first, some.size());
    }
  }
}

void DistributedMatrix::add_transposed(Rows rows, Input factors, Output sums) const {
  if (rows.empty()) return;
  // A single chunk is added to what is there, row by row.
  const bool is_one = rows.size() <= chunk_rows_;
  const auto begin_with = [&](Output part) {
    if (is_one) std::copy(sums.begin(), sums.end(), part.begin());
  };
  ChunkSums chunks;
  chunks.add = [&](std::size_t begin, std::size_t count, Output part) {
    begin_with(part);
    here_->add_transposed(rows.subspan(begin, count), factors.subspan(begin, count), part);
  };
  std::vector<NodeId> columns;
  chunks.collect = [&](std::size_t begin, std::size_t count, Output part) {
    begin_with(part);
    columns.resize(sums.size());
    std::iota(columns.begin(), columns.end(), NodeId{0});
    in_stripes(rows.subspan(begin, count), columns,
               [&](const DesignMatrix& stripe, std::size_t first, std::size_t width) {
                 stripe.add_transposed(all_rows(stripe.rows()), factors.subspan(begin, count),
                                       part.subspan(first, width));
               });
  };
  const double values = static_cast<double>(rows.size()) * values_per_row();
  const std::vector<double> total = sum_chunks(rows, sums.size(), values, chunks);
  for (std::size_t j = 0; j < total.size(); ++j) sums[j] = is_one ? total[j] : sums[j] + total[j];
}

void DistributedMatrix::multiply_transposed(Rows rows, Input factors, Columns columns,
                                            Output products) const {
  std::fill_n(products.begin(), columns.size(), 0.0);
  if (rows.empty() || columns.empty()) return;
  ChunkSums chunks;
  chunks.add = [&](std::size_t begin, std::size_t count, Output part) {
    here_->multiply_transposed(rows.subspan(begin, count), factors.subspan(begin, count), columns,
                               part);
  };
  chunks.collect = [&](std::size_t begin, std::size_t count, Output part) {
    in_stripes(rows.subspan(begin, count), columns,
               [&](const DesignMatrix& stripe, std::size_t first, std::size_t width) {
                 std::vector<NodeId> all(width);
                 std::iota(all.begin(), all.end(), NodeId{0});
                 stripe.multiply_transposed(all_rows(stripe.rows()), factors.subspan(begin, count),
                                            all, part.subspan(first, width));
               });
  };
  const double values = 8.0 * static_cast<double>(rows.size() * columns.size());
  const std::vector<double> total = sum_chunks(rows, columns.size(), values, chunks);
  std::copy(total.begin(), total.end(), products.begin());
}

}  // namespace graphsparse
