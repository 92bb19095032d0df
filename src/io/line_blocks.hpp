// The rest of a text file, taken apart by all cores and put together in the order of the file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <utility>
#include <vector>

#include "graphsparse/work/tasks.hpp"
#include "io/table_reader.hpp"
#include "work/parts.hpp"

namespace graphsparse::io {

// What comes out, messages included, is the same for any number of threads: `merge` is called by
// one thread at a time, block by block, and what reading throws waits for the blocks before it.
template <class Parsed>
class LineBlocks {
 public:
  using Parse = std::function<void(const LineBlock& block, Parsed& parsed)>;
  using Merge = std::function<void(const LineBlock& block, const Parsed& parsed)>;

  explicit LineBlocks(RowReader& rows) : rows_(rows) {}

  void run(const Parse& parse, const Merge& merge) {
    // Merging is for one thread, which more than a few others would only wait for.
    constexpr std::int64_t most_threads = 8;
    const std::int64_t threads = std::min(worker_count(0), most_threads);
    constexpr std::size_t blocks_per_thread = 4;
    const std::size_t most = blocks_per_thread * static_cast<std::size_t>(threads);
    Round to_parse(most);
    Round to_merge(most);
    read(to_parse);
    while (to_parse.count + to_merge.count > 0) {
      const bool is_small = to_parse.count <= 1 && to_merge.count == 0;
      run_parts(to_parse.count + 1, is_small ? 1 : threads, [&](std::size_t part) {
        if (part > 0) {
          Piece& piece = to_parse.pieces[part - 1];
          return parse(piece.block, piece.parsed);
        }
        for (std::size_t i = 0; i < to_merge.count; ++i) {
          merge(to_merge.pieces[i].block, to_merge.pieces[i].parsed);
        }
        read(to_merge);
      });
      std::swap(to_parse, to_merge);
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  struct Piece {
    LineBlock block;
    Parsed parsed;
  };
  struct Round {
    explicit Round(std::size_t most) : pieces(most) {}
    std::vector<Piece> pieces;
    std::size_t count = 0;
  };

  void read(Round& round) {
    round.count = 0;
    try {
      while (!is_at_end_ && round.count < round.pieces.size()) {
        is_at_end_ = !rows_.next_block(round.pieces[round.count].block);
        if (!is_at_end_) ++round.count;
      }
    } catch (...) {
      failure_ = std::current_exception();
      is_at_end_ = true;
    }
  }

  RowReader& rows_;
  bool is_at_end_ = false;
  std::exception_ptr failure_;
};

}  // namespace graphsparse::io
