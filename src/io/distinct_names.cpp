#include "io/distinct_names.hpp"

#include <fmt/format.h>

#include "graphsparse/core/error.hpp"
#include "io/text.hpp"

namespace graphsparse::io {

NameTable number_distinct_names(std::span<const std::string> names, const std::string& what,
                                const std::function<std::string(std::size_t)>& where) {
  NameTable table;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (const auto flaw = flaw_of_name(names[i])) {
      throw InputError(fmt::format("{}: the name {} of a {} {}; names are text in UTF-8", where(i),
                                   in_quotes(names[i]), what, *flaw));
    }
    const auto id = static_cast<std::size_t>(table.intern(names[i]));
    if (id == i) continue;
    throw InputError(fmt::format("{}: the {} {} stands at {} already; names must differ", where(i),
                                 what, in_quotes(names[i]), where(id)));
  }
  return table;
}

}  // namespace graphsparse::io
