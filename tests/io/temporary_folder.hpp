// Files for one test, gone after it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>

#include "graphsparse/core/error.hpp"

namespace graphsparse::test_support {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::random_device random;
    path_ = std::filesystem::temp_directory_path() /
            ("graphsparse-test-" + std::to_string(random()) + "-" + std::to_string(random()));
    std::filesystem::create_directory(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  std::string file(const std::string& name) const { return (path_ / name).string(); }

  // Writes the bytes as they are and returns the path.
  std::string write(const std::string& name, std::string_view bytes) const {
    // Overwriting makes some file systems wait for the disk; a new file does not.
    std::filesystem::remove(path_ / name);
    std::ofstream stream(path_ / name, std::ios::binary);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    EXPECT_TRUE(stream.good()) << name;
    return file(name);
  }

 private:
  std::filesystem::path path_;
};

// The message of the InputError that `action` must throw.
template <class Action>
std::string input_error_of(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no InputError was thrown";
  return {};
}

}  // namespace graphsparse::test_support
