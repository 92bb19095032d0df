#include "work/parts.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace graphsparse {
namespace {

thread_local bool t_is_inside = false;

}  // namespace

InsideParts::InsideParts() : before_(t_is_inside) { t_is_inside = true; }
InsideParts::~InsideParts() { t_is_inside = before_; }

bool is_inside_parts() { return t_is_inside; }

void run_parts(std::size_t parts, std::int64_t threads,
               const std::function<void(std::size_t part)>& work) {
  const std::size_t count =
      is_inside_parts() ? 1 : std::min(parts, static_cast<std::size_t>(threads));
  if (count <= 1) {
    for (std::size_t part = 0; part < parts; ++part) work(part);
    return;
  }
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto take_parts = [&]() noexcept {
    const InsideParts inside;
    try {
      for (std::size_t part = next++; part < parts; part = next++) work(part);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!failure) failure = std::current_exception();
      next = parts;
    }
  };
  {
    std::vector<std::jthread> helpers;
    try {
      while (helpers.size() + 1 < count) helpers.emplace_back(take_parts);
    } catch (const std::system_error&) {
      // The machine gives no more threads: those that there are do it all.
    }
    take_parts();
  }
  if (failure) std::rethrow_exception(failure);
}

std::int64_t threads_for(double values, std::int64_t threads) {
  if (threads == 1 || values < 2 * kValuesPerThread || is_inside_parts()) return 1;
  return std::min(threads, static_cast<std::int64_t>(values / kValuesPerThread));
}

void add_moments_in_tree(const DesignMatrix& matrix, std::int64_t threads, Rows rows,
                         std::span<const double> center, std::span<double> sums,
                         std::span<double> squares) {
  const SharedRows shared(matrix, rows);
  const std::size_t columns = center.size();
  const bool is_one = shared.is_one_chunk();
  const auto add_chunk = [&](std::size_t first, std::size_t count, std::span<double> both) {
    if (is_one) {
      std::copy_n(sums.begin(), columns, both.begin());
      std::copy_n(squares.begin(), columns, both.begin() + static_cast<std::ptrdiff_t>(columns));
    }
    matrix.add_moments(Rows(shared.rows_here()).subspan(first, count), center, both.first(columns),
                       both.subspan(columns));
  };
  const double values = static_cast<double>(rows.size()) * matrix.values_per_row();
  const std::vector<double> total =
      shared.sum(2 * columns, add_chunk, {},
                 [&](std::size_t count, const std::function<void(std::size_t)>& work) {
                   run_parts(count, threads_for(values, threads), work);
                 });
  for (std::size_t j = 0; j < columns; ++j) {
    sums[j] = is_one ? total[j] : sums[j] + total[j];
    squares[j] = is_one ? total[columns + j] : squares[j] + total[columns + j];
  }
}

}  // namespace graphsparse
