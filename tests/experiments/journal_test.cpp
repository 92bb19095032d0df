#include "experiments/journal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "graphsparse/core/error.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse::experiments {
namespace {

using ::testing::HasSubstr;
using ::testing::IsNull;
using ::testing::NotNull;
using ::testing::Pointee;
using ::testing::ThrowsMessage;

using test_support::TemporaryFolder;

const TaskResult kTwoMethods = {{"IHT", {1.5, 0.1 + 0.2}}, {"GraphIHT", {}}};

std::string read(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

TEST(Journal, givesBackWhatWasAddedBitForBit) {
  const TemporaryFolder folder;
  const std::string path = folder.file("j.csv");
  Journal(path, "seed 1").add("m=5 trial=0", kTwoMethods);
  const Journal again(path, "seed 1");
  EXPECT_THAT(again.find("m=5 trial=0"), Pointee(kTwoMethods));
  EXPECT_THAT(again.find("m=5 trial=1"), IsNull());
}

TEST(Journal, dropsATaskThatWasCutShort) {
  const TemporaryFolder folder;
  const std::string path = folder.file("j.csv");
  {
    Journal journal(path, "seed 1");
    journal.add("a", kTwoMethods);
    journal.add("b", kTwoMethods);
  }
  const std::string whole = read(path);
  // Cut anywhere within the second task: in a number, between lines, before the last line end.
  for (std::size_t cut = whole.find("\nb,") + 1; cut < whole.size(); ++cut) {
    write(path, whole.substr(0, cut));
    const Journal journal(path, "seed 1");
    ASSERT_THAT(journal.find("a"), Pointee(kTwoMethods)) << cut;
    ASSERT_THAT(journal.find("b"), IsNull()) << cut;
  }
}

TEST(Journal, goesOnAfterACut) {
  const TemporaryFolder folder;
  const std::string path = folder.file("j.csv");
  Journal(path, "seed 1").add("a", kTwoMethods);
  write(path, read(path) + "b,IHT,1.");
  Journal(path, "seed 1").add("b", kTwoMethods);
  const Journal journal(path, "seed 1");
  EXPECT_THAT(journal.find("a"), NotNull());
  EXPECT_THAT(journal.find("b"), Pointee(kTwoMethods));
}

TEST(Journal, refusesWorkWithOtherSettings) {
  const TemporaryFolder folder;
  const std::string path = folder.file("j.csv");
  Journal(path, "seed 1").add("a", kTwoMethods);
  EXPECT_THAT([&] { Journal(path, "seed 2"); },
              ThrowsMessage<InputError>(HasSubstr("other settings (# seed 1)")));
  EXPECT_THAT(Journal(path, "seed 1").find("a"), NotNull());
}

TEST(Journal, namesTheLineThatIsNoTask) {
  const TemporaryFolder folder;
  const std::string path = folder.file("j.csv");
  Journal(path, "seed 1").add("a", kTwoMethods);
  write(path, read(path) + "junk\n" + "c,IHT,1,.\n");
  EXPECT_THAT([&] { Journal(path, "seed 1"); }, ThrowsMessage<InputError>(HasSubstr("j.csv:5")));
}

}  // namespace
}  // namespace graphsparse::experiments
