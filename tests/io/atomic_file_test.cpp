// Output files that appear only when they are complete.
#include "graphsparse/io/atomic_file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

namespace fs = std::filesystem;
using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string contents(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

TEST(AtomicFile, appearsOnCommit) {
  const TemporaryFolder folder;
  AtomicFile file(folder.file("out.txt"));
  file.write("one ");
  file.write(std::string(100'000, 'x'));
  EXPECT_FALSE(fs::exists(folder.file("out.txt")));
  file.commit();
  EXPECT_EQ(contents(folder.file("out.txt")), "one " + std::string(100'000, 'x'));
  EXPECT_THAT(files_in(folder.path()), ElementsAre("out.txt"));
}

TEST(AtomicFile, leavesNothingBehindWithoutCommit) {
  const TemporaryFolder folder;
  {
    AtomicFile file(folder.file("out.txt"));
    file.write("half");
  }
  EXPECT_THAT(files_in(folder.path()), IsEmpty());
}

TEST(AtomicFile, keepsTheFormerFileUntilCommit) {
  const TemporaryFolder folder;
  const std::string path = folder.write("out.txt", "old");
  { AtomicFile(path).write("new"); }
  EXPECT_EQ(contents(path), "old");
  AtomicFile file(path);
  file.write("new");
  EXPECT_EQ(contents(path), "old");
  file.commit();
  EXPECT_EQ(contents(path), "new");
}

TEST(AtomicFile, keepsThePermissionsOfTheFormerFile) {
  const TemporaryFolder folder;
  const std::string path = folder.write("out.txt", "old");
  const fs::perms wanted = fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read;
  fs::permissions(path, wanted);
  AtomicFile file(path);
  file.commit();
  EXPECT_EQ(fs::status(path).permissions(), wanted);
}

TEST(AtomicFile, writesThroughALink) {
  const TemporaryFolder folder;
  const std::string target = folder.write("target.txt", "old");
  fs::create_symlink(target, folder.file("link.txt"));
  AtomicFile file(folder.file("link.txt"));
  file.write("new");
  file.commit();
  EXPECT_TRUE(fs::is_symlink(folder.file("link.txt")));
  EXPECT_EQ(contents(target), "new");
}

TEST(AtomicFile, letsSeveralBeWrittenAtOnce) {
  const TemporaryFolder folder;
  AtomicFile first(folder.file("a"));
  AtomicFile second(folder.file("b"));
  first.write("1");
  second.write("2");
  second.commit();
  first.commit();
  EXPECT_EQ(contents(folder.file("a")), "1");
  EXPECT_EQ(contents(folder.file("b")), "2");
}

TEST(AtomicFile, acceptsTheLongestNames) {
  const TemporaryFolder folder;
  const std::string path = folder.file(std::string(255, 'n'));
  AtomicFile file(path);
  file.commit();
  EXPECT_TRUE(fs::exists(path));
}

TEST(AtomicFile, callsABadPathBadInput) {
  const TemporaryFolder folder;
  const std::string missing = folder.file("none/out.txt");
  EXPECT_THAT(input_error_of([&] { AtomicFile file(missing); }), HasSubstr(missing));
  const std::string below_file = folder.write("plain", "x") + "/out.txt";
  EXPECT_THAT(input_error_of([&] { AtomicFile file(below_file); }), HasSubstr(below_file));
  EXPECT_THROW(AtomicFile(folder.path().string()), InputError);
  EXPECT_THROW(AtomicFile(""), InputError);
}

TEST(AtomicFile, callsAFullDiskAFailure) {
  if (!fs::is_character_file("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  AtomicFile file("/dev/full");
  try {
    file.write("some text");
    file.commit();
    FAIL() << "writing to a full device succeeded";
  } catch (const InputError&) {
    FAIL() << "a full disk is not bad input";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("/dev/full: writing failed"));
  }
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(AtomicFile, doesNotReplaceADevice) {
  AtomicFile file("/dev/null");
  file.write("gone");
  file.commit();
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(AtomicFile, doesNotCopyTheBitsThatRunAProgramAsItsOwner) {
  const TemporaryFolder folder;
  const std::string path = folder.write("out.txt", "old");
  fs::permissions(
      path, fs::perms::owner_all | fs::perms::set_uid | fs::perms::set_gid | fs::perms::sticky_bit);
  AtomicFile file(path);
  file.commit();
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
}

TEST(AtomicFile, removesWhatDeadProcessesLeftAndNothingElse) {
  const TemporaryFolder folder;
  const std::string left = folder.write(".graphsparse-4242-0.tmp", "half");
  const std::string other = folder.write(".graphsparse-notes", "kept");
  const std::string in_use = folder.write(".graphsparse-4243-0.tmp", "half");
  const int descriptor = open(in_use.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(flock(descriptor, LOCK_EX | LOCK_NB), 0);
  fs::create_directory(folder.file(".graphsparse-1-1.tmp"));
  AtomicFile file(folder.file("out.txt"));
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(other));
  EXPECT_TRUE(fs::exists(in_use));
  EXPECT_TRUE(fs::exists(folder.file(".graphsparse-1-1.tmp")));
  close(descriptor);
  file.write("all");
  file.commit();
  EXPECT_EQ(contents(folder.file("out.txt")), "all");
}

TEST(AtomicFile, keepsItsTemporaryFileFromOthersWhileItIsWritten) {
  const TemporaryFolder folder;
  AtomicFile file(folder.file("out.txt"));
  const std::vector<std::string> names = files_in(folder.path());
  ASSERT_EQ(names.size(), 1U);
  const int descriptor = open(folder.file(names[0]).c_str(), O_RDONLY | O_CLOEXEC);
  EXPECT_NE(flock(descriptor, LOCK_EX | LOCK_NB), 0);
  close(descriptor);
}

}  // namespace
}  // namespace graphsparse
