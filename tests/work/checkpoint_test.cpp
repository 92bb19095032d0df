#include "graphsparse/work/checkpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/fingerprint.hpp"
#include "graphsparse/core/version.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class CheckpointTest : public testing::Test {
 protected:
  static WorkKey key(const std::string& graph = "abc", double l2 = 0.5) {
    WorkKey key{"test"};
    key.add("option l2", l2);
    key.add("graph", graph);
    return key;
  }

  // Three finished tasks.
  void fill() const {
    Checkpoint checkpoint(path_, key());
    for (const std::string task : {"a", "b=1", "c\twith\nall\\"}) {
      checkpoint.add(task, "result of\t" + task);
    }
  }

  std::string content() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  void replace(const std::string& content) const { folder_.write("work.partial", content); }

  // One line that names the file, which stays as it is.
  std::string refusal(const WorkKey& of) const {
    const std::string before = content();
    std::string message = input_error_of([&] { Checkpoint(path_, of); });
    EXPECT_THAT(message, HasSubstr("work.partial: "));
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_EQ(content(), before);
    return message;
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("work.partial");
};

TEST_F(CheckpointTest, givesBackWhatWasAdded) {
  fill();
  const Checkpoint again(path_, key());
  ASSERT_THAT(again.records(), SizeIs(3));
  EXPECT_EQ(again.records()[0].task, "a");
  EXPECT_EQ(again.records()[2].task, "c\twith\nall\\");
  EXPECT_EQ(again.records()[2].result, "result of\tc\twith\nall\\");
}

TEST_F(CheckpointTest, leavesNoFileWhereNothingWasAdded) {
  { const Checkpoint unused(path_, key()); }
  EXPECT_FALSE(std::filesystem::exists(path_));
  replace("");  // somebody else's
  { const Checkpoint unused(path_, key()); }
  EXPECT_TRUE(std::filesystem::exists(path_));
}

TEST_F(CheckpointTest, isGoneWhenRemoved) {
  Checkpoint checkpoint(path_, key());
  checkpoint.add("a", "1");
  checkpoint.remove();
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(CheckpointTest, dropsWhatACrashCutOffAndGoesOn) {
  fill();
  const std::string whole = content();
  std::size_t last_kept = 0;
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    replace(whole.substr(0, cut));
    {
      Checkpoint checkpoint(path_, key());
      ASSERT_GE(checkpoint.records().size(), last_kept) << cut;
      last_kept = checkpoint.records().size();
      const std::vector<std::string> tasks = {"a", "b=1", "c\twith\nall\\"};
      for (std::size_t i = last_kept; i < 3; ++i) {
        checkpoint.add(tasks[i], "result of\t" + tasks[i]);
      }
    }
    ASSERT_EQ(content(), whole) << cut;
  }
  EXPECT_EQ(last_kept, 2U);
}

TEST_F(CheckpointTest, passesOverTheZerosOfAFileThatWasNeverWritten) {
  fill();
  replace(content() + std::string(100, '\0'));
  const Checkpoint checkpoint(path_, key());
  EXPECT_THAT(checkpoint.records(), SizeIs(3));
}

TEST_F(CheckpointTest, refusesEveryChangeOfAByte) {
  fill();
  const std::string whole = content();
  for (std::size_t place = 0; place < whole.size(); ++place) {
    for (const int change : {1, 2, 64}) {
      std::string changed = whole;
      changed[place] = static_cast<char>(changed[place] ^ change);
      replace(changed);
      ASSERT_NE(refusal(key()), "") << place;
    }
  }
}

TEST_F(CheckpointTest, refusesLinesThatWereMovedRepeatedOrLeftOut) {
  fill();
  std::vector<std::string> lines;
  const std::string whole = content();
  for (std::size_t begin = 0; begin < whole.size();) {
    const std::size_t end = whole.find('\n', begin) + 1;
    lines.push_back(whole.substr(begin, end - begin));
    begin = end;
  }
  ASSERT_THAT(lines, SizeIs(4));
  replace(lines[0] + lines[2] + lines[1] + lines[3]);
  EXPECT_THAT(refusal(key()), HasSubstr("line 2 is damaged"));
  replace(lines[0] + lines[2] + lines[3]);
  EXPECT_THAT(refusal(key()), HasSubstr("line 2 is damaged"));
  replace(whole + lines[3]);
  EXPECT_THAT(refusal(key()), HasSubstr("line 5 is damaged"));
  replace(whole + "\n");
  EXPECT_THAT(refusal(key()), HasSubstr("line 5 is damaged"));
  replace(lines[1] + lines[2] + lines[3]);
  EXPECT_THAT(refusal(key()), HasSubstr("no file of unfinished work"));
}

// A line that is sound in its own file is none in another.
TEST_F(CheckpointTest, refusesALineOfAnotherFile) {
  {
    Checkpoint other(path_, key("other graph"));
    other.add("a", "1");
  }
  const std::string other = content();
  std::filesystem::remove(path_);
  fill();
  const std::string own = content();
  replace(own.substr(0, own.find('\n') + 1) + other.substr(other.find('\n') + 1));
  EXPECT_THAT(refusal(key()), HasSubstr("line 2 is damaged"));
}

TEST_F(CheckpointTest, saysWhatDiffers) {
  fill();
  EXPECT_THAT(refusal(key("abd")), HasSubstr("(the graph differs)"));
  EXPECT_THAT(refusal(key("abc", 0.25)), HasSubstr("(the option l2 differs)"));
  WorkKey more = key();
  more.add("colour", std::string("red"));
  EXPECT_THAT(refusal(more), HasSubstr("(the colour differs)"));
  WorkKey less = key();
  less.parts.pop_back();
  EXPECT_THAT(refusal(less), HasSubstr("(the graph differs)"));
  WorkKey other = key();
  other.work = "other";
  EXPECT_THAT(refusal(other), HasSubstr("(it is of 'test')"));
}

