// AnnData files: matrices, tables and networks, and what is wrong with some of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "graphsparse/io/data_file.hpp"
#include "io/data_request.hpp"
#include "io/temporary_folder.hpp"

#ifdef GRAPHSPARSE_HDF5_FILE

#include "graphsparse/io/edge_table.hpp"
#include "io/h5ad_writer.hpp"
#include "io/table_reader.hpp"

namespace graphsparse {
namespace {

using test_support::H5adWriter;
using test_support::input_error_of;
using test_support::rows_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const std::vector<std::vector<double>> kMatrix = {{1, 0, 2}, {0, 0, 3}};

class H5adFiles : public testing::Test {
 protected:
  std::string path() const { return folder_.file("cells.h5ad"); }

  // X is written by the test.
  static void write_tables(H5adWriter& file) {
    file.table("obs", {"c1", "c2"});
    file.table("var", {"A", "B", "C"}, "gene");
  }
  static void write_dense(H5adWriter& file) {
    file.numbers("X", std::vector<float>{1, 0, 2, 0, 0, 3}, {2, 3});
  }
  void write_plain() const {
    H5adWriter file(path());
    write_tables(file);
    write_dense(file);
  }

  Dataset read(DataRequest request = {}) const {
    if (request.data.empty()) request.data = path();
    return read_data(request);
  }
  std::string error_of(const DataRequest& request = {}) const {
    return input_error_of([&] { (void)read(request); });
  }

