// What is attacked with arbitrary bytes: one function a target, the same under libFuzzer
// (`make fuzz`) and where the corpus is replayed (`make test`).
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace graphsparse::fuzz {

// What a target throws where a promise is broken. Whatever else comes out of it is a finding too.
class Broken : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

inline void require(bool holds, const std::string& promise) {
  if (!holds) throw Broken(promise);
}

// A row of the table: a new format is one row in reader_targets.cpp.
struct Target {
  std::string_view name;       // also of its folder in corpus/
  std::string_view extension;  // of the file that the bytes are written to; empty: none is
  // With the path of the file, or without one the bytes themselves.
  void (*run)(const std::string& input);
  std::size_t longest = 4096;  // bytes that are worth trying
  // What is written to the file instead of the bytes; null: they themselves.
  std::string (*pack)(std::string_view bytes) = nullptr;
};

std::span<const Target> reader_targets();
std::span<const Target> algorithm_targets();

const Target* find_target(std::string_view name);

// Runs a target on these bytes. A reader reads them or says in one line, which begins with the name
// of the file, what is wrong with them.
void run_target(const Target& target, std::string_view bytes);

}  // namespace graphsparse::fuzz
