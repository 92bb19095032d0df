// The order of the rooms, checked on the sources themselves: a lower room never includes a higher
// one, every file lives in a room, and public headers know nothing of private ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graphsparse {
namespace {

namespace fs = std::filesystem;

// Lowest first.
constexpr std::array<std::string_view, 16> kRooms = {
    "core",      "graph",     "pcst",      "projection", "structure", "data",
    "objective", "solver",    "reference", "work",       "baseline",  "io",
    "fit",       "selection", "report",    "distributed"};

std::optional<std::size_t> find_room(std::string_view name) {
  const auto* const room = std::find(kRooms.begin(), kRooms.end(), name);
  if (room == kRooms.end()) return std::nullopt;
  return static_cast<std::size_t>(room - kRooms.begin());
}

// The target of an #include line, quoted or in angle brackets; nothing for any other line.
std::optional<std::string> parse_include(std::string_view line) {
  const auto skip_blanks = [&line] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  skip_blanks();
  if (!line.starts_with('#')) return std::nullopt;
  line.remove_prefix(1);
  skip_blanks();
  if (!line.starts_with("include")) return std::nullopt;
  line.remove_prefix(std::string_view("include").size());
  skip_blanks();
  if (!line.starts_with('"') && !line.starts_with('<')) return std::nullopt;
  const std::size_t end = line.find_first_of("\">", 1);
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(line.substr(1, end - 1));
}

// Where in the two trees of a project an included name leads; nothing for the headers of others.
// A header that the build makes is known by its template, x.hpp.in.
struct Tree {
  fs::path public_root;   // include/graphsparse
  fs::path private_root;  // src

  std::optional<fs::path> resolve(const fs::path& includer, const std::string& target) const {
    const std::array<fs::path, 3> places = {
        includer.parent_path() / target, public_root.parent_path() / target, private_root / target};
    for (const fs::path& place : places) {
      const fs::path path = place.lexically_normal();
      if (is_inside(path) && (fs::exists(path) || fs::exists(path.string() + ".in"))) return path;
    }
    return std::nullopt;
  }

  bool is_public(const fs::path& path) const { return is_below(path, public_root); }
  bool is_inside(const fs::path& path) const {
    return is_public(path) || is_below(path, private_root);
  }

  std::optional<std::size_t> room_of(const fs::path& path) const {
    if (!is_inside(path)) return std::nullopt;
    const fs::path below = path.lexically_relative(is_public(path) ? public_root : private_root);
    if (below.has_parent_path()) return find_room(below.begin()->string());
    return std::nullopt;
  }

 private:
  static bool is_below(const fs::path& path, const fs::path& root) {
    return *path.lexically_relative(root).begin() != "..";
  }
};

void check_file(const Tree& tree, const fs::path& file, std::vector<std::string>& violations) {
  // The one header for users is above all rooms.
  if (file == tree.public_root / "graphsparse.hpp") return;
  const std::optional<std::size_t> room = tree.room_of(file);
  const auto report = [&](const std::string& what) {
    violations.push_back(file.filename().string() + ": " + what);
  };
  if (!room) {
    report("is in no room");
    return;
  }
  std::ifstream text(file);
  for (std::string line; std::getline(text, line);) {
    const std::optional<std::string> target = parse_include(line);
    if (!target) continue;
    const std::optional<fs::path> included = tree.resolve(file, *target);
    if (!included) {
      if (target->starts_with("graphsparse/")) {
        report("includes " + *target + ", which does not exist");
      }
      continue;
    }
    if (tree.is_public(file) && !tree.is_public(*included)) {
      report("is public but includes the private " + *target);
    }
    const std::optional<std::size_t> included_room = tree.room_of(*included);
    if (included_room && *included_room > *room) {
      report("in room " + std::string(kRooms.at(*room)) + " includes " + *target + " of room " +
             std::string(kRooms.at(*included_room)));
    }
  }
}

std::vector<std::string> find_violations(const fs::path& project) {
  const Tree tree{.public_root = (project / "include" / "graphsparse").lexically_normal(),
                  .private_root = (project / "src").lexically_normal()};
  std::vector<fs::path> files;
  for (const fs::path& root : {tree.public_root, tree.private_root}) {
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const std::string extension = entry.path().extension().string();
      if (extension == ".hpp" || extension == ".cpp") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());

  std::vector<std::string> violations;
  for (const fs::path& file : files) check_file(tree, file, violations);
  return violations;
}

// A made-up project in a folder of its own, removed with the test.
class MadeUpProject : public testing::Test {
 public:
  MadeUpProject(const MadeUpProject&) = delete;
  MadeUpProject& operator=(const MadeUpProject&) = delete;

