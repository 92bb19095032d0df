#include "graphsparse/io/idx.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "graphsparse/core/error.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Two images of 1 x 3.
const std::string kImages("\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x03\x01\x02\x03\x04\x05\xff", 22);

std::string problem_of(const std::string& bytes) {
  const test_support::TemporaryFolder folder;
  const std::string path = folder.write("images", bytes);
  try {
    read_idx(path);
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(path));
    return error.what();
  }
  return "";
}

TEST(Idx, hasSizesAndBytes) {
  const test_support::TemporaryFolder folder;
  const IdxBytes images = read_idx(folder.write("images", kImages));
  EXPECT_THAT(images.sizes, ElementsAre(2, 1, 3));
  EXPECT_THAT(images.values, ElementsAre(1, 2, 3, 4, 5, 255));
}

TEST(Idx, refusesOtherAndDamagedFiles) {
  EXPECT_THAT(problem_of("id,a,b\n"), HasSubstr("no"));
  EXPECT_THAT(problem_of(kImages.substr(0, 9)), HasSubstr("cut off"));
  EXPECT_THAT(problem_of(kImages.substr(0, 20)), HasSubstr("has 4 values where its header says 6"));
  EXPECT_THAT(problem_of(kImages + "more"), HasSubstr("has 10 values"));
  std::string large = kImages;
  for (std::size_t k = 4; k < 16; ++k) large[k] = '\x7f';
  EXPECT_THAT(problem_of(large), HasSubstr("too large"));
}

}  // namespace
}  // namespace graphsparse