TEST_F(CheckpointTest, refusesFilesOfOlderVersions) {
  replace("{\"work\":\"graphsparse cv\",\"version\":\"0.1\"}\n{\"repeat\":0}\n");
  EXPECT_THAT(refusal(key()), AllOf(HasSubstr("older version"), HasSubstr("remove the file")));
  replace("# graphsparse 0.1 fig4 as authors, seed 0\ntask,method,values,end\n");
  EXPECT_THAT(refusal(key()), HasSubstr("older version"));
  replace("graphsparse-checkpoint 9\tx\ty\n");
  EXPECT_THAT(refusal(key()), HasSubstr("another version"));
}

TEST_F(CheckpointTest, refusesWhatIsNoFileOfWork) {
  replace("a,b\n1,2\n");
  EXPECT_THAT(refusal(key()), HasSubstr("no file of unfinished work"));
  EXPECT_THAT(input_error_of([&] { Checkpoint(folder_.path().string(), key()); }),
              HasSubstr("cannot be opened"));
  EXPECT_THAT(input_error_of([&] { Checkpoint("/dev/null", key()); }),
              HasSubstr("not a file that can keep unfinished work"));
  EXPECT_THAT(input_error_of([&] { Checkpoint(folder_.file("no/where"), key()); }),
              HasSubstr("cannot be opened"));
}

TEST_F(CheckpointTest, belongsToOneProcessAtATime) {
  {
    Checkpoint first(path_, key());
    first.add("a", "1");
    EXPECT_THAT(input_error_of([&] { Checkpoint(path_, key()); }),
                HasSubstr("work.partial: another process is at work with it"));
    EXPECT_THROW(Checkpoint(path_, key()), CheckpointInUse);
    first.add("b", "2");
  }
  EXPECT_THAT(Checkpoint(path_, key()).records(), SizeIs(2));
}

TEST_F(CheckpointTest, saysWhichVersionWroteIt) {
  fill();
  const std::string whole = content();
  // Like that of another version: its checksum is right.
  const std::string own(kVersion);
  std::string fields = whole.substr(0, whole.find('\n'));
  fields.resize(fields.rfind('\t'));
  fields.replace(fields.find(own), own.size(), "77.1.2");
  replace(fields + '\t' + fingerprint_of_all(fields).hex() + '\n');
  EXPECT_THAT(refusal(key()), HasSubstr("it was written by version 77.1.2 of graphsparse"));
}

TEST_F(CheckpointTest, saysThatThePartsAreInAnotherOrder) {
  fill();
  WorkKey turned = key();
  std::swap(turned.parts[0], turned.parts[1]);
  EXPECT_THAT(refusal(turned), HasSubstr("(the order of the parts differs)"));
}

TEST_F(CheckpointTest, removedTwiceIsRemoved) {
  Checkpoint checkpoint(path_, key());
  checkpoint.remove();
  replace("somebody else's");
  checkpoint.remove();
  EXPECT_EQ(content(), "somebody else's");
}

// A limit of this process for a while.
class Limit {
 public:
  Limit(__rlimit_resource_t what, rlim_t value) : what_(what) {
    EXPECT_EQ(getrlimit(what_, &before_), 0);
    const rlimit lower = {std::min(value, before_.rlim_max), before_.rlim_max};
    EXPECT_EQ(setrlimit(what_, &lower), 0);
  }
  ~Limit() { EXPECT_EQ(setrlimit(what_, &before_), 0); }
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;

 private:
  __rlimit_resource_t what_;
  rlimit before_ = {};
};

template <class Action>
std::string failure_of(Action action) {
  try {
    action();
  } catch (const InputError&) {
    return "an InputError";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

TEST_F(CheckpointTest, keepsWhatIsFinishedWhereTheDiskIsFull) {
  auto* const before = std::signal(SIGXFSZ, SIG_IGN);
  {
    Checkpoint checkpoint(path_, key());
    checkpoint.add("a", "1");
    const std::string sound = content();
    {
      const Limit limit(RLIMIT_FSIZE, sound.size() + 100);
      EXPECT_THAT(failure_of([&] { checkpoint.add("b", std::string(1000, 'x')); }),
                  AllOf(HasSubstr("work.partial: File too large"),
                        HasSubstr("the same command goes on from there")));
      EXPECT_EQ(content(), sound);
    }
    checkpoint.add("b", "2");
  }
  std::signal(SIGXFSZ, before);
  const Checkpoint again(path_, key());
  ASSERT_THAT(again.records(), SizeIs(2));
  EXPECT_EQ(again.records()[1].result, "2");
}

TEST_F(CheckpointTest, blamesTheMachineWhereItHasNoMoreFileNumbers) {
  // Read when files can be opened again: what checks builds opens one to look at the type.
  std::exception_ptr failure;
  {
    const Limit limit(RLIMIT_NOFILE, 0);
    try {
      Checkpoint(path_, key());
    } catch (...) {
      failure = std::current_exception();
    }
  }
  ASSERT_NE(failure, nullptr);
  EXPECT_THAT(
      failure_of([&] { std::rethrow_exception(failure); }),
      AllOf(HasSubstr("work.partial: cannot be opened: "), HasSubstr("Too many open files")));
}

TEST_F(CheckpointTest, isWrittenInTheFolderOfTheProcess) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.path());
  {
    Checkpoint checkpoint("here.partial", key());
    checkpoint.add("a", "1");
  }
  std::filesystem::current_path(before);
  EXPECT_THAT(Checkpoint(folder_.file("here.partial"), key()).records(), SizeIs(1));
}

}  // namespace
}  // namespace graphsparse
