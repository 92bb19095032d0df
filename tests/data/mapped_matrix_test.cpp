// Matrices in files.
#include "graphsparse/data/mapped_matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "data/file_mapping.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::HasSubstr;

// Bytes of this process that are in memory now, pages of files included.
std::int64_t resident_bytes() {
  std::ifstream stream("/proc/self/statm");
  std::int64_t all = 0;
  std::int64_t resident = 0;
  stream >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

TEST(MappedMatrix, rejectsFilesItCannotMap) {
  const TemporaryFolder folder;
  const std::string path = folder.write("x.bin", std::string(32, '\0'));
  EXPECT_NO_THROW(MappedMatrix<float>(path, 8, 2, 3));
  EXPECT_THAT(input_error_of([&] { MappedMatrix<float>(path, 12, 2, 3); }),
              HasSubstr("x.bin: has 32 bytes where 36 are needed"));
  EXPECT_THAT(input_error_of([&] { MappedMatrix<double>(path, 4, 1, 1); }),
              HasSubstr("cannot begin at byte 4"));
  EXPECT_THAT(input_error_of([&] { MappedMatrix<double>(path, 0, RowIndex{1} << 60U, 1 << 30); }),
              HasSubstr("x.bin"));
  EXPECT_THAT(input_error_of([&] { MappedMatrix<double>(folder.file("none"), 0, 1, 1); }),
              HasSubstr("none: cannot be opened"));
}

TEST(MappedMatrix, mayBeEmpty) {
  const TemporaryFolder folder;
  const MappedMatrix<double> matrix(folder.write("x.bin", ""), 0, 0, 5);
  EXPECT_FALSE(matrix.find_non_finite().has_value());
  matrix.multiply({}, {}, {});
}

constexpr RowIndex kRows = 128;
constexpr NodeId kColumns = 1 << 20;
constexpr std::int64_t kSize = std::int64_t{4} * kRows * kColumns;

// The file has a hole instead of data, so it takes no room on the disk.
std::string write_hole(const TemporaryFolder& folder) {
  std::string path = folder.write("x.bin", "");
  std::filesystem::resize_file(path, kSize);
  return path;
}

TEST(MappedMatrix, keepsAFractionOfALargeFileInMemory) {
  constexpr std::int64_t most = std::int64_t{160} << 20U;
  static_assert(kSize >= 3 * most);
  const TemporaryFolder folder;
  const MappedMatrix<float> matrix(write_hole(folder), 0, kRows, kColumns, kSize - 1);
  const std::vector<double> factors(kRows, 1.0);
  std::vector<double> sums(kColumns, 0.0);
  std::vector<NodeId> indices;
  for (NodeId j = 0; j < kColumns; j += 1024) indices.push_back(j);
  const std::vector<double> weights(indices.size(), 1.0);
  std::vector<double> products(kRows);
  std::vector<double> gathered(kRows * indices.size());

  const std::int64_t before = resident_bytes();
  matrix.add_transposed(all_rows(kRows), factors, sums);
  EXPECT_LT(resident_bytes() - before, most);
  matrix.multiply(all_rows(kRows), {indices, weights}, products);
  EXPECT_LT(resident_bytes() - before, most);
  matrix.gather(all_rows(kRows), indices, gathered);
  EXPECT_LT(resident_bytes() - before, most);
  EXPECT_FALSE(matrix.find_non_finite().has_value());
  EXPECT_LT(resident_bytes() - before, most);
}

TEST(MappedMatrix, keepsAFileWithinTheLimitInMemory) {
  const TemporaryFolder folder;
  const MappedMatrix<float> matrix(write_hole(folder), 0, kRows, kColumns, kSize);
  const std::int64_t before = resident_bytes();
  EXPECT_FALSE(matrix.find_non_finite().has_value());
  EXPECT_GT(resident_bytes() - before, kSize / 2);
}

constexpr RowIndex kCutRows = 64;
constexpr NodeId kCutColumns = 4096;

std::string write_ones(const TemporaryFolder& folder) {
  const std::vector<double> ones(static_cast<std::size_t>(kCutRows * kCutColumns), 1.0);
  return folder.write("x.bin",
                      std::string(reinterpret_cast<const char*>(ones.data()), 8 * ones.size()));
}

std::string error_of_reading(const DesignMatrix& matrix) {
  const std::vector<double> factors(kCutRows, 1.0);
  std::vector<double> sums(kCutColumns, 0.0);
  try {
    matrix.add_transposed(all_rows(kCutRows), factors, sums);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

TEST(MappedMatrix, saysThatItsFileWasCutOff) {
  const TemporaryFolder folder;
  // In the middle, within the last page, and to nothing.
  for (const std::int64_t size :
       {std::int64_t{1'000'001}, kCutRows * kCutColumns * 8 - 8, std::int64_t{0}}) {
    const std::string path = write_ones(folder);
    const MappedMatrix<double> matrix(path, 0, kCutRows, kCutColumns);
    EXPECT_EQ(error_of_reading(matrix), "");
    std::filesystem::resize_file(path, static_cast<std::uintmax_t>(size));
    EXPECT_THAT(
        error_of_reading(matrix),
        testing::AllOf(HasSubstr("x.bin: was cut off from 2097152 to " + std::to_string(size)),
                       HasSubstr("run again with the whole file")));
    EXPECT_THROW((void)matrix.find_non_finite(), std::runtime_error);
  }
}

TEST(MappedMatrix, noticesLostPagesAfterTheNameHasGone) {
  const TemporaryFolder folder;
  const std::string path = write_ones(folder);
  const MappedMatrix<double> matrix(path, 0, kCutRows, kCutColumns);
  const std::string other = folder.file("other");
  std::filesystem::rename(path, other);
  EXPECT_EQ(error_of_reading(matrix), "");
  std::filesystem::resize_file(other, 100);
  EXPECT_THAT(error_of_reading(matrix), HasSubstr("x.bin: could not be read any more"));
}

TEST(MappedMatrix, isReadByManyThreadsWhileItsFileIsCutOff) {
  const TemporaryFolder folder;
  for (int round = 0; round < 20; ++round) {
    const std::string path = write_ones(folder);
    const MappedMatrix<double> matrix(path, 0, kCutRows, kCutColumns);
    std::atomic<int> noticed = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        while (error_of_reading(matrix).empty()) {
        }
        ++noticed;
      });
    }
    std::filesystem::resize_file(path, static_cast<std::uintmax_t>(round) * 100'000);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(noticed, 4);
  }
}

TEST(MappedMatrixDeathTest, leavesOtherBusErrorsAlone) {
  const TemporaryFolder folder;
  const MappedMatrix<double> matrix(write_ones(folder), 0, kCutRows, kCutColumns);
  EXPECT_DEATH((void)std::raise(SIGBUS), "");
}

TEST(MappedMatrix, keepsAtMostHalfOfAllMemory) {
  const auto memory = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                      static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  EXPECT_GE(most_bytes_kept(), std::size_t{256} << 20U);
  EXPECT_LE(most_bytes_kept(), std::max(memory / 2, std::size_t{256} << 20U));
}

}  // namespace
}  // namespace graphsparse
