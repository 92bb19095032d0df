#include "data/mapping_guard.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>

namespace graphsparse {

// One guarded stretch of memory. The handler walks the list at any time and in any thread: places
// are only ever added to it and used again, never freed.
struct MappingGuard::Place {
  std::atomic<std::uintptr_t> begin = 0;  // 0: free
  std::atomic<std::uintptr_t> end = 0;
  std::atomic<bool> is_broken = false;
  Place* next = nullptr;
};

namespace {

std::atomic<MappingGuard::Place*> first_place = nullptr;
std::uintptr_t page_bytes = 0;
struct sigaction former_action = {};

// Puts pages of zeros where the file has none; only the system call and atomics, which a handler
// may use. The instruction that failed then runs again.
bool repair(std::uintptr_t address) {
  for (auto* place = first_place.load(); place != nullptr; place = place->next) {
    const std::uintptr_t begin = place->begin.load();
    const std::uintptr_t end = place->end.load();
    if (begin == 0 || address < begin || address >= end) continue;
    const std::uintptr_t page = address / page_bytes * page_bytes;
    place->is_broken.store(true);
    const int error_number = errno;
    const bool is_mapped = mmap(reinterpret_cast<void*>(page), end - page,
                                PROT_READ,  // NOLINT(performance-no-int-to-ptr)
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
    errno = error_number;
    return is_mapped;
  }
  return false;
}

void on_bus_error(int number, siginfo_t* info, void* context) {
  // Not one that another process sent.
  if (info->si_code > 0 && repair(reinterpret_cast<std::uintptr_t>(info->si_addr))) return;
  if ((former_action.sa_flags & SA_SIGINFO) != 0) {
    former_action.sa_sigaction(number, info, context);
  } else if (former_action.sa_handler != SIG_DFL && former_action.sa_handler != SIG_IGN) {
    former_action.sa_handler(number);
  } else {
    // It comes again at once and does what it would have done without us.
    (void)sigaction(number, &former_action, nullptr);
    (void)raise(number);
  }
}

void install_handler() {
  page_bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  struct sigaction action = {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(SIGBUS, &action, &former_action);
}

MappingGuard::Place* take_place(std::uintptr_t begin, std::uintptr_t end) {
  static std::mutex mutex;
  static const bool kIsInstalled = (install_handler(), true);
  (void)kIsInstalled;
  const std::scoped_lock lock(mutex);
  MappingGuard::Place* place = first_place.load();
  while (place != nullptr && place->begin.load() != 0) place = place->next;
  const bool is_new = place == nullptr;
  if (is_new) place = new MappingGuard::Place;  // NOLINT(cppcoreguidelines-owning-memory)
  place->is_broken.store(false);
  place->end.store(end);
  place->begin.store(begin);
  if (is_new) {
    place->next = first_place.load();
    first_place.store(place);
  }
  return place;
}

}  // namespace

MappingGuard::MappingGuard(const void* begin, std::size_t size)
    : place_(take_place(reinterpret_cast<std::uintptr_t>(begin),
                        reinterpret_cast<std::uintptr_t>(begin) + size)) {}

MappingGuard::~MappingGuard() { place_->begin.store(0); }

bool MappingGuard::is_broken() const noexcept { return place_->is_broken.load(); }

}  // namespace graphsparse
