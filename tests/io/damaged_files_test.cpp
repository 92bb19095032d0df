// Whatever happens to a file, a reader reads it or says what is wrong; it never crashes. Most
// telling under the sanitizers.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "graphsparse/io/edge_table.hpp"
#include "graphsparse/io/npy.hpp"
#include "graphsparse/io/vector_file.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::TemporaryFolder;

struct Sample {
  const char* name;  // for the test, and with the extension for the file
  const char* extension;
  std::string bytes;
  bool is_vector;
  const char* columns = "";
  // Formats that announce their size must notice every cut that loses more than a line end.
  bool notices_every_cut = false;
};

std::string sample_npy() {
  const TemporaryFolder folder;
  const std::string path = folder.file("x.npy");
  write_npy(path, std::vector<double>{1, -2.5, 3e10, 4});
  std::string bytes(128 + 32, '\0');
  std::ifstream(path, std::ios::binary)
      .read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

std::vector<Sample> samples() {
  return {
      {"Tabs", ".tsv", "# graph\nu\tv\tcost\na\tb\t1.5\r\nNaN\t\xc3\xa9\t2e-3\nb\tNaN\t7\n", false},
      {"Commas", ".csv", "\"a,b\",\"q\"\"q\",1\nc,\"a,b\",2.5\n d , c , 3\n", false},
      {"Blanks", ".txt", "0 1 2.5\n1\t2 3\n 2 0 1\n", false},
      {"Columns", ".tsv", "x\tu\ty\tv\tw\n1\ta\t2\tb\t3\n1\tb\t2\tc\t4\n", false, ":u,v,w"},
      {"Sif", ".sif", "a pp b c\nlone\nc pd d\n", false},
      {"Graphml", ".graphml",
       "<?xml version=\"1.0\"?>\n<!-- x --><graphml><key id=\"k\" for=\"edge\" attr.name=\"cost\">"
       "<default>2</default></key><graph><node id=\"a\"/><node id=\"b&lt;\"/>\n"
       "<edge source=\"a\" target=\"b&lt;\"><data key=\"k\">1.5</data></edge></graph></graphml>\n",
       false, "", true},
      {"MatrixMarket", ".mtx",
       "%%MatrixMarket matrix coordinate pattern symmetric\n% x\n9 9 3\n2 1\n3 1\n3 2\n", false, "",
       true},
      {"Vector", ".tsv", "name\tvalue\na\t1\nb\t-2.5e3\n\xc3\xa9\t0\n", true},
      {"VectorWithCommas", ".csv", "\"a,b\",1\n\"c\"\"\",2\n", true},
      {"Npy", ".npy", sample_npy(), true, "", true},
  };
}

class DamagedFile : public testing::TestWithParam<Sample> {
 protected:
  // Whether the bytes can be read; any exception but InputError fails the test.
  bool is_readable(const std::string& bytes) {
    const std::string path = folder_.write(std::string("x") + GetParam().extension, bytes);
    try {
      if (GetParam().is_vector) {
        read_vector(path);
      } else {
        read_edge_table(path + GetParam().columns);
      }
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
