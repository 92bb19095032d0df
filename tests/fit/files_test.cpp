// From files to what a fit needs.
#include "graphsparse/fit/files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "graphsparse/fit/fit.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::StartsWith;

// A table with four samples, three features, a target and a column of sample groups.
class FitFilesTest : public testing::Test {
 protected:
  FitFilesTest() {
    files_.data = folder_.write("data.csv",
                                "id,a,b,c,y,g\n"
                                "s0,1,2,0,0.5,p\ns1,0,1,1,1.5,q\ns2,2,0,1,2.5,p\ns3,1,1,3,3.5,q\n");
    files_.target = "y";
  }
  static FitSpec spec_of(const std::string& solver) {
    FitSpec spec;
    spec.solver = solver;
    return spec;
  }
  FitData read(const std::string& solver = "iht", const std::string& groups = "g") const {
    return read_fit_files(files_, spec_of(solver), groups);
  }

  TemporaryFolder folder_;
  FitFiles files_;
};

TEST_F(FitFilesTest, areReadAndJoinedByName) {
  files_.graph = folder_.write("graph.tsv", "c\tb\nb\ta\n");
  files_.weights = folder_.write("weights.csv", "id,w\ns3,4\ns2,3\ns1,2\ns0,1\n");
  const FitData all = read();
  EXPECT_THAT(all.data.feature_names, ElementsAre("a", "b", "c"));
  EXPECT_THAT(all.data.target->values, ElementsAre("0.5", "1.5", "2.5", "3.5"));
  EXPECT_THAT(all.data.weights, ElementsAre(1.0, 2.0, 3.0, 4.0));
  EXPECT_THAT(all.sample_groups, ElementsAre(0, 1, 0, 1));
  ASSERT_NE(all.graph.graph, nullptr);
  EXPECT_EQ(all.graph.graph->node_count(), 3);
  EXPECT_EQ(all.graph.graph->degree(1), 2);
  EXPECT_FALSE(all.init.has_value());
  EXPECT_EQ(all.data.target_column, "y");
  EXPECT_EQ(all.data.group_column, "g");
  EXPECT_THAT(all.data.inputs,
              ElementsAre(Pair("data", files_.data), Pair("target", "y"),
                          Pair("graph", files_.graph), Pair("weights", files_.weights)));
}

TEST_F(FitFilesTest, needATarget) {
  files_.target = "";
  EXPECT_THAT(input_error_of([&] { (void)read(); }), StartsWith("a target is needed"));
}

TEST_F(FitFilesTest, ofOneFormatHaveTheirOwnTarget) {
  FitFiles files;
  files.data = folder_.write("data.svm", "1 1:2\n-1 2:3\n");
  const FitData all = read_fit_files(files, spec_of("iht"));
  EXPECT_THAT(all.data.target->values, ElementsAre("1", "-1"));
  EXPECT_THAT(all.sample_groups, IsEmpty());
}

TEST_F(FitFilesTest, takeSampleGroupsFromTheTableOfLabelsOrAFileOfTheirOwn) {
  const std::string labels =
      folder_.write("labels.csv", "id,z,site\ns3,1,n\ns2,2,m\ns1,3,n\ns0,4,m\n");
  files_.target = "";
  files_.drop_columns = "y,g";
  files_.labels = labels + ":z";
  EXPECT_THAT(read("iht", "site").sample_groups, ElementsAre(0, 1, 0, 1));
  files_.labels = folder_.write("plain.csv", "id,z\ns0,1\ns1,2\ns2,3\ns3,4\n");
  EXPECT_THAT(read("iht", labels + ":site").sample_groups, ElementsAre(0, 1, 0, 1));
  EXPECT_THAT(input_error_of([&] { (void)read("iht", "site"); }),
              AllOf(StartsWith("groups of samples: "), HasSubstr("'site'")));
}

