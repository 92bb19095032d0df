// Runs the tool as a user would: through the shell, in a folder of its own. In one header, because
// these tests are the only ones that need it.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace graphsparse {

struct ToolRun {
  int status = -1;  // of the shell: the tool's exit status, or 128 + the signal that ended it
  std::string out;
  std::string err;

  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

inline std::string read_whole_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The same result without what the clock says.
inline nlohmann::json without_seconds(nlohmann::json document) {
  document.erase("seconds");
  if (!document.contains("results")) return document;
  for (nlohmann::json& row : document["results"]) row.erase("seconds");
  return document;
}

class BinaryTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* binary = std::getenv("GRAPHSPARSE_BINARY");
    if (binary == nullptr) {
      GTEST_SKIP() << "set GRAPHSPARSE_BINARY to the path of the tool to run this test";
    }
    binary_ = std::filesystem::absolute(binary).string();
    std::string name = (std::filesystem::temp_directory_path() / "graphsparse-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr) << name;
    folder_ = name;
    std::filesystem::create_directory(folder_ / "work");
  }

  void TearDown() override {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }

  // Where the tool runs and files are written.
  std::filesystem::path work() const { return folder_ / "work"; }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream file(work() / name, std::ios::binary);
    file << text;
    ASSERT_TRUE(file.good()) << name;
  }

  std::string read(const std::string& name) const { return read_whole_file(work() / name); }

  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(work())) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  // Runs the tool and interrupts it as soon as a file has so many lines, however slow the machine.
  ToolRun interrupted_at(const std::string& file, int lines, const std::string& arguments) const {
    return shell("\"$TOOL\" " + arguments + " & PID=$!; for i in $(seq 3000); do [ \"$(cat '" +
                 file + "' 2>/dev/null | wc -l)\" -ge " + std::to_string(lines) +
                 " ] && break; sleep 0.02; done; kill -INT $PID; wait $PID");
  }

  // Runs a line of shell in which $TOOL is the tool.
  ToolRun shell(const std::string& line) const {
    const std::filesystem::path out = folder_ / "stdout";
    const std::filesystem::path err = folder_ / "stderr";
    const std::string command = "cd '" + work().string() + "' && TOOL='" + binary_ +
                                "' && export TOOL && { " + line + "\n} >'" + out.string() +
                                "' 2>'" + err.string() + "' </dev/null";
    const int status = std::system(command.c_str());
    ToolRun run;
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    run.out = read_whole_file(out);
    run.err = read_whole_file(err);
    return run;
  }

  ToolRun tool(const std::string& arguments) const { return shell("\"$TOOL\" " + arguments); }

  // One line on standard error with that in it, nothing on standard output, the right status.
  static void expect_failure(const ToolRun& run, int status, const std::string& part) {
    EXPECT_EQ(run.status, status) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_TRUE(run.err.starts_with("graphsparse: ")) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_TRUE(run.err.ends_with("\n")) << run.err;
    EXPECT_NE(run.err.find(part), std::string::npos) << "no '" << part << "' in: " << run.err;
  }

 private:
  std::string binary_;
  std::filesystem::path folder_;
};

}  // namespace graphsparse
