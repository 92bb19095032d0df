#include "io/mtx_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "io/text.hpp"

namespace graphsparse::io {

RowReader mtx_rows(const std::string& path) { return {path, Separator::white_space, '%'}; }

MtxKind read_mtx_banner(RowReader& rows, const std::string& expected) {
  if (!rows.next_line() || rows.fields().size() != 5 ||
      lower_case(rows.fields()[0]) != "%%matrixmarket" ||
      lower_case(rows.fields()[1]) != "matrix") {
    fail_at(rows.lines().path(), 1, "no MatrixMarket banner; " + expected);
  }
  return {lower_case(rows.fields()[2]), lower_case(rows.fields()[3]), lower_case(rows.fields()[4])};
}

void read_mtx_sizes(RowReader& rows, std::string_view form) {
  if (!rows.next()) fail_in(rows.lines().path(), fmt::format("the line '{}' is missing", form));
  const auto wanted = static_cast<std::size_t>(std::count(form.begin(), form.end(), ' ')) + 1;
  if (rows.fields().size() == wanted) return;
  rows.fail(fmt::format("{} fields; expected '{}'", rows.fields().size(), form));
}

std::int64_t mtx_size(const RowReader& rows, std::size_t i, std::string_view form) {
  const std::optional<std::int64_t> size = parse_index(rows.fields()[i]);
  if (size) return *size;
  rows.fail(fmt::format("the size {} is no whole number; expected '{}'",
                        in_quotes(rows.fields()[i]), form));
}

std::int64_t mtx_index(const RowReader& rows, std::size_t i, std::int64_t most) {
  const std::optional<std::int64_t> number = parse_index(rows.fields()[i]);
  if (number && *number >= 1 && *number <= most) return *number - 1;
  rows.fail(fmt::format("the index {} is out of range; indices are 1 to {}",
                        in_quotes(rows.fields()[i]), most));
}

}  // namespace graphsparse::io
