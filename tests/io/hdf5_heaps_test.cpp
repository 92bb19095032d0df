#include "io/hdf5_heaps.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "io/temporary_folder.hpp"

namespace graphsparse::io {
namespace {

std::string number(std::uint64_t value, std::size_t bytes = 8) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 255U);
  return text;
}

// `claimed` bytes, of which those that are there are padded to steps of eight.
std::string object(std::uint64_t index, std::uint64_t claimed, std::size_t bytes) {
  return number(index, 2) + number(1, 2) + number(0, 4) + number(claimed) +
         std::string((bytes + 7) / 8 * 8, 'x');
}

std::string heap(const std::string& objects, std::int64_t more = 0) {
  const auto size =
      static_cast<std::uint64_t>(16 + static_cast<std::int64_t>(objects.size()) + more);
  return "GCOL" + number(1, 4) + number(size) + objects;
}

std::string reference(std::uint64_t length, std::uint64_t address, std::uint64_t index,
                      std::size_t address_size = 8) {
  return number(length, 4) + number(address, address_size) + number(index, 4);
}

class HeapsOfFile : public testing::Test {
 protected:
  static constexpr std::size_t kBegin = 100;

  // Of a file with one heap.
  bool hold(const std::string& heap, const std::string& references,
            const Hdf5Numbers& numbers = {}) const {
    const std::string before(kBegin + numbers.user_block, 'G');
    return Hdf5Heaps(folder_.write("x.h5ad", before + heap), numbers).hold(references);
  }
  static std::string first(std::uint64_t length) { return reference(length, kBegin, 1); }

  test_support::TemporaryFolder folder_;
};

TEST_F(HeapsOfFile, holdTextsThatEndInsideThem) {
  const std::string objects = object(1, 3, 3) + object(2, 8, 8) + object(3, 0, 0);
  const std::string both = first(3) + reference(8, kBegin, 2);
  EXPECT_TRUE(hold(heap(objects) + "more", both));
  EXPECT_TRUE(hold(heap(objects + object(0, 40, 24)), both));
  // What is left may be too little for another object.
  EXPECT_TRUE(hold(heap(objects + "12345678"), both));
}

TEST_F(HeapsOfFile, areDamagedWhereASizeIsTooLarge) {
  const std::string sound = object(1, 3, 3);
  EXPECT_TRUE(hold(heap(sound), first(3)));
  EXPECT_FALSE(hold(heap(sound + object(2, 9, 8)), first(3)));
  EXPECT_FALSE(hold(heap(sound + object(2, ~std::uint64_t{0}, 8)), first(3)));
  EXPECT_FALSE(hold(heap(object(2, 0x2d00000000000006, 8) + sound), first(3)));
  EXPECT_FALSE(hold(heap(sound + object(0, 41, 24)), first(3)));
  EXPECT_FALSE(hold(heap(sound, 1), first(3)));
  EXPECT_FALSE(hold(heap(sound + sound), first(3)));
}

// HDF5 would look at the same place for ever.
TEST_F(HeapsOfFile, areDamagedWhereFreeSpaceHasNoSize) {
  EXPECT_FALSE(hold(heap(object(1, 3, 3) + object(0, 0, 24)), first(3)));
  EXPECT_FALSE(hold(heap("", -1), first(3)));
}

TEST_F(HeapsOfFile, holdNoTextThatReferencesTellWrong) {
  const std::string sound = heap(object(1, 3, 3) + object(0, 40, 24));
  EXPECT_TRUE(hold(sound, reference(0, 12345, 77)));
  EXPECT_TRUE(hold(sound, reference(3, 0, 77)));
  EXPECT_FALSE(hold(sound, first(2)));
  EXPECT_FALSE(hold(sound, first(4)));
  EXPECT_FALSE(hold(sound, reference(3, kBegin, 2)));
  EXPECT_FALSE(hold(sound, reference(40, kBegin, 0)));  // what is free
  EXPECT_FALSE(hold(sound, reference(3, kBegin + 1, 1)));
  EXPECT_FALSE(hold(sound, reference(3, std::uint64_t{1} << 40U, 1)));
  EXPECT_FALSE(hold(sound, reference(3, ~std::uint64_t{0}, 1)));
  EXPECT_FALSE(hold(sound, first(3) + reference(3, kBegin, 3)));
}

// A damaged file of n bytes could otherwise ask for n heaps of n bytes each.
TEST_F(HeapsOfFile, thatOverlapAreNotAllRead) {
  const std::string inner = heap(object(1, 200, 200));
  std::string outer = heap(object(1, inner.size(), inner.size()));
  const std::size_t begin = outer.size() - inner.size();
  outer.replace(begin, inner.size(), inner);
  const std::string to_inner = reference(200, kBegin + begin, 1);
  const std::string to_outer = reference(inner.size(), kBegin, 1);
  EXPECT_TRUE(hold(outer, to_inner));
  EXPECT_TRUE(hold(outer, to_outer));
  EXPECT_FALSE(hold(outer, to_outer + to_inner));
}

TEST_F(HeapsOfFile, mayHaveOtherSizesAndABlockBeforeThem) {
  Hdf5Numbers numbers;
  numbers.user_block = 512;
  EXPECT_TRUE(hold(heap(object(1, 3, 3)), first(3), numbers));
  EXPECT_FALSE(hold(heap(object(1, 3, 3)), reference(3, kBegin + 512, 1), numbers));
  numbers = {.address_size = 4, .size_size = 4};
  const std::string small = "GCOL" + number(1, 4) + number(40, 4) + number(0, 4) + number(1, 2) +
                            number(1, 2) + number(0, 4) + number(3, 4) + number(0, 4) + "abc     ";
  EXPECT_TRUE(hold(small, reference(3, kBegin, 1, 4), numbers));
  EXPECT_FALSE(hold(small, reference(4, kBegin, 1, 4), numbers));
  numbers.size_size = 16;
  EXPECT_FALSE(hold(small, reference(3, kBegin, 1, 4), numbers));
}

}  // namespace
}  // namespace graphsparse::io
