// What docs/theory.md quotes exists: files, functions, tests and options.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "graphsparse/core/fit_spec.hpp"

namespace graphsparse {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> read_each(const std::set<std::string>& folders) {
  std::vector<std::string> files;
  for (const std::string& folder : folders) {
    const fs::path root = fs::path(GRAPHSPARSE_SOURCE_DIR) / folder;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const std::string extension = entry.path().extension().string();
      if (extension == ".cpp" || extension == ".hpp") files.push_back(read(entry.path()));
    }
  }
  return files;
}

std::string read_all(const std::set<std::string>& folders) {
  std::string text;
  for (const std::string& code : read_each(folders)) text += code;
  return text;
}

// A failure must not print all of the code.
bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The code spans of the page.
std::set<std::string> quoted() {
  const std::string page = read(fs::path(GRAPHSPARSE_SOURCE_DIR) / "docs/theory.md");
  const std::regex span("`([^`\n]+)`");
  std::set<std::string> all;
  for (std::sregex_iterator match(page.begin(), page.end(), span), end; match != end; ++match) {
    all.insert((*match)[1]);
  }
  return all;
}

TEST(TheoryPage, quotesFilesThatExist) {
  int files = 0;
  for (const std::string& text : quoted()) {
    if (!std::regex_match(text, std::regex("[a-z_0-9/.-]+\\.(cpp|hpp|md)"))) continue;
    ++files;
    EXPECT_TRUE(fs::exists(fs::path(GRAPHSPARSE_SOURCE_DIR) / text)) << text;
  }
  EXPECT_GT(files, 10);
}

// A function, that of a class in a file that has the class too.
TEST(TheoryPage, quotesFunctionsThatExist) {
  const std::vector<std::string> files = read_each({"include", "src"});
  int functions = 0;
  for (const std::string& text : quoted()) {
    std::smatch match;
    if (!std::regex_match(text, match, std::regex("(?:([A-Za-z_]+)::)?([A-Za-z_0-9]+)\\(\\)")))
      continue;
    ++functions;
    const std::string owner = match[1].str();
    const std::string name = match[2].str() + "(";
    const bool exists = std::any_of(files.begin(), files.end(), [&](const std::string& code) {
      if (owner.empty()) return has(code, " " + name);
      return has(code, owner + "::" + name) ||
             ((has(code, "class " + owner + " ") || has(code, "struct " + owner + " ")) &&
              has(code, " " + name));
    });
    EXPECT_TRUE(exists) << text;
  }
  EXPECT_GT(functions, 20);
}

// `function()`, `file` or `function()` in `file`.
TEST(TheoryPage, quotesFunctionsBesideTheirFiles) {
  const std::string page = read(fs::path(GRAPHSPARSE_SOURCE_DIR) / "docs/theory.md");
  const std::regex pair(
      "`([A-Za-z_:0-9]+)\\(\\)`(?:,| in) `((?:src|include)/[a-z_0-9/]+\\.[ch]pp)`");
  int pairs = 0;
  for (std::sregex_iterator match(page.begin(), page.end(), pair), end; match != end; ++match) {
    ++pairs;
    const std::string name = std::regex_replace((*match)[1].str(), std::regex(".*::"), "");
    const std::string code = read(fs::path(GRAPHSPARSE_SOURCE_DIR) / (*match)[2].str());
    EXPECT_TRUE(has(code, " " + name + "(") || has(code, "::" + name + "(")) << match->str();
  }
  EXPECT_GT(pairs, 8);
}

// Types, fields, constants and names of choices.
TEST(TheoryPage, quotesNamesThatExist) {
  const std::string code = read_all({"include", "src"});
  int names = 0;
  for (const std::string& text : quoted()) {
    if (!std::regex_match(text, std::regex("[A-Za-z_][A-Za-z0-9_-]*"))) continue;
    ++names;
    EXPECT_TRUE(has(code, text)) << text;
  }
  EXPECT_GT(names, 10);
}

TEST(TheoryPage, quotesTestsThatExist) {
  const std::string code = read_all({"tests"});
  int tests = 0;
  for (const std::string& text : quoted()) {
    std::smatch match;
    if (!std::regex_match(text, match, std::regex("([A-Z][A-Za-z0-9]+)\\.([a-z][A-Za-z0-9]+)"))) {
      continue;
    }
    ++tests;
    const std::string name = match[1].str() + ", " + match[2].str() + ")";
    EXPECT_TRUE(has(code, name)) << text;
  }
  EXPECT_GT(tests, 15);
}

TEST(TheoryPage, quotesOptionsThatExist) {
  const std::string commands = read(fs::path(GRAPHSPARSE_SOURCE_DIR) / "docs/cli.md");
  for (const std::string& text : quoted()) {
    std::smatch match;
    if (!std::regex_search(text, match, std::regex("--([a-z][a-z0-9-]*)"))) continue;
    const bool is_of_fit = find_fit_option(match[1].str()) != nullptr;
    EXPECT_TRUE(is_of_fit || has(commands, "--" + match[1].str())) << text;
  }
}

}  // namespace
}  // namespace graphsparse
