// Counter-based random numbers: the same on every machine and for any number of threads.
//
// A stream is named by (seed, purpose, trial, iteration) and needs no other state, so work can be
// cut into pieces in any way and each piece still draws its own numbers. Everything above the
// generator (uniform, normal, shuffle) is ours as well, because the standard library's
// distributions differ from one implementation to the next.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace graphsparse {

// What a stream is for, as a short name such as "noise". Two purposes never share numbers.
class StreamPurpose {
 public:
  // Implicit, so that a stream can be named in one line: RandomStream(seed, "noise").
  constexpr StreamPurpose(std::string_view name) : number_(fingerprint(name)) {}
  constexpr StreamPurpose(const char* name) : StreamPurpose(std::string_view(name)) {}

  constexpr std::uint64_t number() const { return number_; }

 private:
  // FNV-1a in 64 bits.
  static constexpr std::uint64_t fingerprint(std::string_view name) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char letter : name) {
      hash ^= static_cast<unsigned char>(letter);
      hash *= 0x100000001b3ULL;
    }
    return hash;
  }

  std::uint64_t number_;
};

class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed, StreamPurpose purpose, std::uint64_t trial = 0,
                        std::uint64_t iteration = 0);

  // 64 random bits.
  std::uint64_t next();

  // Uniform on [0, 1), a multiple of 2^-53.
  double uniform();

  // Normal with mean 0 and deviation 1.
  double normal();

  // Uniform on 0..bound-1, without bias. Throws InputError for a bound of 0.
  std::uint64_t below(std::uint64_t bound);

  // A uniformly random order.
  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t left = items.size(); left > 1; --left) {
      using std::swap;
      swap(items[left - 1], items[static_cast<std::size_t>(below(left))]);
    }
  }

 private:
  void refill();

  std::array<std::uint64_t, 2> key_;
  std::array<std::uint64_t, 4> counter_;
  std::array<std::uint64_t, 4> block_ = {};
  std::size_t used_ = 4;  // how many words of the block are gone; 4: none is there yet
  std::optional<double> spare_normal_;  // normals are made in pairs
};

}  // namespace graphsparse
