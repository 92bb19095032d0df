// Archives of arrays, sparse matrices in them, and arrays of labels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

#include "graphsparse/io/data_file.hpp"
#include "graphsparse/io/edge_table.hpp"
#include "graphsparse/io/vector_file.hpp"
#include "io/data_request.hpp"
#include "io/temporary_folder.hpp"
#include "io/zip_bytes.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::npy_bytes;
using test_support::rows_of;
using test_support::TemporaryFolder;
using test_support::ZipBytes;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const std::vector<std::vector<double>> kMatrix = {{1, 0, 2}, {0, 0, 3}};

class NpzFiles : public testing::Test {
 protected:
  std::string write(const std::string& bytes) const { return folder_.write("x.npz", bytes); }

  static ZipBytes& add_sparse(ZipBytes& zip, const std::string& format, std::string_view shape,
                              const std::vector<std::int64_t>& sides,
                              const std::vector<std::int32_t>& offsets,
                              const std::vector<std::int32_t>& indices,
                              const std::vector<double>& values) {
    const auto vector = [](std::size_t size) { return "(" + std::to_string(size) + ",)"; };
    const std::vector<char> word(format.begin(), format.end());
    return zip.add("indices.npy", npy_bytes("<i4", vector(indices.size()), indices))
        .add("indptr.npy", npy_bytes("<i4", vector(offsets.size()), offsets))
        .add("format.npy", npy_bytes("|S3", "()", word))
        .add("shape.npy", npy_bytes("<i8", shape, sides))
        .add("data.npy", npy_bytes("<f8", vector(values.size()), values));
  }

  std::string error_of(const DataRequest& request) const {
    return input_error_of([&] { (void)read_data(request); });
  }

  TemporaryFolder folder_;
};

TEST_F(NpzFiles, singleArrayNeedsNoName) {
  for (const bool is_deflated : {false, true}) {
    const std::string path = write(
        ZipBytes(is_deflated)
            .add("arr_0.npy", npy_bytes("<f4", "(2, 3)", std::vector<float>{1, 0, 2, 0, 0, 3}))
            .finish());
    EXPECT_EQ(rows_of(*read_data({.data = path}).design), kMatrix) << is_deflated;
  }
}

TEST_F(NpzFiles, arraysAreChosenByName) {
  const std::string path =
      write(ZipBytes(true)
                .add("x.npy", npy_bytes("<f8", "(2, 1)", std::vector<double>{1, 2}))
                .add("y.npy", npy_bytes("<i8", "(2,)", std::vector<std::int64_t>{5, 6}))
                .finish());
  const Dataset data = read_data({.data = path + ":x", .labels = path + ":y"});
  EXPECT_THAT(data.target->values, ElementsAre("5", "6"));
  EXPECT_THAT(read_vector(path + ":y").values, ElementsAre(5, 6));
  EXPECT_THAT(error_of({.data = path}), HasSubstr("the arrays are 'x', 'y'"));
  EXPECT_THAT(error_of({.data = path + ":z"}), HasSubstr("has no array 'z'"));
}

TEST_F(NpzFiles, sparseMatricesOfSciPyAreRead) {
  ZipBytes rows(true);
  add_sparse(rows, "csr", "(2,)", {2, 3}, {0, 2, 3}, {0, 2, 2}, {1, 2, 3});
  EXPECT_EQ(rows_of(*read_data({.data = write(rows.finish())}).design), kMatrix);
  ZipBytes columns(false);
  add_sparse(columns, "csc", "(2,)", {2, 3}, {0, 1, 1, 3}, {0, 0, 1}, {1, 2, 3});
  EXPECT_EQ(rows_of(*read_data({.data = write(columns.finish())}).design), kMatrix);
  ZipBytes other(false);
  add_sparse(other, "dia", "(2,)", {2, 3}, {0, 1, 1, 3}, {0, 0, 1}, {1, 2, 3});
  EXPECT_THAT(error_of({.data = write(other.finish())}), HasSubstr("x.tocsr()"));
}

TEST_F(NpzFiles, sparseMatrixIsAGraph) {
  ZipBytes zip(true);
  add_sparse(zip, "csr", "(2,)", {3, 3}, {0, 1, 3, 4}, {1, 0, 2, 1}, {2, 2, 5, 5});
  const EdgeTable table = read_edge_table(write(zip.finish()));
  EXPECT_EQ(table.node_count(), 3);
  EXPECT_THAT(table.edges, ElementsAre(Edge{0, 1, 2.0}, Edge{1, 2, 5.0}));
}

