// Columns of the labels' table as further features: clinical data stands there, not in the table of
// measurements.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/io/sample_weights.hpp"
#include "io/edge_header.hpp"
#include "io/feature_rows.hpp"
#include "io/input_file.hpp"
#include "io/join.hpp"
#include "io/repairs.hpp"
#include "io/sample_labels.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse {
namespace {

bool has_column(const std::string& path, const std::string& name) {
  const io::RowLayout layout = io::row_layout_of(path, {});
  if (layout != io::RowLayout::samples) return io::has_sample_annotation(path, layout, name);
  const io::TableReader table(path);
  return std::find(table.header().begin(), table.header().end(), name) != table.header().end();
}

std::vector<double> numbers_of(const SampleColumn& column, const std::string& name,
                               const std::string& missing) {
  const bool may_be_missing = !missing.empty() && missing != "error" && missing != "drop";
  std::vector<double> numbers;
  for (std::size_t i = 0; i < column.values.size(); ++i) {
    const std::string& text = column.values[i];
    if (may_be_missing && io::is_missing_value(text)) {
      numbers.push_back(std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const std::optional<double> number = io::parse_number(text);
    if (!number || !std::isfinite(*number)) {
      throw InputError(fmt::format(
          "{}: the covariate {}: {} (of two words, 0 and 1{})",
          column.where(static_cast<std::int64_t>(i)), io::in_quotes(name),
          io::describe_problem(text),
          io::is_missing_value(text) ? "; --missing mean fills those that are missing" : ""));
    }
    numbers.push_back(*number);
  }
  return numbers;
}

SampleColumn read_covariate(const std::string& spec, const std::string& id_column, Dataset& data) {
  DataRequest request;
  request.labels = spec;
  request.id_column = id_column;
  request.unlabelled = "keep";
  std::optional<SampleColumn> target = std::exchange(data.target, std::nullopt);
  const std::vector<std::string> notes = data.notes;  // the labels have told them
  io::Problems problems;
  io::attach_labels(request, data, problems);
  data.notes = notes;
  problems.check();
  std::swap(target, data.target);
  return std::move(*target);
}

std::shared_ptr<const DesignMatrix> with_columns(const DesignMatrix& design,
                                                 const std::vector<std::vector<double>>& columns) {
  const auto before = static_cast<std::size_t>(design.columns());
  return io::design_of_rows(design, before + columns.size(),
                            [&](RowIndex index, std::span<double> row) {
                              std::fill(row.begin(), row.end(), 0.0);
                              const double one = 1.0;
                              design.add_transposed({&index, 1}, {&one, 1}, row.first(before));
                              for (std::size_t k = 0; k < columns.size(); ++k) {
                                row[before + k] = columns[k][static_cast<std::size_t>(index)];
                              }
                            });
}

}  // namespace

void add_columns_of_labels(const std::vector<std::string>& names, const DataRequest& request,
                           Dataset& data) {
  if (names.empty() || data.feature_names.empty()) return;
  // A series matrix tells both values and what is known of its samples.
  const bool is_beside = !request.labels.empty();
  const std::string path = io::split_file_and_part(is_beside ? request.labels : request.data).path;
  if (!io::is_table(path) || !io::can_be_read_again(path)) return;
  if (!is_beside && io::row_layout_of(path, {}) == io::RowLayout::samples) return;
  std::vector<std::string> added;
  std::vector<std::vector<double>> columns;
  for (const std::string& name : names) {
    const auto& known = data.feature_names;
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    if (!has_column(path, name)) continue;
    const SampleColumn column =
        read_covariate(fmt::format("{}:{}", path, name), request.id_column, data);
    columns.push_back(numbers_of(column, name, request.missing));
    const auto is_nan = [](double value) { return std::isnan(value); };
    if (std::any_of(columns.back().begin(), columns.back().end(), is_nan)) {
      data.missing = request.missing;
    }
    added.push_back(name);
  }
  if (added.empty()) return;
  if (data.design->share() != nullptr) {
    throw InputError(
        fmt::format("{}: covariates of the table of labels need all rows in one "
                    "process; put them into the data, or start one rank",
                    path));
  }
  data.design = with_columns(*data.design, columns);
  data.feature_names.insert(data.feature_names.end(), added.begin(), added.end());
}

}  // namespace graphsparse
