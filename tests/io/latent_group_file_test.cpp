#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsparse/io/group_file.hpp"
#include "io/small_data_set.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::data_with_names;
using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class LatentGroupFile : public testing::Test {
 protected:
  TemporaryFolder folder_;
  Dataset data_ = data_with_names({"a", "b", "c"});
};

TEST_F(LatentGroupFile, featuresMayBeInSeveralGroups) {
  const NamedGroups read =
      read_latent_groups(folder_.write("g.tsv", "b\tP\na\tP\nb\tQ\nc\tQ\n"), data_);
  EXPECT_THAT(read.names, ElementsAre("P", "Q"));
  ASSERT_EQ(read.groups.size(), 2U);
  EXPECT_THAT(read.groups.members(0), ElementsAre(0, 1));
  EXPECT_THAT(read.groups.members(1), ElementsAre(1, 2));
  EXPECT_EQ(read.describe("g.tsv"), "");
}

TEST_F(LatentGroupFile, columnsOfATableAndGmtSayTheSame) {
  const std::string table = folder_.write("t.tsv", "set\tgene\tnote\nP\ta\tx\nP\tc\tx\nQ\tb\ty\n");
  const std::string gmt = folder_.write("t.gmt", "P\thttp://p\ta\tc\t\nQ\tna\tb\n");
  for (const NamedGroups& read :
       {read_latent_groups(table + ":gene,set", data_), read_latent_groups(gmt, data_)}) {
    EXPECT_THAT(read.names, ElementsAre("P", "Q"));
    EXPECT_THAT(read.groups.members(0), ElementsAre(0, 2));
    EXPECT_THAT(read.groups.members(1), ElementsAre(1));
  }
}

TEST_F(LatentGroupFile, unknownMembersAreRefusedOrCounted) {
  const std::string path = folder_.write("g.tsv", "a\tP\nx\tP\nb\tQ\nz\tR\nx\tQ\na\tP\n");
  EXPECT_THAT(input_error_of([&] { (void)read_latent_groups(path, data_); }),
              AllOf(HasSubstr("g.tsv:2: group 'P' names 'x'"),
                    HasSubstr("2 unknown in all: 'x', "
                              "'z'"),
                    HasSubstr("--ignore-unknown")));
  const NamedGroups read = read_latent_groups(path, data_, true);
  EXPECT_THAT(read.names, ElementsAre("P", "Q"));
  EXPECT_EQ(read.unknown_members, 3);
  EXPECT_EQ(read.empty_groups, 1);
  EXPECT_EQ(read.repeated_members, 1);
  EXPECT_THAT(read.describe("g.tsv"), HasSubstr("3 members that are no features, 1 groups"));
}

TEST_F(LatentGroupFile, saysWhatIsWrong) {
  const auto message = [&](const std::string& spec, bool ignore = false) {
    return input_error_of([&] { (void)read_latent_groups(spec, data_, ignore); });
  };
  EXPECT_THAT(message(folder_.write("none.tsv", "x\tP\ny\tP\n"), true),
              AllOf(HasSubstr("have no feature in common"), Not(HasSubstr("exchanged"))));
  EXPECT_THAT(message(folder_.write("turned.tsv", "P\ta\nP\tb\n")),
              HasSubstr("the columns of the latter seem to be exchanged"));
  EXPECT_THAT(message(folder_.write("one.tsv", "a\nb\n")), HasSubstr("one column; expected two"));
  EXPECT_THAT(message(folder_.write("t.tsv", "set\tgene\tnote\nP\ta\tx\n") + ":genes,set"),
              HasSubstr("no column is called 'genes'"));
  EXPECT_THAT(message(folder_.write("bad.gmt", "P\ta\n")),
              HasSubstr("bad.gmt:1: fewer than three"));
  EXPECT_THAT(message(folder_.file("missing.tsv")), HasSubstr("missing.tsv"));
}

}  // namespace
}  // namespace graphsparse