TEST_F(FitFilesTest, giveGroupsThatAreDisjointToSolversOfThese) {
  files_.feature_groups = folder_.write("groups.tsv", "a\tP\nc\tQ\nz\tQ\n");
  const Dataset data = read("group-iht").data;
  EXPECT_THAT(data.feature_groups, ElementsAre(0, -1, 1));
  EXPECT_THAT(data.notes, Contains(HasSubstr("1 features in no group, 1 lines without a feature")));
  EXPECT_THAT(data.inputs, Contains(Pair("feature-groups", files_.feature_groups)));
  // Other solvers do not look at them.
  EXPECT_THAT(read("iht").data.feature_groups, IsEmpty());
}

TEST_F(FitFilesTest, giveGroupsThatOverlapToTheGroupLasso) {
  files_.feature_groups = folder_.write("groups.tsv", "a\tP\nb\tP\nb\tQ\nz\tQ\n");
  EXPECT_THAT(input_error_of([&] { (void)read("group-lasso"); }), HasSubstr("names 'z'"));
  files_.ignore_unknown = true;
  const Dataset data = read("group-lasso").data;
  EXPECT_THAT(data.latent_group_names, ElementsAre("P", "Q"));
  EXPECT_THAT(data.latent_groups.members(0), ElementsAre(0, 1));
  EXPECT_THAT(data.notes, Contains(HasSubstr("1 members that are no features")));
  // To the lasso they say which features there are.
  const Dataset single = read("l1-logistic").data;
  EXPECT_THAT(single.latent_group_names, IsEmpty());
  ASSERT_EQ(single.latent_groups.size(), 2U);
  EXPECT_THAT(single.latent_groups.members(0), ElementsAre(0));
  EXPECT_THAT(single.latent_groups.members(1), ElementsAre(1));
}

TEST_F(FitFilesTest, makeGroupsOfTheEdgesOfTheGraph) {
  files_.feature_groups = "edges";
  EXPECT_THAT(input_error_of([&] { (void)read("group-lasso"); }),
              HasSubstr("`feature_groups` edges needs `graph`"));
  files_.graph = folder_.write("graph.tsv", "a\tc\nc\tb\n");
  const LatentGroups groups = read("group-lasso").data.latent_groups;
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_THAT(groups.members(0), ElementsAre(0, 2));
  EXPECT_THAT(groups.members(1), ElementsAre(1, 2));
}

TEST_F(FitFilesTest, giveAStartToSolversThatTakeOne) {
  FitSpec spec = spec_of("iht");
  spec.sparsity = 1;
  const FitData first = read_fit_files(files_, spec, "g");
  files_.init = folder_.file("model.json");
  fit(first.data, spec).model.save(files_.init);
  const FitData again = read_fit_files(files_, spec, "g");
  ASSERT_TRUE(again.init.has_value());
  EXPECT_EQ(again.init->features.size(), 1U);
  EXPECT_EQ(again.init->target, "y");
  EXPECT_FALSE(read("l1-logistic").init.has_value());
}

TEST_F(FitFilesTest, areReadAsTheirOptionsSay) {
  files_.data = folder_.write("dirty.csv", "id,a,a,c,junk,y\ns0,1,3,,x,1\ns1,2,4,5,x,\n");
  files_.duplicates = "mean";
  files_.missing = "drop";
  files_.unlabelled = "drop";
  files_.drop_columns = "junk";
  files_.exclude = "z";
  const Dataset data = read_fit_files(files_, spec_of("iht")).data;
  EXPECT_THAT(data.target->values, ElementsAre("1"));
  EXPECT_EQ(data.design->rows(), 1);
  EXPECT_THAT(data.feature_names, Contains("a"));
  const EdgeOptions edges = files_.edge_options();
  EXPECT_THAT(edges.exclude, ElementsAre("z"));
}

TEST(SplitNames, takesListsWithQuotes) {
  EXPECT_THAT(split_names("", "always"), IsEmpty());
  EXPECT_THAT(split_names("a,b", "always"), ElementsAre("a", "b"));
  EXPECT_THAT(split_names("\"a,b\",c", "always"), ElementsAre("a,b", "c"));
  for (const std::string wrong : {"a,,b", ",", "\"a", "a,"}) {
    EXPECT_THAT(input_error_of([&] { (void)split_names(wrong, "always"); }),
                AllOf(StartsWith("`always` "), HasSubstr("expected names separated by commas")))
        << wrong;
  }
}

}  // namespace
}  // namespace graphsparse
