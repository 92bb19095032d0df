#include "graphsparse/io/vector_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/io/npy.hpp"
#include "io/data_readers.hpp"
#include "io/edge_header.hpp"
#include "io/input_file.hpp"
#include "io/listing.hpp"
#include "io/name_table.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse {
namespace {

const char* line_form(io::Separator separator) {
  switch (separator) {
    case io::Separator::tab:
      return "'name<TAB>value'";
    case io::Separator::comma:
      return "'name,value'";
    case io::Separator::semicolon:
      return "'name;value'";
    case io::Separator::white_space:
      break;
  }
  return "'name value'";
}

class VectorReader {
 public:
  explicit VectorReader(const std::string& path) : rows_(path), separator_(rows_.separator()) {
    vector_.source = path;
  }

  NamedVector read() {
    bool is_first = true;
    while (rows_.next()) {
      check_field_count();
      if (!is_first || !take_header()) read_row();
      is_first = false;
    }
    if (vector_.values.empty()) {
      io::fail_in(vector_.source,
                  fmt::format("holds no values; expected lines {}", line_form(separator_)));
    }
    vector_.names = names_.take_names();
    return std::move(vector_);
  }

 private:
  void check_field_count() {
    const std::size_t count = rows_.fields().size();
    if (count == 2) return;
    rows_.fail(fmt::format("{} field(s); expected {}", count, line_form(separator_)));
  }

  // A first line with a word where a number should be, and no number for a name.
  bool take_header() {
    const std::string_view name = rows_.fields()[0];
    const std::string_view value = rows_.fields()[1];
    if (!io::is_word(value) || io::parse_index(name)) return false;
    vector_.header = {std::string(name), std::string(value), rows_.lines().line_number()};
    return true;
  }

  void read_row() {
    const std::string_view name = rows_.fields()[0];
    const std::string_view text = rows_.fields()[1];
    if (const auto flaw = io::flaw_of_name(name)) {
      rows_.fail(
          fmt::format("the name {} {}; names are text in UTF-8", io::in_quotes(name), *flaw));
    }
    const std::optional<double> value = io::parse_number(text);
    if (!value || !std::isfinite(*value)) {
      rows_.fail(fmt::format("the value {} of {} is {}; expected a finite number",
                             io::in_quotes(text), io::in_quotes(name),
                             value ? "not finite" : "not a number"));
    }
    const auto id = static_cast<std::size_t>(names_.intern(name));
    if (id < vector_.values.size()) {
      rows_.fail(fmt::format("the name {} stands on line {} already; names must differ",
                             io::in_quotes(name), vector_.lines[id]));
    }
    vector_.values.push_back(*value);
    vector_.lines.push_back(rows_.lines().line_number());
  }

  io::RowReader rows_;
  io::Separator separator_;
  io::NameTable names_;
  NamedVector vector_;
};

NamedVector read_nameless(const std::string& path, std::vector<double> values) {
  NamedVector vector;
  vector.source = path;
  vector.values = std::move(values);
  if (vector.values.empty()) io::fail_in(path, "holds no values; at least one is needed");
  for (std::size_t i = 0; i < vector.values.size(); ++i) {
    if (std::isfinite(vector.values[i])) continue;
    throw InputError(fmt::format("{} is {}; expected a finite number",
                                 vector.where(static_cast<std::int64_t>(i)), vector.values[i]));
  }
  return vector;
}

// A column of a table, with the names in its first one.
NamedVector read_column(const std::string& spec) {
  io::FileColumn column = io::read_file_column(spec, {});
  NamedVector vector;
  vector.source = column.source;
  vector.lines = std::move(column.lines);
  if (column.ids.empty()) {
    io::fail_in(column.source, fmt::format("has no column of names beside {}; names stand in the "
                                           "first column",
                                           io::in_quotes(column.name)));
  }
  io::number_distinct_names(column.ids, "name", [&](std::size_t i) {
    return vector.where(static_cast<std::int64_t>(i));
  });
  for (std::size_t i = 0; i < column.values.size(); ++i) {
    const std::optional<double> value = io::parse_number(column.values[i]);
    if (!value || !std::isfinite(*value)) {
      throw InputError(fmt::format("{}: the value {} of {} is {}; expected a finite number",
                                   vector.where(static_cast<std::int64_t>(i)),
                                   io::in_quotes(column.values[i]), io::in_quotes(column.ids[i]),
                                   value ? "not finite" : "not a number"));
    }
    vector.values.push_back(*value);
  }
  vector.names = std::move(column.ids);
  return vector;
}

}  // namespace

NamedVector read_vector(const std::string& spec) {
  const auto [path, column] = io::split_file_and_part(spec);
  const std::string extension = io::extension_of(path);
  if (extension == ".npy") return read_nameless(path, read_npy_vector(path));
  if (extension == ".npz") return read_nameless(spec, io::read_npz_vector(path, column));
  NamedVector vector = column.empty() ? VectorReader(path).read() : read_column(spec);
  io::note_open_end(path, vector.notes);
  return vector;
}

NamedVector without_names(NamedVector vector, const std::vector<std::string>& names) {
  if (vector.names.empty() || names.empty()) return vector;
  NamedVector rest;
  rest.source = vector.source;
  rest.header = vector.header;
  rest.notes = vector.notes;
  for (std::size_t i = 0; i < vector.names.size(); ++i) {
    if (std::find(names.begin(), names.end(), vector.names[i]) != names.end()) continue;
    rest.names.push_back(std::move(vector.names[i]));
    rest.values.push_back(vector.values[i]);
    if (i < vector.lines.size()) rest.lines.push_back(vector.lines[i]);
  }
  return rest;
}

void require_non_negative(const NamedVector& vector, std::string_view what) {
  for (std::size_t i = 0; i < vector.values.size(); ++i) {
    if (vector.values[i] >= 0.0) continue;
    const std::string owner =
        vector.names.empty() ? std::string() : " of " + io::in_quotes(vector.names[i]);
    throw InputError(
        fmt::format("{}: the {} {}{} is not allowed; expected a finite number of at "
                    "least 0",
                    vector.where(static_cast<std::int64_t>(i)), what, vector.values[i], owner));
  }
}

}  // namespace graphsparse
