#include "data/kernel_choice.hpp"

#include <atomic>
#include <cstdlib>
#include <string_view>

namespace graphsparse {
namespace {

bool has_wide_registers() {
#if defined(__GNUC__) && defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

bool is_plain_forced() {
  const char* const value = std::getenv("GRAPHSPARSE_PLAIN_KERNELS");  // NOLINT: nobody sets it
  if (value == nullptr) return false;
  const std::string_view text = value;
  return !text.empty() && text != "0";
}

std::atomic<bool>& choice() {
  static std::atomic<bool> is_wide = has_wide_registers() && !is_plain_forced();
  return is_wide;
}

}  // namespace

bool uses_wide_kernels() { return choice().load(std::memory_order_relaxed); }

void choose_wide_kernels(bool wanted) { choice() = wanted && has_wide_registers(); }

}  // namespace graphsparse
