#include "graphsparse/core/fingerprint.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace graphsparse {
namespace {

// Lets every bit depend on every other.
std::uint64_t finish(std::uint64_t sum, std::uint64_t words) {
  sum ^= words;
  sum = (sum ^ (sum >> 33)) * 0xff51afd7ed558ccdULL;
  sum = (sum ^ (sum >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return sum ^ (sum >> 33);
}

}  // namespace

void Fingerprint::add(std::string_view text) {
  add_word(text.size());
  // Eight letters a word, put together by hand: the same for either order of bytes.
  while (!text.empty()) {
    std::uint64_t word = 0;
    const std::size_t count = std::min<std::size_t>(text.size(), 8);
    for (std::size_t i = 0; i < count; ++i) {
      word |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
    }
    add_word(word);
    text.remove_prefix(count);
  }
}

void Fingerprint::add(const Fingerprint& other) {
  add_word(other.sums_[0]);
  add_word(other.sums_[1]);
  add_word(other.words_);
}

std::string Fingerprint::hex() const {
  return fmt::format("{:016x}{:016x}", finish(sums_[0], words_), finish(sums_[1], ~words_));
}

}  // namespace graphsparse
