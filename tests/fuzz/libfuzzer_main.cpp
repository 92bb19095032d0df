// The door for libFuzzer: the environment variable FUZZ_TARGET names the target. Without it, the
// targets and the longest input of each are listed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/target.hpp"

namespace {

const graphsparse::fuzz::Target* target = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  const char* const name = std::getenv("FUZZ_TARGET");
  if (name != nullptr) target = graphsparse::fuzz::find_target(name);
  if (target != nullptr) return 0;
  std::fputs("set FUZZ_TARGET to one of:\n", stderr);
  for (const auto table :
       {graphsparse::fuzz::reader_targets(), graphsparse::fuzz::algorithm_targets()}) {
    for (const auto& row : table) {
      std::printf("%.*s %zu\n", static_cast<int>(row.name.size()), row.name.data(), row.longest);
    }
  }
  std::exit(name == nullptr ? 0 : 2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  graphsparse::fuzz::run_target(*target, {reinterpret_cast<const char*>(bytes), size});
  return 0;
}
