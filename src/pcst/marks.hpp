// A set of small numbers as bits: marks, tests, and hands out its members in ascending order, which
// is how results are sorted without comparing anything.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace graphsparse {

class Marks {
 public:
  explicit Marks(std::size_t size) : words_((size + 63) / 64, 0) {}

  void set(std::int32_t member) { words_[word(member)] |= bit(member); }
  bool test(std::int32_t member) const { return (words_[word(member)] & bit(member)) != 0; }

  // Appends the members in ascending order and forgets them.
  void drain_into(std::vector<std::int32_t>& sorted) {
    for (std::size_t at = 0; at < words_.size(); ++at) {
      std::uint64_t rest = words_[at];
      if (rest == 0) continue;
      words_[at] = 0;
      for (; rest != 0; rest &= rest - 1) {
        sorted.push_back(static_cast<std::int32_t>(64 * at) + std::countr_zero(rest));
      }
    }
  }

  std::size_t memory_bytes() const { return words_.capacity() * sizeof(words_[0]); }

 private:
  static std::size_t word(std::int32_t member) { return static_cast<std::size_t>(member) / 64; }
  static std::uint64_t bit(std::int32_t member) {
    return std::uint64_t{1} << (static_cast<std::uint32_t>(member) % 64);
  }

  std::vector<std::uint64_t> words_;
};

}  // namespace graphsparse
