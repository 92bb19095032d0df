// Reading a mapped file that becomes shorter meanwhile, without the signal that ends the process.
#pragma once

#include <cstddef>

namespace graphsparse {

// While this lives, a read of these pages that the system cannot serve (it sends SIGBUS) gets zeros
// instead, and is_broken() says so from then on. A signal for any other memory goes where it went
// before. Reads and this may be in any threads.
class MappingGuard {
 public:
  struct Place;

  MappingGuard(const void* begin, std::size_t size);
  // Before the memory is unmapped.
  ~MappingGuard();
  MappingGuard(const MappingGuard&) = delete;
  MappingGuard& operator=(const MappingGuard&) = delete;

  bool is_broken() const noexcept;

 private:
  Place* place_;
};

}  // namespace graphsparse
