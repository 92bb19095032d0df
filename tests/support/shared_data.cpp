#include "support/shared_data.hpp"

#include <algorithm>
#include <cstdlib>

// The build passes the absolute folder; without it, tests are run from the source folder.
#ifndef GRAPHSPARSE_SOURCE_DIR
#define GRAPHSPARSE_SOURCE_DIR "."
#endif

namespace graphsparse::test_support {
namespace {

std::filesystem::path shared_folder() {
  const char* chosen = std::getenv("GRAPHSPARSE_SHARED");
  if (chosen != nullptr && *chosen != '\0') return chosen;
  return std::filesystem::path(GRAPHSPARSE_SOURCE_DIR) / ".." / "shared";
}

}  // namespace

std::optional<std::filesystem::path> find_shared(std::string_view relative) {
  const std::filesystem::path path = shared_folder() / relative;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  return path;
}

std::string missing_shared_message(std::string_view relative) {
  return "no reference data at " + (shared_folder() / relative).string() +
         "; set GRAPHSPARSE_SHARED to the folder of the shared data";
}

std::vector<std::filesystem::path> list_files(const std::filesystem::path& folder,
                                              std::string_view extension) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace graphsparse::test_support
