#include "method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/format.hpp"

namespace graphsparse::experiments {
namespace {

constexpr std::array kMethods = {
    Method{"IHT", "iht", Tuning::step, false},
    Method{"StoIHT", "sto-iht", Tuning::step_and_blocks, false},
    Method{"GraphIHT", "graph-iht", Tuning::step, false},
    Method{"GraphStoIHT", "graph-sto-iht", Tuning::step_and_blocks, false},
    Method{"NIHT", "niht", Tuning::nothing, false},
    Method{"CoSaMP", "cosamp", Tuning::nothing, false},
    Method{"GraphCoSaMP", "graph-cosamp", Tuning::nothing, false},
    Method{"GraphNStoIHT", "graph-nsto-iht", Tuning::nothing, true},
    Method{"GraphRandHTP", "graph-rand-htp", Tuning::nothing, true},
};

std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char letter : name) {
    if (letter == '-') continue;
    letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return letters;
}

}  // namespace

const Method& find_method(std::string_view name) {
  for (const Method& method : kMethods) {
    if (letters_of(method.name) == letters_of(name)) return method;
  }
  throw InputError(
      fmt::format("there is no method '{}'; there are {}", name, listed(kMethods, &Method::name)));
}

std::vector<Method> choose_methods(std::span<const std::string_view> of_figure,
                                   const Request& request) {
  std::vector<Method> methods;
  if (!request.methods.empty()) {
    for (const std::string& name : request.methods) {
      const Method& method = find_method(name);
      const bool is_known = std::any_of(methods.begin(), methods.end(), [&](const Method& other) {
        return other.name == method.name;
      });
      if (!is_known) methods.push_back(method);
    }
    return methods;
  }
  for (const std::string_view name : of_figure) methods.push_back(find_method(name));
  if (request.convention == Convention::authors) return methods;
  for (const Method& method : kMethods) {
    if (method.is_ours) methods.push_back(method);
  }
  return methods;
}

}  // namespace graphsparse::experiments
