// Whatever happens to a file, a reader reads it or says what is wrong; it never crashes. Most
// telling under the sanitizers.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "graphsparse/io/data_file.hpp"
#include "graphsparse/io/edge_table.hpp"
#include "graphsparse/io/npy.hpp"
#include "graphsparse/io/vector_file.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::TemporaryFolder;

// Reads a file as what it should be.
using Read = void (*)(const std::string& path);

void read_graph(const std::string& path) { read_edge_table(path); }
void read_graph_of_columns(const std::string& path) { read_edge_table(path + ":u,v,w"); }
void read_numbers(const std::string& path) { read_vector(path); }
void read_matrix(const std::string& path) {
  const Dataset data = read_data({.data = path});
  EXPECT_GT(data.design->rows(), 0);
  EXPECT_FALSE(data.design->find_non_finite().has_value());
}

struct Sample {
  const char* name;  // for the test, and with the extension for the file
  const char* extension;
  std::string bytes;
  Read read;
  // Formats that announce their size must notice every cut that loses more than a line end.
  bool notices_every_cut = false;
};

template <class... Shape>
std::string npy_of(const std::vector<double>& values, Shape... shape) {
  const TemporaryFolder folder;
  write_npy(folder.file("x.npy"), values, shape...);
  std::ifstream stream(folder.file("x.npy"), std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<Sample> samples() {
  return {
      {"Tabs", ".tsv", "# graph\nu\tv\tcost\na\tb\t1.5\r\nNaN\t\xc3\xa9\t2e-3\nb\tNaN\t7\n",
       read_graph},
      {"Commas", ".csv", "\"a,b\",\"q\"\"q\",1\nc,\"a,b\",2.5\n d , c , 3\n", read_graph},
      {"Blanks", ".txt", "0 1 2.5\n1\t2 3\n 2 0 1\n", read_graph},
      {"Columns", ".tsv", "x\tu\ty\tv\tw\n1\ta\t2\tb\t3\n1\tb\t2\tc\t4\n", read_graph_of_columns},
      {"Sif", ".sif", "a pp b c\nlone\nc pd d\n", read_graph},
      {"Graphml", ".graphml",
       "<?xml version=\"1.0\"?>\n<!-- x --><graphml><key id=\"k\" for=\"edge\" attr.name=\"cost\">"
       "<default>2</default></key><graph><node id=\"a\"/><node id=\"b&lt;\"/>\n"
       "<edge source=\"a\" target=\"b&lt;\"><data key=\"k\">1.5</data></edge></graph></graphml>\n",
       read_graph, true},
      {"MatrixMarket", ".mtx",
       "%%MatrixMarket matrix coordinate pattern symmetric\n% x\n9 9 3\n2 1\n3 1\n3 2\n",
       read_graph, true},
      {"Vector", ".tsv", "name\tvalue\na\t1\nb\t-2.5e3\n\xc3\xa9\t0\n", read_numbers},
      {"VectorWithCommas", ".csv", "\"a,b\",1\n\"c\"\"\",2\n", read_numbers},
      {"VectorNpy", ".npy", npy_of({1, -2.5, 3e10, 4}), read_numbers, true},
      {"DataCommas", ".csv", "id,\"a,b\",y\ns1,1,2\ns2,\"2.5\",-3e4\ns3,0,1\n", read_matrix},
      {"DataTabs", ".tsv", "# data\na\tb\r\n1\t2\r\n3\t4\r\n", read_matrix},
      {"DataBlanks", ".txt", "a b\ns1 1 2\ns2 3 4\n", read_matrix},
      {"DataCoordinates", ".mtx",
       "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 2 1\n2 3 4\n", read_matrix},
      {"DataArray", ".mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n",
       read_matrix},
      {"DataSvm", ".svm", "+1 1:0.5 3:2\n-1 2:1e3\n", read_matrix},
      {"DataNpy", ".npy", npy_of({1, -2.5, 3e10, 4, 5, 6}, 2, 3), read_matrix},
  };
}

class DamagedFile : public testing::TestWithParam<Sample> {
 protected:
  // Whether the bytes can be read; any exception but InputError fails the test.
  bool is_readable(const std::string& bytes) {
    const std::string path = folder_.write(std::string("x") + GetParam().extension, bytes);
    try {
      GetParam().read(path);
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

TEST_P(DamagedFile, isReadWhileWhole) { EXPECT_TRUE(is_readable(GetParam().bytes)); }

TEST_P(DamagedFile, isReadOrRejectedWhenCutAnywhere) {
  const std::string& bytes = GetParam().bytes;
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const bool readable = is_readable(bytes.substr(0, length));
    const bool lost_only_line_end = length + 1 == bytes.size() && bytes.back() == '\n';
    if (length == 0 || (GetParam().notices_every_cut && !lost_only_line_end)) {
      EXPECT_FALSE(readable) << "cut at " << length;
    }
  }
}

TEST_P(DamagedFile, isReadOrRejectedWithAnyByteReplaced) {
  std::mt19937 random(20190609);
  for (std::size_t i = 0; i < GetParam().bytes.size(); ++i) {
    for (const char value : {'\0', '\n', '\t', '"', '9', static_cast<char>(random() % 256)}) {
      std::string bytes = GetParam().bytes;
      bytes[i] = value;
      is_readable(bytes);
    }
  }
}

TEST_P(DamagedFile, isReadOrRejectedAfterManyChanges) {
  std::mt19937 random(42);
  constexpr int rounds = 500;
  for (int round = 0; round < rounds; ++round) {
    std::string bytes = GetParam().bytes;
    const auto change_count = 1 + random() % 8;
    for (std::uint32_t i = 0; i < change_count && !bytes.empty(); ++i) {
      const std::size_t at = random() % bytes.size();
      switch (random() % 4) {
        case 0:
          bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
          break;
        case 1:
          bytes.erase(at, 1 + random() % 10);
          break;
        case 2:
          bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 20));
          break;
        default:
          bytes[at] = static_cast<char>(random() % 256);
      }
    }
    is_readable(bytes);
  }
}

TEST_P(DamagedFile, isRejectedWhenItIsNoise) {
  std::mt19937 random(1);
  for (const std::size_t size : {1U, 10U, 1000U, 100000U}) {
    std::string bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random() % 256);
    bytes.front() = '\x01';  // one byte alone may well be a name
    EXPECT_FALSE(is_readable(bytes)) << size;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, DamagedFile, testing::ValuesIn(samples()),
                         [](const auto& sample) { return std::string(sample.param.name); });

}  // namespace
}  // namespace graphsparse
