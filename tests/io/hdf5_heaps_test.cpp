#include "io/hdf5_heaps.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "io/temporary_folder.hpp"

namespace graphsparse::io {
namespace {

std::string number(std::uint64_t value, int bytes = 8) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 255U);
  return text;
}

std::string head(char size_of_sizes = 8) {
  return std::string("\x89HDF\r\n\x1a\n\0\0\0\0\0\x08", 14) + size_of_sizes;
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

class Hdf5Heaps : public testing::Test {
 protected:
  bool is_sound(const std::string& bytes) const {
    return are_heaps_sound(folder_.write("x.h5ad", bytes));
  }
  test_support::TemporaryFolder folder_;
};

TEST_F(Hdf5Heaps, areSoundWhereObjectsEndInsideThem) {
  EXPECT_TRUE(is_sound(head()));
  const std::string objects = object(1, 3, 3) + object(2, 8, 8) + object(3, 0, 0);
  EXPECT_TRUE(is_sound(head() + heap(objects) + "more"));
  EXPECT_TRUE(is_sound(head() + heap(objects + object(0, 40, 24))));
  // What is left may be too little for another object.
  EXPECT_TRUE(is_sound(head() + heap(objects + "12345678")));
}

TEST_F(Hdf5Heaps, areDamagedWhereASizeIsTooLarge) {
  const std::string sound = object(1, 3, 3);
  EXPECT_FALSE(is_sound(head() + heap(sound + object(2, 9, 8))));
  EXPECT_FALSE(is_sound(head() + heap(sound + object(2, ~std::uint64_t{0}, 8))));
  EXPECT_FALSE(is_sound(head() + heap(object(2, 0x2d00000000000006, 8) + sound)));
  EXPECT_FALSE(is_sound(head() + heap(sound + object(0, 41, 24))));
  EXPECT_FALSE(is_sound(head() + heap(sound, 1)));
}

// HDF5 would look at the same place for ever.
TEST_F(Hdf5Heaps, areDamagedWhereFreeSpaceHasNoSize) {
  EXPECT_FALSE(is_sound(head() + heap(object(0, 0, 24))));
  EXPECT_FALSE(is_sound(head() + heap("", -1)));
}

TEST_F(Hdf5Heaps, areFoundWhereverTheyBegin) {
  constexpr std::size_t block = std::size_t{1} << 20U;
  for (const std::size_t begin : {block - 20, block - 8, block - 1, block, 2 * block - 3}) {
    const std::string before = head() + std::string(begin - head().size(), 'G');
    EXPECT_TRUE(is_sound(before + heap(object(1, 3, 3)))) << begin;
    EXPECT_FALSE(is_sound(before + heap(object(1, 9, 8)))) << begin;
    EXPECT_FALSE(is_sound(before + "GCOL" + number(1, 4) + "1234")) << begin;
  }
}

TEST_F(Hdf5Heaps, areNotLookedForInTheirTexts) {
  const std::string text = "GCOL" + number(1, 4) + number(1) + "end of it";
  std::string object_with_it = object(1, text.size(), text.size());
  object_with_it.replace(16, text.size(), text);
  EXPECT_TRUE(is_sound(head() + heap(object_with_it)));
  EXPECT_FALSE(is_sound(head() + text));
}

TEST_F(Hdf5Heaps, ofFilesWithOtherSizesAreNotLookedAt) {
  EXPECT_TRUE(is_sound(head(4) + heap(object(1, 9, 8))));
  // Later versions have it elsewhere.
  std::string late = head();
  late[8] = 3;
  late[10] = 8;
  EXPECT_FALSE(is_sound(late + heap(object(1, 9, 8))));
  late[10] = 4;
  EXPECT_TRUE(is_sound(late + heap(object(1, 9, 8))));
}

}  // namespace
}  // namespace graphsparse::io
