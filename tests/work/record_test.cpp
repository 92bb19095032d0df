#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "graphsparse/core/error.hpp"
#include "graphsparse/work/checkpoint.hpp"

namespace graphsparse {
namespace {

TEST(Record, givesBackWhatWasAddedBitForBit) {
  RecordWriter writer;
  writer.add_count(3);
  writer.add_number(0.1 + 0.2);
  writer.add_number(-0.0);
  writer.add_number(std::numeric_limits<double>::denorm_min());
  writer.add_number(std::numeric_limits<double>::max());
  writer.add_number(-std::numeric_limits<double>::infinity());
  writer.add_number(std::numeric_limits<double>::quiet_NaN());
  writer.add_text("two words: 3\t\n");
  writer.add_text("");
  writer.add_whole(7);
  RecordReader reader(writer.text());
  EXPECT_EQ(reader.take_count(3), 3U);
  EXPECT_EQ(reader.take_number(), 0.1 + 0.2);
  EXPECT_TRUE(std::signbit(reader.take_number()));
  EXPECT_EQ(reader.take_number(), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(reader.take_number(), std::numeric_limits<double>::max());
  EXPECT_EQ(reader.take_number(), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(reader.take_number()));
  EXPECT_EQ(reader.take_text(), "two words: 3\t\n");
  EXPECT_EQ(reader.take_text(), "");
  EXPECT_EQ(reader.take_index(8), 7);
  EXPECT_NO_THROW(reader.expect_end());
}

TEST(Record, refusesWhatIsOutOfRangeOrOfAnotherKind) {
  EXPECT_THROW(RecordReader("4").take_count(3), InputError);
  EXPECT_THROW(RecordReader("-1").take_count(3), InputError);
  EXPECT_THROW(RecordReader("99999999999999999999").take_count(3), InputError);
  EXPECT_THROW(RecordReader("8").take_index(8), InputError);
  EXPECT_THROW(RecordReader("-1").take_index(8), InputError);
  EXPECT_THROW(RecordReader("1.5").take_index(8), InputError);
  EXPECT_THROW(RecordReader("x").take_number(), InputError);
  EXPECT_THROW(RecordReader("1e999").take_number(), InputError);
  EXPECT_THROW(RecordReader("").take_number(), InputError);
  EXPECT_THROW(RecordReader("4:abc").take_text(), InputError);
  EXPECT_THROW(RecordReader("abc").take_text(), InputError);
  EXPECT_THROW(RecordReader("-1:abc").take_text(), InputError);
  EXPECT_THROW(RecordReader("18446744073709551615:abc").take_text(), InputError);
  EXPECT_THROW(RecordReader("1").expect_end(), InputError);
  RecordReader one("1");
  one.take_number();
  EXPECT_THROW(one.take_number(), InputError);
}

}  // namespace
}  // namespace graphsparse
