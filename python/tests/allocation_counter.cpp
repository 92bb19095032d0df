// For LD_PRELOAD: counts the bytes that are allocated, and their peak since the last reset.
#include <dlfcn.h>
#include <malloc.h>

#include <atomic>
#include <cstddef>

namespace {

std::atomic<long long> live = 0;
std::atomic<long long> peak = 0;
std::atomic<long long> base = 0;

void add(void* place) {
  if (place == nullptr) return;
  const auto size = static_cast<long long>(malloc_usable_size(place));
  const long long now = live.fetch_add(size) + size;
  long long before = peak.load();
  while (now > before && !peak.compare_exchange_weak(before, now)) {
  }
}

void remove(void* place) {
  if (place != nullptr) live.fetch_sub(static_cast<long long>(malloc_usable_size(place)));
}

}  // namespace

extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* place, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* place);

void* malloc(std::size_t size) {
  void* place = __libc_malloc(size);
  add(place);
  return place;
}
void* calloc(std::size_t count, std::size_t size) {
  void* place = __libc_calloc(count, size);
  add(place);
  return place;
}
void* realloc(void* place, std::size_t size) {
  remove(place);
  void* moved = __libc_realloc(place, size);
  add(moved == nullptr && size > 0 ? place : moved);
  return moved;
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  void* place = __libc_memalign(alignment, size);
  add(place);
  return place;
}
void* memalign(std::size_t alignment, std::size_t size) { return aligned_alloc(alignment, size); }
int posix_memalign(void** place, std::size_t alignment, std::size_t size) {
  *place = aligned_alloc(alignment, size);
  return *place == nullptr ? 12 : 0;
}
void free(void* place) {
  remove(place);
  __libc_free(place);
}

void allocated_reset() {
  base = live.load();
  peak = live.load();
}
long long allocated_peak() { return peak - base; }
}
