#include "io/table_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "graphsparse/core/suggest.hpp"
#include "io/listing.hpp"
#include "io/text.hpp"

namespace graphsparse::io {

TableReader::TableReader(const std::string& path) : path_(path), rows_(path) {
  if (!rows_.next()) fail_in(path_, "holds no rows; expected a header and rows below it");
  header_.assign(rows_.fields().begin(), rows_.fields().end());
  header_line_ = rows_.lines().line_number();
  is_first_row_pending_ = rows_.next();
  if (!is_first_row_pending_) return;
  const auto& fields = rows_.fields();
  const bool has_nameless_ids =
      fields.size() == header_.size() + 1 && !parse_number(fields.front()) && is_word(fields[0]);
  if (has_nameless_ids) header_.insert(header_.begin(), std::string());
}

std::size_t TableReader::column(std::string_view name) const {
  const auto found = std::find(header_.begin(), header_.end(), name);
  if (found == header_.end()) {
    const bool has_fractions =
        std::any_of(header_.begin(), header_.end(), [](const std::string& field) {
          return parse_number(field) && field.find('.') != std::string::npos;
        });
    fail_at(path_, header_line_,
            fmt::format("no column {}; the columns are {}{}{}", in_quotes(name), listed(header_),
                        did_you_mean(name, header_),
                        has_fractions ? "; this line seems to be data: a header with the names of "
                                        "the columns must stand above it"
                                      : ""));
  }
  const auto second = std::find(found + 1, header_.end(), name);
  if (second != header_.end()) {
    fail_at(path_, header_line_,
            fmt::format("two columns {}, number {} and {}; names must differ", in_quotes(name),
                        found - header_.begin() + 1, second - header_.begin() + 1));
  }
  return static_cast<std::size_t>(found - header_.begin());
}

bool TableReader::next() {
  if (!next_unsplit()) return false;
  split();
  return true;
}

bool TableReader::next_unsplit() {
  const bool has_row = is_first_row_pending_ || rows_.next_unsplit();
  is_first_row_pending_ = false;
  return has_row;
}

void TableReader::split() {
  rows_.split();
  check_field_count();
}

void TableReader::check_field_count() {
  const std::size_t count = rows_.fields().size();
  if (count == header_.size()) return;
  if (count < header_.size() && !rows_.lines().line_is_complete()) {
    fail(
        fmt::format("the last line has {} and no line end, the header has {}; the file seems cut "
                    "off",
                    counted(static_cast<std::int64_t>(count), "field"), header_.size()));
  }
  fail(fmt::format(
      "{} where the header on line {} has {}; every line needs as many fields as the "
      "header",
      counted(static_cast<std::int64_t>(count), "field"), header_line_, header_.size()));
}

bool is_name_of_ids(std::string_view name) {
  constexpr std::array<std::string_view, 7> names = {
      "", "id", "sample", "sample_id", "sampleid", "sample_name", "sample id"};
  return std::find(names.begin(), names.end(), lower_case(name)) != names.end();
}

}  // namespace graphsparse::io
