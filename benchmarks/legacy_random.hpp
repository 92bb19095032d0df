// The random numbers of NumPy's RandomState. Its streams are frozen, so instances that were made
// with it, and on which other programs were measured, can be made again bit for bit without NumPy.
// Nothing else should use it: the library's own streams are in graphsparse/core/random.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace graphsparse::bench {

class LegacyRandom {
 public:
  // The standard's generator is seeded by the same recurrence as RandomState's.
  explicit LegacyRandom(std::uint32_t seed) : words_(seed) {}

  // random_sample(): uniform on [0, 1), a multiple of 2^-53.
  double uniform();
  std::vector<double> uniforms(std::size_t count);

  // standard_normal()
  double normal();

  // randint(0, bound): uniform on 0..bound-1; bound is at least 1.
  std::uint32_t below(std::uint32_t bound);

 private:
  std::mt19937 words_;
  std::optional<double> spare_normal_;  // normals are made in pairs
};

}  // namespace graphsparse::bench
