// Every seed and every input that once broke something, on every machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/target.hpp"

namespace graphsparse {
namespace {

namespace fs = std::filesystem;

const fs::path kCorpus = fs::path(GRAPHSPARSE_SOURCE_DIR) / "tests" / "fuzz" / "corpus";

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const auto table : {fuzz::reader_targets(), fuzz::algorithm_targets()}) {
    for (const fuzz::Target& target : table) names.emplace_back(target.name);
  }
  return names;
}

std::vector<fs::path> inputs_of(const std::string& target) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(kCorpus / target)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

class FuzzCorpus : public testing::TestWithParam<std::string> {};

TEST_P(FuzzCorpus, breaksNoPromise) {
  const fuzz::Target* const target = fuzz::find_target(GetParam());
  ASSERT_NE(target, nullptr);
  const std::vector<fs::path> files = inputs_of(GetParam());
  ASSERT_FALSE(files.empty()) << "a target needs at least one seed in " << kCorpus / GetParam();
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.string());
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_LE(bytes.size(), target->longest);
    EXPECT_NO_THROW(fuzz::run_target(*target, bytes));
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, FuzzCorpus, testing::ValuesIn(target_names()),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(FuzzCorpus, hasNoFolderWithoutATarget) {
  for (const auto& entry : fs::directory_iterator(kCorpus)) {
    EXPECT_NE(fuzz::find_target(entry.path().filename().string()), nullptr) << entry.path();
  }
}

// A target that accepted everything would find nothing.
TEST(FuzzTarget, throwsWhereAPromiseIsBroken) {
  EXPECT_THROW(fuzz::require(false, "broken"), fuzz::Broken);
  const fuzz::Target silent{"silent", ".txt",
                            [](const std::string&) { throw std::runtime_error("other"); }};
  EXPECT_THROW(fuzz::run_target(silent, "x"), std::runtime_error);
}

}  // namespace
}  // namespace graphsparse
