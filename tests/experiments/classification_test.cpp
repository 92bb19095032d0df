// Tables 2 to 5 on a generated cohort, and the readers of real ones.
#include "experiments/classification.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "graphsparse/core/error.hpp"
#include "graphsparse/graph/components.hpp"
#include "io/mat_writer.hpp"
#include "io/temporary_folder.hpp"
#include "support/shared_data.hpp"

namespace graphsparse::experiments {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(GeneratedCohort, hasAConnectedSignatureInAConnectedNetwork) {
  const Cohort cohort = generate_cohort(3);
  EXPECT_EQ(connected_components(cohort.network).count(), 1);
  Support planted;
  for (std::size_t gene = 0; gene < cohort.symbols.size(); ++gene) {
    if (cohort.symbols[gene].starts_with("PLANTED")) planted.push_back(static_cast<NodeId>(gene));
  }
  EXPECT_EQ(planted.size(), 25U);
  EXPECT_EQ(count_induced_components(cohort.network, planted), 1);
  EXPECT_EQ(cohort.network_expression->rows(), cohort.samples());
}

TEST(Tables, predictAGeneratedCohortBetterThanChance) {
  const TemporaryFolder folder;
  Request request;
  request.trials = 1;
  request.out_folder = folder.path().string();
  request.methods = {"l1-Edge", "GraphRidge"};
  Watcher watcher;
  const std::optional<Report> table2 = run_table2(request, watcher);
  ASSERT_TRUE(table2.has_value());
  EXPECT_THAT(table2->csv, HasSubstr("repeat,method,mean,std\n00,l1-Edge,"));
  EXPECT_THAT(table2->markdown, HasSubstr("| repeat | l1-Edge | GraphRidge |"));
  const std::optional<Classification> results = classify(request, watcher);
  ASSERT_TRUE(results.has_value());
  for (const MethodScores& method : results->methods) {
    double auc = 0.0;
    for (const FoldScore& score : method.repeats.front()) auc += score.auc / 5.0;
    EXPECT_GT(auc, 0.6) << method.method;
  }
  // The graph method's genes are one connected part of the network.
  for (const FoldScore& score : results->methods.back().repeats.front()) {
    Support genes(score.genes.begin(), score.genes.end());
    std::sort(genes.begin(), genes.end());
    EXPECT_EQ(count_induced_components(results->cohort.network, genes), 1);
  }
  const std::optional<Report> table5 = run_table5(request, watcher);
  ASSERT_TRUE(table5.has_value());
  EXPECT_THAT(table5->csv, HasSubstr("GraphRidge,PLANTED"));
}

TEST(Tables, ridgesUseAConnectedPartAndAllGenes) {
  const TemporaryFolder folder;
  Request request;
  request.trials = 1;
  request.out_folder = folder.path().string();
  request.methods = {"GraphRidge", "DenseRidge"};
  Watcher watcher;
  const std::optional<Classification> results = classify(request, watcher);
  ASSERT_TRUE(results.has_value());
  for (const FoldScore& score : results->methods[0].repeats.front()) {
    EXPECT_THAT(score.genes.size(), testing::AnyOf(100U, 200U));
  }
  for (const FoldScore& score : results->methods[1].repeats.front()) {
    EXPECT_EQ(score.genes.size(), 1000U);
  }
}

TEST(Tables, refuseAMethodThatIsNotThere) {
  const TemporaryFolder folder;
  Request request;
  request.out_folder = folder.path().string();
  request.methods = {"l1-Edges"};
  Watcher watcher;
  EXPECT_THAT(input_error_of([&] { run_table2(request, watcher); }),
              HasSubstr("there is no method 'l1-Edges'"));
}

TEST(ReadCohort, readsAFolderOfExpressionData) {
  const auto folder = test_support::find_shared("data/expression/veer97");
  if (!folder) GTEST_SKIP() << test_support::missing_shared_message("data/expression/veer97");
  const Cohort cohort = read_cohort(folder->string());
  EXPECT_EQ(cohort.samples(), 97);
  EXPECT_EQ(cohort.network.node_count(), 3237);
  EXPECT_EQ(cohort.network.edge_count(), 19914);
  EXPECT_EQ(std::count(cohort.labels.begin(), cohort.labels.end(), 1.0), 46);
  EXPECT_EQ(cohort.pathways.size(), 637U);
  EXPECT_EQ(connected_components(cohort.network).count(), 1);
}

// Five genes: 1-2-3 are joined and in pathways, 4 has an edge but no pathway, 5 neither.
void write_authors_files(const TemporaryFolder& folder, const std::string& edges) {
  {
    test_support::MatWriter writer(folder.file("vant.mat"), MAT_FT_MAT5);
    writer.add<double>("X", MAT_C_DOUBLE, MAT_T_DOUBLE, {2, 5}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    writer.add<double>("Y", MAT_C_DOUBLE, MAT_T_DOUBLE, {2, 2}, {7, 7, 1, -1});
  }
  {
    test_support::MatWriter writer(folder.file("entrez.mat"), MAT_FT_MAT5);
    writer.add<double>("entrez", MAT_C_DOUBLE, MAT_T_DOUBLE, {5, 1}, {11, 12, 13, 14, 15});
  }
  folder.write("edge.txt", edges);
  folder.write("pathways.txt", "1 1\n1 2\n2 2\n2 3\n");
}

TEST(ReadCohort, readsTheAuthorsFiles) {
  const TemporaryFolder folder;
  write_authors_files(folder, "1 2\n2 3\n3 4\n1 2\n");
  const Cohort cohort = read_cohort(folder.path().string());
  EXPECT_THAT(cohort.labels, ElementsAre(1.0, -1.0));
  EXPECT_THAT(cohort.genes, ElementsAre("11", "12", "13", "14", "15"));
  EXPECT_THAT(cohort.network_genes, ElementsAre(0, 1, 2));
  EXPECT_EQ(cohort.network.edge_count(), 3);  // the copy is kept, as in the paper's count
  EXPECT_EQ(cohort.pathways.size(), 2U);
  EXPECT_EQ(cohort.edges.size(), 3U);
  std::vector<double> second(2);
  const std::vector<RowIndex> rows = {0, 1};
  const std::vector<NodeId> columns = {1};
  cohort.network_expression->gather(rows, columns, second);
  EXPECT_THAT(second, ElementsAre(3.0, 4.0));
}

TEST(ReadCohort, namesAGeneThatIsNotThere) {
  const TemporaryFolder folder;
  write_authors_files(folder, "1 2\n2 6\n");
  EXPECT_THAT(input_error_of([&] { read_cohort(folder.path().string()); }),
              HasSubstr("edge.txt: there is no gene 6; genes are 1 to 5"));
  write_authors_files(folder, "1 2\nx\n");
  EXPECT_THAT(input_error_of([&] { read_cohort(folder.path().string()); }),
              HasSubstr("edge.txt:2: not two whole numbers"));
}

TEST(ReadCohort, namesWhatIsMissing) {
  const TemporaryFolder folder;
  EXPECT_THAT(input_error_of([&] { read_cohort(folder.path().string()); }),
              HasSubstr("neither vant.mat nor X.npy"));
  folder.write("vant.mat", "");
  EXPECT_THAT(input_error_of([&] { read_cohort(folder.path().string()); }), HasSubstr("vant.mat"));
}

}  // namespace
}  // namespace graphsparse::experiments
