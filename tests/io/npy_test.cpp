// NumPy's array files.
#include "graphsparse/io/npy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "graphsparse/io/vector_file.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

std::string little_endian(std::size_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
  return bytes;
}

std::string npy(const std::string& dictionary, const std::string& data, int version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  return bytes + little_endian(dictionary.size() + 1, version == 1 ? 2 : 4) + dictionary + "\n" +
         data;
}

std::string dictionary(const std::string& type, const std::string& shape,
                       const std::string& order = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
  std::string bytes(numbers.size() * sizeof(Number), '\0');
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

class Npy : public testing::Test {
 protected:
  std::vector<double> read(const std::string& bytes) {
    return read_npy_vector(folder_.write("x.npy", bytes));
  }
  std::string error(const std::string& bytes) {
    return input_error_of([&] { read(bytes); });
  }
  std::string contents(const std::string& name) {
    std::ifstream stream(folder_.file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  TemporaryFolder folder_;
};

template <class Number>
class NpyOfType : public testing::Test {};

template <class Number>
std::string type_code() {
  const char kind = std::is_floating_point_v<Number> ? 'f' : std::is_signed_v<Number> ? 'i' : 'u';
  return std::string(sizeof(Number) == 1 ? "|" : "<") + kind + std::to_string(sizeof(Number));
}

using NumberTypes =
    testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(NpyOfType, NumberTypes);

TYPED_TEST(NpyOfType, readsItsExtremes) {
  using Limits = std::numeric_limits<TypeParam>;
  const std::vector<TypeParam> numbers = {Limits::lowest(), TypeParam{3}, Limits::max()};
  const TemporaryFolder folder;
  const std::string path =
      folder.write("x.npy", npy(dictionary(type_code<TypeParam>(), "(3,)"), bytes_of(numbers)));
  EXPECT_THAT(read_npy_vector(path),
              ElementsAre(static_cast<double>(numbers[0]), 3.0, static_cast<double>(numbers[2])));
}

TEST_F(Npy, readsAllVersions) {
  for (const int version : {1, 2, 3}) {
    EXPECT_THAT(read(npy(dictionary("<f8", "(2,)"), bytes_of<double>({1.5, -2}), version)),
                ElementsAre(1.5, -2.0))
        << version;
  }
}

TEST_F(Npy, readsMatricesWithOneRowOrColumnInBothOrders) {
  for (const char* shape : {"(3,)", "(3, 1)", "(1, 3)", "(1,3)", "( 3 , 1 )", "(1, 3,)"}) {
    for (const char* order : {"False", "True"}) {
      EXPECT_THAT(read(npy(dictionary("<f8", shape, order), bytes_of<double>({1, 2, 3}))),
                  ElementsAre(1.0, 2.0, 3.0))
          << shape << order;
    }
  }
  EXPECT_THAT(read(npy(dictionary("<f8", "(1, 1)"), bytes_of<double>({4}))), ElementsAre(4.0));
}

TEST_F(Npy, readsKeysInAnyOrderAndEitherQuotes) {
  EXPECT_THAT(
      read(npy(R"({"shape": (1,), 'fortran_order': True, "descr": "<f8"})", bytes_of<double>({9}))),
      ElementsAre(9.0));
}

TEST_F(Npy, rejectsOtherShapesAndTypes) {
  EXPECT_THAT(error(npy(dictionary("<f8", "(2, 2)"), std::string(32, '\0'))),
              HasSubstr("shape (2, 2); expected a vector"));
  EXPECT_THAT(error(npy(dictionary("<f8", "()"), std::string(8, '\0'))), HasSubstr("shape ()"));
  EXPECT_THAT(error(npy(dictionary("<f8", "(1, 2, 1)"), std::string(16, '\0'))),
              HasSubstr("shape (1, 2, 1)"));
  for (const char* type : {">f8", "<f2", "<c16", "|O", "<M8[ns]"}) {
    EXPECT_THAT(error(npy(dictionary(type, "(2,)"), std::string(64, '\0'))), HasSubstr(type));
  }
  EXPECT_THAT(error(npy(dictionary("<U4", "(2,)"), std::string(32, '\0'))),
              HasSubstr("holds text; expected numbers"));
  EXPECT_THAT(error(npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,)}", "")),
              HasSubstr("records"));
}

TEST_F(Npy, rejectsDamagedHeaders) {
  EXPECT_THAT(error("name\tvalue\n"), HasSubstr("not a .npy file"));
  EXPECT_THAT(error("\x93NUMPY"), HasSubstr("not a .npy file"));
  EXPECT_THAT(error(npy(dictionary("<f8", "(1,)"), std::string(8, '\0'), 4)), HasSubstr("version"));
  for (const char* bad :
       {"", "{", "{}", "{'descr': '<f8'}", "{'descr': '<f8', 'fortran_order': 0, 'shape': (1,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'more': 1}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1,)} x",
        "{'descr': '<f8, 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1 2)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)}"}) {
    EXPECT_THAT(error(npy(bad, std::string(8, '\0'))), HasSubstr("x.npy")) << bad;
  }
  EXPECT_THAT(error(npy(dictionary("<f8", "(999999999999999999, 999999999999999999)"), "")),
              HasSubstr("larger than any memory"));
}

TEST_F(Npy, rejectsWrongSizes) {
  const std::string whole = npy(dictionary("<f8", "(3,)"), bytes_of<double>({1, 2, 3}));
  EXPECT_THAT(error(whole.substr(0, whole.size() - 1)),
              HasSubstr("announces 24 bytes of numbers, the file has 23; it is cut off"));
  EXPECT_THAT(error(whole + "x"), HasSubstr("holds something else"));
  EXPECT_THAT(error(whole.substr(0, 40)), HasSubstr("cut off inside its header"));
}

TEST_F(Npy, writesWhatNumpyWrites) {
  const std::vector<double> values = {1.5, -2.0, 1e300};
  write_npy(folder_.file("v.npy"), values);
  const std::string bytes = contents("v.npy");
  EXPECT_EQ(bytes.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
  EXPECT_THAT(bytes, HasSubstr("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }"));
  EXPECT_EQ(bytes.size(), 128U + 24U);
  EXPECT_EQ(bytes[127], '\n');
  EXPECT_EQ(read_npy_vector(folder_.file("v.npy")), values);
}

TEST_F(Npy, writesMatrices) {
  const std::vector<double> values = {1, 2, 3, 4, 5, 6};
  write_npy(folder_.file("m.npy"), values, 2, 3);
  const std::string bytes = contents("m.npy");
  const NpyHeader header = parse_npy_header(bytes, "m.npy");
  EXPECT_THAT(header.shape, ElementsAre(2, 3));
  EXPECT_EQ(header.item_count(), 6);
  EXPECT_EQ(header.data_offset % 64, 0U);
  EXPECT_EQ(bytes.substr(header.data_offset), bytes_of(values));
  EXPECT_THROW(write_npy(folder_.file("m.npy"), values, 2, 2), InputError);
  EXPECT_THROW(write_npy(folder_.file("m.npy"), values, -2, -3), InputError);
}

TEST_F(Npy, becomesAVectorWithoutNames) {
  write_npy(folder_.file("x.NPY"), std::vector<double>{1, 2});
  const NamedVector vector = read_vector(folder_.file("x.NPY"));
  EXPECT_TRUE(vector.names.empty());
  EXPECT_THAT(vector.values, ElementsAre(1.0, 2.0));
  EXPECT_EQ(vector.where(1), folder_.file("x.NPY") + ": entry 1");
}

TEST_F(Npy, isNoVectorWhenEmptyOrNotFinite) {
  const auto read_as_vector = [&](const std::vector<double>& values) {
    write_npy(folder_.file("x.npy"), values);
    return input_error_of([&] { read_vector(folder_.file("x.npy")); });
  };
  EXPECT_THAT(read_as_vector({}), HasSubstr("no values"));
  EXPECT_THAT(read_as_vector({0, std::nan("")}), HasSubstr("x.npy: entry 1 is nan"));
  EXPECT_THAT(read_as_vector({-INFINITY}), HasSubstr("x.npy: entry 0 is -inf"));
}

}  // namespace
}  // namespace graphsparse
