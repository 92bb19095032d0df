#include "experiments/demos/real_demo.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "graphsparse/core/error.hpp"

namespace graphsparse::experiments {
namespace {

constexpr std::array<RealDemo, 3> kRealDemos = {{
    {"outbreak", "the districts of an outbreak, found on the map of cases", run_outbreak},
    {"infection", "genes that tell who fell ill, with a network, without and with a false one",
     run_infection},
    {"images", "garments from fewer random measurements than pixels", run_images},
}};

}  // namespace

std::span<const RealDemo> real_demo_table() { return kRealDemos; }

std::string demo_file(const DemoRequest& request, std::string_view demo, std::string_view name) {
  const std::filesystem::path folder = request.data_folder.empty()
                                           ? std::filesystem::path(kDemoData) / demo
                                           : std::filesystem::path(request.data_folder);
  return (folder / name).string();
}

bool has_demo_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

void fail_without_data(std::string_view demo, const std::string& path) {
  throw InputError(
      fmt::format("{}: there is no such file, which the demo {} reads; 'make demos' in the sources "
                  "of graphsparse makes it, --data FOLDER names where it is",
                  path, demo));
}

}  // namespace graphsparse::experiments
