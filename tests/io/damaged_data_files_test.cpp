// Whatever happens to a file of data, it is read or rejected with one line; nothing crashes. Most
// telling under the sanitizers.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "graphsparse/io/data_file.hpp"
#include "graphsparse/io/npy.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::TemporaryFolder;

struct Sample {
  const char* name;
  const char* extension;
  std::string bytes;
};

std::string sample_npy() {
  const TemporaryFolder folder;
  write_npy(folder.file("x.npy"), std::vector<double>{1, -2.5, 3e10, 4, 5, 6}, 2, 3);
  std::ifstream stream(folder.file("x.npy"), std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<Sample> samples() {
  return {
      {"Commas", ".csv", "id,\"a,b\",y\ns1,1,2\ns2,\"2.5\",-3e4\ns3,0,1\n"},
      {"Tabs", ".tsv", "# data\na\tb\r\n1\t2\r\n3\t4\r\n"},
      {"Blanks", ".txt", "a b\ns1 1 2\ns2 3 4\n"},
      {"Coordinates", ".mtx",
       "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 2 1\n2 3 4\n"},
      {"Array", ".mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n"},
      {"Svm", ".svm", "+1 1:0.5 3:2\n-1 2:1e3\n"},
      {"Npy", ".npy", sample_npy()},
  };
}

class DamagedDataFile : public testing::TestWithParam<Sample> {
 protected:
  bool is_readable(const std::string& bytes) {
    const std::string path = folder_.write(std::string("x") + GetParam().extension, bytes);
    try {
      const Dataset data = read_data({.data = path});
      EXPECT_GT(data.design->rows(), 0);
      EXPECT_FALSE(data.design->find_non_finite().has_value());
      return true;
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with(path)) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      return false;
    }
  }

  TemporaryFolder folder_;
};

TEST_P(DamagedDataFile, isReadWhileWhole) { EXPECT_TRUE(is_readable(GetParam().bytes)); }

TEST_P(DamagedDataFile, isReadOrRejectedWhenCutAnywhere) {
  const std::string& bytes = GetParam().bytes;
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const bool readable = is_readable(bytes.substr(0, length));
    EXPECT_FALSE(readable && length == 0);
  }
}

TEST_P(DamagedDataFile, isReadOrRejectedWithAnyByteReplaced) {
  std::mt19937 random(20190609);
  for (std::size_t i = 0; i < GetParam().bytes.size(); ++i) {
    // No further digits: a larger matrix that is announced may well be read, at length.
    for (const char value : {'\0', '\n', '\t', '"', '\xff', static_cast<char>(random() % 48)}) {
      std::string bytes = GetParam().bytes;
      bytes[i] = value;
      is_readable(bytes);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, DamagedDataFile, testing::ValuesIn(samples()),
                         [](const auto& sample) { return std::string(sample.param.name); });

}  // namespace
}  // namespace graphsparse
