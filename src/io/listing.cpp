#include "io/listing.hpp"

#include <fmt/format.h>

#include "io/text.hpp"

namespace graphsparse::io {

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most_names = 10;
  std::string list;
  for (std::size_t i = 0; i < names.size() && i < most_names; ++i) {
    list += (i == 0 ? "" : ", ") + in_quotes(names[i]);
  }
  return names.size() > most_names ? list + ", ..." : list;
}

std::string counted(std::int64_t count, const std::string& thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace graphsparse::io
