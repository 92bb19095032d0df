// What this process holds and has held at most.
#pragma once

#include <cstddef>

namespace graphsparse::bench {

// Bytes handed out by the allocator and not given back; 0 where it cannot be asked.
std::size_t heap_bytes();

// The largest resident size so far, in bytes; 0 where it is not known.
std::size_t peak_resident_bytes();

}  // namespace graphsparse::bench
