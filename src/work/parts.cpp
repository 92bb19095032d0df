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

}  // namespace graphsparse
