#include "memory_use.hpp"

#include <cstdlib>  // defines __GLIBC__
#include <fstream>
#include <string>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace graphsparse::bench {

std::size_t heap_bytes() {
#if defined(__GLIBC__)
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

// getrusage would also count what the parent held before it started this program.
std::size_t peak_resident_bytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  std::size_t kilobytes = 0;
  while (status >> word && word != "VmHWM:") continue;
  status >> kilobytes;
  return kilobytes * 1024;
}

}  // namespace graphsparse::bench