  TemporaryFolder folder_;
};

TEST_F(H5adFiles, denseMatrixHasTheNamesOfItsTables) {
  write_plain();
  const Dataset data = read();
  EXPECT_EQ(rows_of(*data.design), kMatrix);
  EXPECT_THAT(data.feature_names, ElementsAre("A", "B", "C"));
  EXPECT_THAT(data.sample_names, ElementsAre("c1", "c2"));
}

TEST_F(H5adFiles, sparseMatricesAreReadByRowsAndByColumns) {
  for (const bool by_row : {true, false}) {
    {
      H5adWriter file(path());
      write_tables(file);
      if (by_row) {  // the first row is not in order
        file.matrix("X", "csr_matrix", {2, 3}, {0, 2, 3}, {2, 0, 2}, {2, 1, 3});
      } else {
        file.matrix("X", "csc_matrix", {2, 3}, {0, 1, 1, 3}, {0, 0, 1}, {1, 2, 3});
      }
    }
    EXPECT_EQ(rows_of(*read().design), kMatrix) << by_row;
  }
}

TEST_F(H5adFiles, targetsAreColumnsOfObsOfAnyKind) {
  {
    H5adWriter file(path());
    write_tables(file);
    write_dense(file);
    file.categories("obs/group", {1, 0}, {"case", "control"});
    file.numbers("obs/age", std::vector<double>{40.5, 50});
    file.truths("obs/treated", {1, 0});
    file.texts("obs/site", {"north", "south"});
  }
  const auto values = [&](const std::string& name) {
    return read({.target = name}).target->values;
  };
  EXPECT_THAT(values("group"), ElementsAre("control", "case"));
  EXPECT_THAT(values("age"), ElementsAre("40.5", "50"));
  EXPECT_THAT(values("treated"), ElementsAre("1", "0"));
  EXPECT_THAT(values("site"), ElementsAre("north", "south"));
  EXPECT_THAT(error_of({.target = "grp"}),
              AllOf(StartsWith(path()), HasSubstr("'age', 'group', 'site', 'treated'")));
}

TEST_F(H5adFiles, missingCategoryIsAMissingLabel) {
  {
    H5adWriter file(path());
    write_tables(file);
    write_dense(file);
    file.categories("obs/group", {-1, 0}, {"case"});
  }
  EXPECT_THAT(error_of({.target = "group"}), HasSubstr("--unlabelled drop"));
  const Dataset data = read({.target = "group", .unlabelled = "drop"});
  EXPECT_THAT(data.sample_names, ElementsAre("c2"));
  EXPECT_EQ(rows_of(*data.design), (std::vector<std::vector<double>>{{0, 0, 3}}));
}

TEST_F(H5adFiles, columnsOfObsAreLabelsForOtherData) {
  {
    H5adWriter file(path());
    write_tables(file);
    write_dense(file);
    file.categories("obs/group", {1, 0}, {"case", "control"});
  }
  const std::string table = folder_.write("x.csv", "id,a\nc2,1\nc1,2\n");
  const Dataset data = read({.data = table, .labels = path() + ":group"});
  EXPECT_THAT(data.target->values, ElementsAre("case", "control"));
}

TEST_F(H5adFiles, layersAreChosenByName) {
  {
    H5adWriter file(path());
    write_tables(file);
    write_dense(file);
    file.group("layers", "dict");
    file.matrix("layers/counts", "csr_matrix", {2, 3}, {0, 1, 1}, {1}, {7});
  }
  EXPECT_EQ(rows_of(*read({.data = path() + ":counts"}).design),
            (std::vector<std::vector<double>>{{0, 7, 0}, {0, 0, 0}}));
  EXPECT_THAT(error_of({.data = path() + ":cuonts"}), HasSubstr("the layers are 'counts'"));
}

TEST_F(H5adFiles, networkInVarpIsAGraph) {
  {
    H5adWriter file(path());
    write_tables(file);
    write_dense(file);
    file.group("varp", "dict");
    file.matrix("varp/network", "csr_matrix", {3, 3}, {0, 1, 3, 4}, {1, 0, 2, 1}, {2, 2, 5, 5});
  }
  for (const std::string& spec : {path(), path() + ":network"}) {
    const EdgeTable table = read_edge_table(spec);
    EXPECT_THAT(table.names, ElementsAre("A", "B", "C"));
    EXPECT_THAT(table.edges, ElementsAre(Edge{0, 1, 2.0}, Edge{1, 2, 5.0}));
  }
  EXPECT_THAT(input_error_of([&] { (void)read_edge_table(path() + ":other"); }),
              HasSubstr("there are 'network'"));
}

TEST_F(H5adFiles, featuresAreLeftOutOrMergedOnRequest) {
  {
    H5adWriter file(path());
    file.table("obs", {"c1", "c2"});
    file.table("var", {"A", "B", "A"});
    file.matrix("X", "csr_matrix", {2, 3}, {0, 2, 3}, {0, 2, 2}, {1, 2, 3});
  }
  EXPECT_THAT(error_of(), HasSubstr("--duplicates mean"));
  const Dataset merged = read({.duplicates = "mean"});
  EXPECT_THAT(merged.feature_names, ElementsAre("A", "B"));
  EXPECT_EQ(rows_of(*merged.design), (std::vector<std::vector<double>>{{1.5, 0}, {1.5, 0}}));
  const Dataset rest = read({.drop = {"A"}});
  EXPECT_THAT(rest.feature_names, ElementsAre("B"));
  EXPECT_EQ(rows_of(*rest.design), (std::vector<std::vector<double>>{{0}, {0}}));
}

TEST_F(H5adFiles, missingValuesAreRefusedOrKeptForEachFit) {
  {
    H5adWriter file(path());
    write_tables(file);
    file.matrix("X", "csr_matrix", {2, 3}, {0, 2, 3}, {0, 2, 2}, {NAN, 2, 3});
  }
  EXPECT_THAT(error_of(), HasSubstr("row 0 ('c1'), column 0 ('A') is nan"));
  EXPECT_EQ(read({.missing = "mean"}).missing, "mean");
}

TEST_F(H5adFiles, whatDoesNotFitIsNamed) {
  {
    H5adWriter file(path());
    write_tables(file);
    file.matrix("X", "csr_matrix", {2, 3}, {0, 2, 3}, {0, 9, 2}, {1, 2, 3});
  }
  EXPECT_THAT(error_of(), AllOf(StartsWith(path()), HasSubstr("X: an index is 9")));
  {
    H5adWriter file(path());
    file.table("obs", {"c1", "c2", "c3"});
    file.table("var", {"A", "B", "C"});
    write_dense(file);
  }
  EXPECT_THAT(error_of(), HasSubstr("X is 2 x 3, but obs has 3 rows"));
  {
    H5adWriter file(path());
    write_tables(file);
  }
  EXPECT_THAT(error_of(), HasSubstr("has no X"));
  for (const std::int64_t rows : {std::numeric_limits<std::int64_t>::max(), std::int64_t{-1}}) {
    {
      H5adWriter file(path());
      write_tables(file);
      file.matrix("X", "csr_matrix", {rows, 3}, {0, 2, 3}, {0, 1, 2}, {1, 2, 3});
    }
    EXPECT_THAT(error_of(), AllOf(StartsWith(path()), HasSubstr("x 3 matrix")));
  }
  folder_.write("cells.h5ad", "no HDF5 at all");
  EXPECT_THAT(error_of(), HasSubstr("cannot be opened as HDF5"));
}

TEST_F(H5adFiles, doesNotReadOtherFiles) {
  const std::string other = folder_.file("other.h5ad");
  {
    H5adWriter file(other);
    write_dense(file);
  }
  {
    H5adWriter file(path());
    write_tables(file);
    file.link("X", other, "/X");
  }
  EXPECT_THAT(error_of(), AllOf(StartsWith(path()), HasSubstr("X: is in another file")));
  const std::string plain = folder_.write("plain", std::string(24, 'x'));
  {
    H5adWriter file(path());
    write_tables(file);
    file.numbers_outside("X", plain, {2, 3});
  }
  EXPECT_THAT(error_of(), AllOf(StartsWith(path()), HasSubstr("X: is in another file")));
}

TEST_F(H5adFiles, isReadOrRefusedWhenCutAnywhere) {
  {
    H5adWriter file(path());
    write_tables(file);
    file.matrix("X", "csr_matrix", {2, 3}, {0, 2, 3}, {2, 0, 2}, {2, 1, 3});
    file.categories("obs/group", {1, 0}, {"case", "control"});
  }
  std::ifstream stream(path(), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  for (std::size_t length = 0; length < bytes.size(); length += 61) {
    const std::string cut = folder_.write("cut.h5ad", bytes.substr(0, length));
    const std::string message =
        input_error_of([&] { (void)read({.data = cut, .target = "group"}); });
    EXPECT_THAT(message, StartsWith(cut));
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace graphsparse

#else

namespace graphsparse {
namespace {

TEST(H5adFiles, areRefusedWithWhatIsMissing) {
  const test_support::TemporaryFolder folder;
  const std::string path = folder.write("cells.h5ad", "x");
  EXPECT_THAT(test_support::input_error_of([&] { (void)read_data({.data = path}); }),
              testing::HasSubstr("libhdf5-dev"));
}

}  // namespace
}  // namespace graphsparse

#endif
