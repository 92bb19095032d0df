#include "pcst/huge_pages.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#endif

namespace graphsparse {

#if defined(__linux__)

void prefer_huge_pages(void* array, std::size_t bytes) {
  // A huge page has 2 MB; at least one whole one must fit.
  constexpr std::size_t kLarge = std::size_t{4} << 20;
  if (bytes < kLarge) return;
  // Only whole pages can be advised on: the array shares its first and its last with others.
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t skipped = (page - reinterpret_cast<std::uintptr_t>(array) % page) % page;
  const std::size_t whole = (bytes - skipped) / page * page;
  // Where it fails nothing is lost but time.
  static_cast<void>(madvise(static_cast<char*>(array) + skipped, whole, MADV_HUGEPAGE));
}

#else

void prefer_huge_pages(void*, std::size_t) {}

#endif

}  // namespace graphsparse
