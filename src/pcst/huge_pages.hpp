// Large arrays on large pages. Growth jumps about in them, and with pages of 4 kB nearly every jump
// of a large solve also has to look up where the page is: some 10 % of its time on a million nodes.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>

#include "graphsparse/core/id_vector.hpp"

namespace graphsparse {

// Asks for large pages below an array that has not been written to yet. It is a hint: small arrays
// and systems without such pages are left alone.
void prefer_huge_pages(void* array, std::size_t bytes);

template <class T>
std::unique_ptr<T[]> make_large_array(std::integral auto count) {
  const auto size = static_cast<std::size_t>(count);
  auto array = std::make_unique_for_overwrite<T[]>(size);
  prefer_huge_pages(array.get(), size * sizeof(T));
  return array;
}

// An empty vector with room for so many.
template <class T>
IdVector<T> make_large_vector(std::integral auto capacity) {
  IdVector<T> vector;
  vector.reserve(capacity);
  prefer_huge_pages(vector.data(), static_cast<std::size_t>(capacity) * sizeof(T));
  return vector;
}

template <class T>
IdVector<T> make_large_vector(std::integral auto count, const T& value) {
  IdVector<T> vector = make_large_vector<T>(count);
  vector.resize(count, value);
  return vector;
}

// Asks for a cache line that will be needed soon. Changes nothing but the time it takes.

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
