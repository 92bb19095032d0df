#include "fuzz/target.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>

#include "graphsparse/core/error.hpp"

namespace graphsparse::fuzz {
namespace {

namespace fs = std::filesystem;

// For the one file of the run, in memory where the system has such a place.
class Folder {
 public:
  Folder() {
    std::error_code ignored;
    const fs::path memory = "/dev/shm";
    const fs::path parent = fs::is_directory(memory, ignored) && access(memory.c_str(), W_OK) == 0
                                ? memory
                                : fs::temp_directory_path();
    std::string name = (parent / "graphsparse-fuzz-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + ": cannot be made");
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string write(std::string_view extension, std::string_view bytes) const {
    const fs::path file = path_ / ("input" + std::string(extension));
    std::ofstream stream(file, std::ios::binary);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file.string();
  }

 private:
  fs::path path_;
};

}  // namespace

const Target* find_target(std::string_view name) {
  for (const auto table : {reader_targets(), algorithm_targets()}) {
    const auto found = std::find_if(table.begin(), table.end(),
                                    [name](const Target& target) { return target.name == name; });
    if (found != table.end()) return &*found;
  }
  return nullptr;
}

void run_target(const Target& target, std::string_view bytes) {
  if (bytes.size() > target.longest) return;
  if (target.extension.empty()) return target.run(std::string(bytes));
  static const Folder folder;
  const std::string path = target.pack == nullptr
                               ? folder.write(target.extension, bytes)
                               : folder.write(target.extension, target.pack(bytes));
  try {
    target.run(path);
  } catch (const InputError& error) {
    const std::string message = error.what();
    require(message.find(path) != std::string::npos,
            "the message does not name the file: " + message);
    require(message.find('\n') == std::string::npos, "a message of several lines: " + message);
    require(message.size() > path.size() + 2, "a message that tells nothing: " + message);
  } catch (const std::bad_alloc&) {
    // The tool says so and ends with status 1.
  }
}

}  // namespace graphsparse::fuzz
