// Where the shared reference data lies. It is not part of the repository, so tests that need it
// skip themselves where it is missing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graphsparse::test_support {

// `relative` inside the shared folder, or nothing where it does not exist. The folder is the
// environment variable GRAPHSPARSE_SHARED, else "../shared" beside the source tree.
std::optional<std::filesystem::path> find_shared(std::string_view relative);

// The one line a skipped test prints.
std::string missing_shared_message(std::string_view relative);

// The files with this extension (".txt") directly in the folder, sorted by name.
std::vector<std::filesystem::path> list_files(const std::filesystem::path& folder,
                                              std::string_view extension);

}  // namespace graphsparse::test_support
