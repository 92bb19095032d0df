// A content hash of 128 bits, the same on every machine: two values that differ in anything that
// was added have different fingerprints, short of malice.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graphsparse {

class Fingerprint {
 public:
  // Numbers of any width count alike.
  template <std::integral Integer>
  void add(Integer value) {
    add_word(static_cast<std::uint64_t>(value));
  }
  // By its bits: 0 and -0 differ, and so do two kinds of NaN.
  void add(double value) { add_word(std::bit_cast<std::uint64_t>(value)); }
  // With its length, so that ("ab", "c") differs from ("a", "bc").
  void add(std::string_view text);
  void add(const char* text) { add(std::string_view(text)); }
  void add(const Fingerprint& other);
  template <class Value>
  void add(std::span<const Value> values) {
    add_word(values.size());
    for (const Value& value : values) add(value);
  }
  template <class Value>
  void add(const std::vector<Value>& values) {
    add(std::span<const Value>(values));
  }

  // 32 hexadecimal digits.
  std::string hex() const;

  bool operator==(const Fingerprint&) const = default;

 private:
  // Two mixtures that have no constant and no operation order in common. Each is a bijection of its
  // state for a given word, so that nothing that was added is ever lost.
  void add_word(std::uint64_t word) {
    sums_[0] = (sums_[0] ^ word) * 0x9fb21c651e98df25ULL;
    sums_[0] ^= sums_[0] >> 32;
    sums_[1] = std::rotl(sums_[1] + word * 0xd6e8feb86659fd93ULL, 29) * 0xa0761d6478bd642fULL;
    ++words_;
  }

  std::array<std::uint64_t, 2> sums_ = {0x243f6a8885a308d3ULL, 0x13198a2e03707344ULL};
  std::uint64_t words_ = 0;
};

// Of several things in a row.
template <class... Parts>
Fingerprint fingerprint_of_all(const Parts&... parts) {
  Fingerprint fingerprint;
  (fingerprint.add(parts), ...);
  return fingerprint;
}

}  // namespace graphsparse