TEST_F(NpzFiles, whatDoesNotFitIsNamed) {
  ZipBytes zip(false);
  add_sparse(zip, "csr", "(2,)", {2, 3}, {0, 2, 4}, {0, 2, 2}, {1, 2, 3});
  const std::string path = write(zip.finish());
  EXPECT_THAT(error_of({.data = path}), AllOf(StartsWith(path), HasSubstr("indptr")));
  const std::string none = write("no archive");
  EXPECT_THAT(error_of({.data = none}), AllOf(StartsWith(none), HasSubstr("not a ZIP archive")));
}

// It would take gigabytes to count the entries of each row.
TEST_F(NpzFiles, moreRowsThanValuesCanMeanAreRefused) {
  ZipBytes zip(false);
  const std::vector<char> word = {'c', 'o', 'o'};
  zip.add("format.npy", npy_bytes("|S3", "()", word))
      .add("shape.npy", npy_bytes("<i8", "(2,)", std::vector<std::int64_t>{2'000'000'000, 3}))
      .add("row.npy", npy_bytes("<i4", "(1,)", std::vector<std::int32_t>{1'999'999'999}))
      .add("col.npy", npy_bytes("<i4", "(1,)", std::vector<std::int32_t>{0}))
      .add("data.npy", npy_bytes("<f8", "(1,)", std::vector<double>{1.0}));
  const std::string path = write(zip.finish());
  EXPECT_THAT(error_of({.data = path}), AllOf(StartsWith(path), HasSubstr("2000000000 rows")));
}

TEST_F(NpzFiles, isReadOrRefusedWhenDamagedAnywhere) {
  for (const bool is_deflated : {false, true}) {
    ZipBytes zip(is_deflated);
    const std::string bytes =
        add_sparse(zip, "csr", "(2,)", {2, 3}, {0, 2, 3}, {0, 2, 2}, {1, 2, 3}).finish();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const std::string path = write(bytes.substr(0, i));
      EXPECT_THAT(error_of({.data = path}), StartsWith(path));
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ 0x15);
      write(changed);
      try {
        EXPECT_EQ(rows_of(*read_data({.data = path}).design).size(), 2U);
      } catch (const InputError& error) {
        EXPECT_THAT(error.what(), StartsWith(path));
      }
    }
  }
}

TEST_F(NpzFiles, labelsMayBeTruthValuesOrWords) {
  const std::string x =
      folder_.write("x.npy", npy_bytes("<f8", "(2, 1)", std::vector<double>{1, 2}));
  const auto labels_of = [&](const std::string& bytes) {
    return read_data({.data = x, .labels = folder_.write("y.npy", bytes)}).target->values;
  };
  EXPECT_THAT(labels_of(npy_bytes("|b1", "(2,)", std::vector<char>{1, 0})), ElementsAre("1", "0"));
  EXPECT_THAT(labels_of(npy_bytes("<U3", "(2,)",
                                  std::vector<char32_t>{U'a', U'\u00e9', U'\u20ac', U'b', 0, 0})),
              ElementsAre("a\u00e9\u20ac", "b"));
  EXPECT_THAT(labels_of(npy_bytes("|S2", "(2,)", std::vector<char>{'n', 'o', 'y', 0})),
              ElementsAre("no", "y"));
}

TEST_F(NpzFiles, matrixOfTruthValuesHasZerosAndOnes) {
  const std::string x = folder_.write("x.npy", npy_bytes("|b1", "(1, 2)", std::vector<char>{1, 0}));
  EXPECT_EQ(rows_of(*read_data({.data = x}).design), (std::vector<std::vector<double>>{{1, 0}}));
}

TEST_F(NpzFiles, complexNumbersAreRefusedWithoutLosingTheirImaginaryPart) {
  const std::string x =
      folder_.write("x.npy", npy_bytes("<c16", "(1, 1)", std::vector<double>{1, 2}));
  EXPECT_THAT(error_of({.data = x}), HasSubstr("np.hstack([x.real, x.imag])"));
}

}  // namespace
}  // namespace graphsparse
