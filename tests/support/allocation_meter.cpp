#include "support/allocation_meter.hpp"

#include <malloc.h>

#include <cstdlib>
#include <new>

namespace {

// Of the thread, so that other threads neither disturb a meter nor need a lock.
struct Tally {
  bool on = false;
  std::int64_t allocations = 0;
  std::int64_t live_bytes = 0;
};
thread_local Tally tally;

void* count_allocation(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  if (tally.on) {
    ++tally.allocations;
    tally.live_bytes += static_cast<std::int64_t>(malloc_usable_size(memory));
  }
  return memory;
}

void release(void* memory) noexcept {
  if (tally.on && memory != nullptr) {
    tally.live_bytes -= static_cast<std::int64_t>(malloc_usable_size(memory));
  }
  std::free(memory);
}

void* allocate_aligned(std::size_t size, std::size_t alignment) {
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  return count_allocation(std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded));
}

}  // namespace

// The array and nothrow forms call these by default.
void* operator new(std::size_t size) { return count_allocation(std::malloc(size == 0 ? 1 : size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_aligned(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace graphsparse::test_support {

AllocationMeter::AllocationMeter() { tally = {.on = true}; }
AllocationMeter::~AllocationMeter() { tally.on = false; }

std::int64_t AllocationMeter::allocations() const { return tally.allocations; }
std::int64_t AllocationMeter::live_bytes() const { return tally.live_bytes; }

}  // namespace graphsparse::test_support
