// A library for LD_PRELOAD that makes one call of the C library fail, so that tests can see what a
// program does then.
//
//   GRAPHSPARSE_FAULT=KIND:N:EFFECT     the N-th call of this kind, N+ for it and all after it
//   GRAPHSPARSE_FAULT_COUNTS=FILE       where to write, at the end of main(), how many there were
//
// Kinds: allocate, read, write, sync, rename, map, thread, open. Effects: the error EIO, ENOSPC,
// ENOMEM, EAGAIN or EMFILE; `short` (a write takes half of its bytes); `stop` and `kill` (the
// signal comes before the call). Calls are counted from the beginning of main(): what fails before
// has nobody to tell.

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

namespace {

enum class Kind { allocate, read, write, sync, rename, map, thread, open };

constexpr std::array<std::string_view, 8> kKindNames = {"allocate", "read", "write",  "sync",
                                                        "rename",   "map",  "thread", "open"};

struct Effect {
  std::string_view name;
  int error = 0;
  int signal = 0;
  bool is_short = false;
};

constexpr std::array<Effect, 8> kEffects = {{{"EIO", EIO},
                                             {"ENOSPC", ENOSPC},
                                             {"ENOMEM", ENOMEM},
                                             {"EAGAIN", EAGAIN},
                                             {"EMFILE", EMFILE},
                                             {"stop", 0, SIGSTOP},
                                             {"kill", 0, SIGKILL},
                                             {"short", 0, 0, true}}};

std::atomic<bool> is_active = false;
std::array<std::atomic<long>, kKindNames.size()> calls = {};
// No fault as long as they are what they are here.
Kind fault_kind = Kind::allocate;
long fault_first = 0;
bool fault_lasts = false;
Effect fault_effect = {};

[[noreturn]] void refuse(const char* text) {
  std::fprintf(stderr, "fault injection: GRAPHSPARSE_FAULT=%s is not KIND:N:EFFECT\n", text);
  std::abort();
}

template <class Names, class Name>
std::size_t place_of(const Names& names, Name name_of, std::string_view name, const char* text) {
  const auto place = std::find_if(names.begin(), names.end(),
                                  [&](const auto& one) { return name_of(one) == name; });
  if (place == names.end()) refuse(text);
  return static_cast<std::size_t>(place - names.begin());
}

void read_wish() {
  const char* text = std::getenv("GRAPHSPARSE_FAULT");
  if (text == nullptr) return;
  const std::string_view all = text;
  const std::size_t first = all.find(':');
  const std::size_t second = all.rfind(':');
  if (first == second) refuse(text);
  fault_kind = static_cast<Kind>(place_of(
      kKindNames, [](std::string_view name) { return name; }, all.substr(0, first), text));
  fault_effect = kEffects[place_of(
      kEffects, [](const Effect& effect) { return effect.name; }, all.substr(second + 1), text)];
  char* end = nullptr;
  fault_first = std::strtol(text + first + 1, &end, 10);
  fault_lasts = *end == '+';
  if (fault_first < 1) refuse(text);
}

void write_counts() {
  const char* path = std::getenv("GRAPHSPARSE_FAULT_COUNTS");
  if (path == nullptr || *path == '\0') return;
  std::FILE* file = std::fopen(path, "w");
  if (file == nullptr) return;
  for (std::size_t i = 0; i < kKindNames.size(); ++i) {
    std::fprintf(file, "%s %ld\n", kKindNames[i].data(), calls[i].load());
  }
  (void)std::fclose(file);
}

// The function that this library stands before.
template <class Function>
Function* next_function(std::atomic<void*>& known, const char* name) {
  void* function = known.load(std::memory_order_relaxed);
  if (function == nullptr) {
    function = dlsym(RTLD_NEXT, name);
    known.store(function, std::memory_order_relaxed);
  }
  return reinterpret_cast<Function*>(function);
}

// Whether this call is to fail; errno says why. Signals are sent from here.
bool fails(Kind kind) {
  if (!is_active.load(std::memory_order_relaxed)) return false;
  const long number = ++calls[static_cast<std::size_t>(kind)];
  if (kind != fault_kind || fault_first == 0) return false;
  if (number < fault_first || (number > fault_first && !fault_lasts)) return false;
  if (fault_effect.signal != 0) {
    (void)std::raise(fault_effect.signal);
    return false;
  }
  errno = fault_effect.error;
  return true;
}

using Main = int(int, char**, char**);
Main* program = nullptr;

int main_under_faults(int count, char** words, char** environment) {
  read_wish();
  is_active = true;
  const int status = program(count, words, environment);
  is_active = false;
  write_counts();
  return status;
}

// While dlsym() looks for malloc() it may ask for memory itself.
alignas(max_align_t) std::array<char, 65536> early_memory;
std::atomic<std::size_t> early_used = 0;
thread_local bool is_looking_up = false;

void* early_allocate(std::size_t size) {
  const std::size_t rounded = (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
  const std::size_t place = early_used.fetch_add(rounded);
  return place + rounded > early_memory.size() ? nullptr : early_memory.data() + place;
}

bool is_early(const void* memory) {
  return memory >= early_memory.data() && memory < early_memory.data() + early_memory.size();
}

template <class Function>
Function* next_allocator(std::atomic<void*>& known, const char* name) {
  is_looking_up = true;
  Function* function = next_function<Function>(known, name);
  is_looking_up = false;
  return function;
}

}  // namespace

// The names and types of what is replaced are those of the C library.
#define FORWARD(name, ...)                      \
  static std::atomic<void*> next_one = nullptr; \
  return next_function<decltype(::name)>(next_one, #name)(__VA_ARGS__)
#define FORWARD_ALLOCATION(name, ...)           \
  static std::atomic<void*> next_one = nullptr; \
  return next_allocator<decltype(::name)>(next_one, #name)(__VA_ARGS__)

// NOLINTBEGIN(readability-identifier-naming, readability-inconsistent-declaration-parameter-name)
extern "C" {

int __libc_start_main(Main* main, int count, char** words, void (*begin)(), void (*end)(),
                      void (*end_of_loader)(), void* stack_end) {
  program = main;
  FORWARD(__libc_start_main, main_under_faults, count, words, begin, end, end_of_loader, stack_end);
}

void* malloc(std::size_t size) {
  if (is_looking_up) return early_allocate(size);
  if (fails(Kind::allocate)) return nullptr;
  FORWARD_ALLOCATION(malloc, size);
}

void* calloc(std::size_t count, std::size_t size) {
  if (is_looking_up) return early_allocate(count * size);
  if (fails(Kind::allocate)) return nullptr;
  FORWARD_ALLOCATION(calloc, count, size);
}

void* realloc(void* memory, std::size_t size) {
  if (fails(Kind::allocate)) return nullptr;
  FORWARD_ALLOCATION(realloc, memory, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  if (fails(Kind::allocate)) return nullptr;
  FORWARD_ALLOCATION(aligned_alloc, alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  if (fails(Kind::allocate)) return errno;
  FORWARD_ALLOCATION(posix_memalign, memory, alignment, size);
}

void free(void* memory) {
  if (is_early(memory)) return;
  FORWARD_ALLOCATION(free, memory);
}

ssize_t read(int file, void* bytes, std::size_t size) {
  if (fails(Kind::read)) return -1;
  FORWARD(read, file, bytes, size);
}

ssize_t pread(int file, void* bytes, std::size_t size, off_t place) {
  if (fails(Kind::read)) return -1;
  FORWARD(pread, file, bytes, size, place);
}

std::size_t fread(void* bytes, std::size_t size, std::size_t count, std::FILE* file) {
  if (fails(Kind::read)) {
    file->_flags |= 0x20;  // what ferror() looks at
    return 0;
  }
  FORWARD(fread, bytes, size, count, file);
}

ssize_t write(int file, const void* bytes, std::size_t size) {
  // Messages get through: they are what tests look at.
  if (file != STDERR_FILENO && fails(Kind::write)) {
    if (!fault_effect.is_short) return -1;
    size = (size + 1) / 2;
  }
  FORWARD(write, file, bytes, size);
}

ssize_t pwrite(int file, const void* bytes, std::size_t size, off_t place) {
  if (fails(Kind::write)) {
    if (!fault_effect.is_short) return -1;
    size = (size + 1) / 2;
  }
  FORWARD(pwrite, file, bytes, size, place);
}

std::size_t fwrite(const void* bytes, std::size_t size, std::size_t count, std::FILE* file) {
  if (fails(Kind::write) && !fault_effect.is_short) return 0;
  FORWARD(fwrite, bytes, size, count, file);
}

int fflush(std::FILE* file) {
  if (fails(Kind::write) && !fault_effect.is_short) return EOF;
  FORWARD(fflush, file);
}

int fclose(std::FILE* file) {
  const bool is_to_fail = fails(Kind::write) && !fault_effect.is_short;
  const int error = errno;
  static std::atomic<void*> next_one = nullptr;
  const int result = next_function<decltype(::fclose)>(
      next_one, "fclose")(file);  // whatever it says, the file is closed
  if (!is_to_fail) return result;
  errno = error;
  return EOF;
}

int ftruncate(int file, off_t size) noexcept {
  if (fails(Kind::write) && !fault_effect.is_short) return -1;
  FORWARD(ftruncate, file, size);
}

int fsync(int file) {
  if (fails(Kind::sync)) return -1;
  FORWARD(fsync, file);
}

int fdatasync(int file) {
  if (fails(Kind::sync)) return -1;
  FORWARD(fdatasync, file);
}

int rename(const char* from, const char* to) noexcept {
  if (fails(Kind::rename)) return -1;
  FORWARD(rename, from, to);
}

void* mmap(void* address, std::size_t size, int protection, int flags, int file,
           off_t place) noexcept {
  if (fails(Kind::map)) return MAP_FAILED;
  FORWARD(mmap, address, size, protection, flags, file, place);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) noexcept {
  if (fails(Kind::thread)) return errno;
  FORWARD(pthread_create, thread, attributes, work, argument);
}

std::FILE* fopen(const char* path, const char* mode) {
  if (fails(Kind::open)) return nullptr;
  FORWARD(fopen, path, mode);
}

int open(const char* path, int flags, ...) {
  if (fails(Kind::open)) return -1;
  std::va_list further;
  va_start(further, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(further, mode_t) : 0;
  va_end(further);
  FORWARD(open, path, flags, mode);
}

}  // extern "C"
// NOLINTEND(readability-identifier-naming, readability-inconsistent-declaration-parameter-name)

// The standard library's call malloc() too; but valgrind has its own in their place.

void* operator new(std::size_t size) {
  void* const memory = malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new[](std::size_t size) { return operator new(size); }

void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return malloc(size == 0 ? 1 : size);
}
void* operator new[](std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return malloc(size == 0 ? 1 : size);
}

void operator delete(void* memory) noexcept { free(memory); }
void operator delete[](void* memory) noexcept { free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { free(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { free(memory); }
