// Counts what operator new hands out to the current thread while a meter is alive. Linking this
// file replaces operator new for the whole test program.
#pragma once

#include <cstdint>

namespace graphsparse::test_support {

class AllocationMeter {
 public:
  AllocationMeter();
  ~AllocationMeter();
  AllocationMeter(const AllocationMeter&) = delete;
  AllocationMeter& operator=(const AllocationMeter&) = delete;

  std::int64_t allocations() const;  // since construction
  std::int64_t live_bytes() const;   // allocated minus freed since construction
};

}  // namespace graphsparse::test_support
