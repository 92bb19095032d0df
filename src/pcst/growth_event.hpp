// An event of growth as one number, so that comparing two events is comparing two integers.
#pragma once

#include <bit>
#include <cstdint>

namespace graphsparse {

class GrowthEvent {
 public:
  // At the same time deactivations come first, then edges between two growing clusters, then edges
  // towards inactive ones; among each the smaller rank, then the smaller number.
  enum class Kind : std::uint32_t { deactivation = 0, growing_edge = 1, other_edge = 2 };

  GrowthEvent() = default;
  static GrowthEvent before_all() { return {0.0, Kind::deactivation, 0, 0}; }
  // `time` is not negative, so its bits are ordered like its value; adding 0 makes -0 a 0.
  GrowthEvent(double time, Kind kind, std::uint32_t rank, std::uint32_t number)
      : low_(number),
        high_(static_cast<std::uint32_t>(kind) << kRankBits | rank),
        time_bits_(std::bit_cast<std::uint64_t>(time + 0.0)) {}

  double time() const { return std::bit_cast<double>(time_bits_); }
  Kind kind() const { return static_cast<Kind>(high_ >> kRankBits); }
  std::uint32_t rank() const { return high_ & ((std::uint32_t{1} << kRankBits) - 1); }
  std::uint32_t number() const { return low_; }

  bool operator<(const GrowthEvent& other) const {
    if (time_bits_ != other.time_bits_) return time_bits_ < other.time_bits_;
    return rest() < other.rest();
  }

  // The place of the highest bit in which two events differ, counted from 1; 0 if they are equal.
  static int highest_difference(const GrowthEvent& a, const GrowthEvent& b) {
    const std::uint64_t time_difference = a.time_bits_ ^ b.time_bits_;
    if (time_difference != 0) return 128 - std::countl_zero(time_difference);
    return 64 - std::countl_zero(a.rest() ^ b.rest());
  }
  static constexpr int kBits = 128;

  // The event with all bits below `place` set: the last one in this event's group of that size.
  GrowthEvent last_with_same_bits_above(int place) const {
    GrowthEvent last = *this;
    const auto ones = [](int count) {
      return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    };
    const std::uint64_t low = rest() | ones(place < 64 ? place : 64);
    last.low_ = static_cast<std::uint32_t>(low);
    last.high_ = static_cast<std::uint32_t>(low >> 32);
    if (place > 64) last.time_bits_ |= ones(place - 64);
    return last;
  }

 private:
  static constexpr std::uint32_t kRankBits = 30;

  std::uint64_t rest() const { return std::uint64_t{high_} << 32 | low_; }

  // In this order the compiler reads the last two fields as one number.
  std::uint32_t low_;
  std::uint32_t high_;
  std::uint64_t time_bits_;
};

}  // namespace graphsparse
