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

void* count_allocation(void* memory) noexcept {
  if (tally.on && memory != nullptr) {
    ++tally.allocations;
    tally.live_bytes += static_cast<std::int64_t>(malloc_usable_size(memory));
  }
  return memory;
}

void* allocate(std::size_t size) noexcept {
  return count_allocation(std::malloc(size == 0 ? 1 : size));
}

void* allocate(std::size_t size, std::align_val_t alignment) noexcept {
  const auto step = static_cast<std::size_t>(alignment);
  const std::size_t rounded = (size + step - 1) / step * step;
  return count_allocation(std::aligned_alloc(step, rounded == 0 ? step : rounded));
}

void* or_throw(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void release(void* memory) noexcept {
  if (tally.on && memory != nullptr) {
    tally.live_bytes -= static_cast<std::int64_t>(malloc_usable_size(memory));
  }
  std::free(memory);
}

}  // namespace

// All forms, although the default ones call each other: sanitizers bring their own of each, and
// must not meet half of theirs and half of ours.
void* operator new(std::size_t size) { return or_throw(allocate(size)); }
void* operator new[](std::size_t size) { return or_throw(allocate(size)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return or_throw(allocate(size, alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return or_throw(allocate(size, alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace graphsparse::test_support {

AllocationMeter::AllocationMeter() { tally = {.on = true}; }
AllocationMeter::~AllocationMeter() { tally.on = false; }

std::int64_t AllocationMeter::allocations() const { return tally.allocations; }
std::int64_t AllocationMeter::live_bytes() const { return tally.live_bytes; }

}  // namespace graphsparse::test_support
