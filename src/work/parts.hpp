// Parts of one computation on several threads, for work that is over in milliseconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "data/row_tree.hpp"
#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse {

// Calls work(0), ..., work(parts - 1), each once, in any order. Throws what the first failing part
// throws. Inside a task of run_tasks() with several threads, or inside a part, all is done by the
// calling thread: only the outermost level has threads.
void run_parts(std::size_t parts, std::int64_t threads,
               const std::function<void(std::size_t part)>& work);

// Whether further threads would be too many here.
bool is_inside_parts();

// While one lives, the thread that made it counts as inside.
class InsideParts {
 public:
  InsideParts();
  ~InsideParts();
  InsideParts(const InsideParts&) = delete;
  InsideParts& operator=(const InsideParts&) = delete;

 private:
  bool before_;
};

// What matrices on threads and on ranks have in common.

// A product of fewer values is over before further threads have begun.
inline constexpr double kValuesPerThread = 1 << 20;

// Of `threads`, those for a product that reads this many values.
std::int64_t threads_for(double values, std::int64_t threads);

// add_moments() in the tree of chunks; the matrix may be spread over ranks.
void add_moments_in_tree(const DesignMatrix& matrix, std::int64_t threads, Rows rows,
                         std::span<const double> center, std::span<double> sums,
                         std::span<double> squares);

}  // namespace graphsparse