 protected:
  MadeUpProject() : root_(fs::path(testing::TempDir()) / unique_name()) {
    fs::remove_all(root_);
    write("include/graphsparse/graph/graph.hpp", "#pragma once\n");
    write("src/graph/graph.cpp", "#include \"graphsparse/graph/graph.hpp\"\n#include <vector>\n");
  }
  ~MadeUpProject() override { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  std::vector<std::string> violations() const { return find_violations(root_); }

 private:
  static std::string unique_name() {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    return std::string("graphsparse_rooms_") + test->name() + std::to_string(getpid());
  }

  fs::path root_;
};

using RoomRules = MadeUpProject;

TEST(Rooms, includeOnlyTheirOwnAndLowerOnes) {
  EXPECT_THAT(find_violations(GRAPHSPARSE_SOURCE_DIR), testing::IsEmpty());
}

TEST_F(RoomRules, acceptHigherRoomsThatIncludeLowerOnes) {
  write("include/graphsparse/pcst/pcst.hpp", "#include \"graphsparse/graph/graph.hpp\"\n");
  EXPECT_THAT(violations(), testing::IsEmpty());
}

TEST_F(RoomRules, rejectPublicHeadersThatIncludeAHigherRoom) {
  write("include/graphsparse/io/reader.hpp", "");
  write("include/graphsparse/pcst/pcst.hpp", "  #  include <graphsparse/io/reader.hpp>\n");
  EXPECT_THAT(
      violations(),
      testing::ElementsAre("pcst.hpp: in room pcst includes graphsparse/io/reader.hpp of room io"));
}

TEST_F(RoomRules, rejectSourcesThatIncludeAPrivateHeaderOfAHigherRoom) {
  write("src/pcst/queue.hpp", "");
  write("src/graph/by_root.cpp", "#include \"pcst/queue.hpp\"\n");
  write("src/graph/by_steps.cpp", "#include \"../pcst/queue.hpp\"\n");
  EXPECT_THAT(
      violations(),
      testing::ElementsAre("by_root.cpp: in room graph includes pcst/queue.hpp of room pcst",
                           "by_steps.cpp: in room graph includes ../pcst/queue.hpp of room pcst"));
}

TEST_F(RoomRules, rejectPublicHeadersThatIncludePrivateOnes) {
  write("src/graph/sorting.hpp", "");
  write("include/graphsparse/graph/edges.hpp", "#include \"graph/sorting.hpp\"\n");
  EXPECT_THAT(violations(), testing::ElementsAre(
                                "edges.hpp: is public but includes the private graph/sorting.hpp"));
}

TEST_F(RoomRules, rejectFilesOutsideOfAllRooms) {
  write("include/graphsparse/all.hpp", "");
  write("src/attic/old.cpp", "");
  EXPECT_THAT(violations(),
              testing::ElementsAre("all.hpp: is in no room", "old.cpp: is in no room"));
}

TEST_F(RoomRules, rejectIncludesThatLeadNowhere) {
  write("src/graph/lost.cpp", "#include \"graphsparse/graph/gone.hpp\"\n");
  EXPECT_THAT(
      violations(),
      testing::ElementsAre("lost.cpp: includes graphsparse/graph/gone.hpp, which does not exist"));
}

}  // namespace
}  // namespace graphsparse
