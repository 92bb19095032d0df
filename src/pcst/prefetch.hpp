// Asks for a cache line that will be needed soon. Changes nothing but the time it takes.
#pragma once

namespace graphsparse {

inline void prefetch(const void* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
  // g++ takes a function that does nothing but this for one without any effect, and drops the call.
  __asm__ volatile("");
#else
  static_cast<void>(address);
#endif
}

}  // namespace graphsparse
