#include "graphsparse/io/data_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "graphsparse/core/error.hpp"
#include "io/data_parts.hpp"
#include "io/data_readers.hpp"
#include "io/edge_header.hpp"
#include "io/feature_rows.hpp"
#include "io/input_file.hpp"
#include "io/join.hpp"
#include "io/repairs.hpp"
#include "io/sample_labels.hpp"
#include "io/text.hpp"

namespace graphsparse {
namespace {

void check_request(const DataRequest& request) {
  if (request.data.empty())
    throw InputError("no data given; expected a file of samples x features");
  if (!request.target.empty() && !request.labels.empty()) {
    throw InputError("both --target and --labels given; the target comes from one of them");
  }
}

void check_is_not_transposed(const std::string& path, const DataRequest& request) {
  if (!request.transpose) return;
  io::fail_in(path, "--transpose is for tables in text; transpose the matrix before it is saved");
}

// Matrices in formats that know no table: names and labels are in other files.
struct MatrixFormat {
  std::string_view extension;
  Dataset (*read)(const std::string& path, const std::string& part);
};

constexpr std::array kMatrixFormats = {
    MatrixFormat{".npy", [](const std::string& path,
                            const std::string&) { return io::read_npy_data(path); }},
    MatrixFormat{".npz", io::read_npz_data},
    MatrixFormat{".mtx", [](const std::string& path,
                            const std::string&) { return io::read_mtx_data(path); }},
    MatrixFormat{".svm", [](const std::string& path,
                            const std::string&) { return io::read_svm_data(path); }},
    MatrixFormat{".mat", io::read_mat_data},
};

const MatrixFormat* find_matrix_format(std::string_view extension) {
  const auto* const found =
      std::find_if(kMatrixFormats.begin(), kMatrixFormats.end(),
                   [&](const MatrixFormat& format) { return format.extension == extension; });
  return found == kMatrixFormats.end() ? nullptr : found;
}

// Before anything else is said about a file that is no data.
[[noreturn]] void fail_as_unknown_kind(const std::string& path) {
  io::InputFile file(path);
  std::array<char, 16> head = {};
  const std::string advice = io::describe_foreign_format(
      std::string_view(head.data(), file.read(head.data(), head.size())));
  if (!advice.empty()) io::fail_in(path, advice);
  for (const char* extension : {".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz"}) {
    if (path.ends_with(extension)) {
      io::fail_in(path, "an archive of files; unpack it and give the table that it holds");
    }
  }
  std::string known;
  for (const MatrixFormat& format : kMatrixFormats) {
    const bool is_last = &format == &kMatrixFormats.back();
    known += fmt::format("{}{}", is_last ? " or " : ", ", format.extension);
  }
  io::fail_in(path, fmt::format("not a known kind of data; expected .csv, .tsv, .txt, .gct, "
                                ".h5ad{}:VARIABLE",
                                known));
}

void check_no_table_is_needed(const std::string& path, const DataRequest& request) {
  if (!io::is_pattern(path)) {
    if (path != io::kStandardInput) {
      io::require_regular_file(path,
                               "write it to a file first, or read it with - from standard input");
    }
    const io::InputFile readable(path);
  }
  check_is_not_transposed(path, request);
  if (!request.drop.empty()) {
    io::fail_in(path, "--drop-columns is for tables in text; this file has no names of columns");
  }
}

Dataset read_matrix(const DataRequest& request, io::Problems& problems) {
  const auto [path, part] = io::split_file_and_part(request.data);
  const std::string extension = io::extension_of(path);
  if (!part.empty() && extension != ".mat" && extension != ".npz" && extension != ".h5ad") {
    const io::InputFile readable(path);
    io::fail_in(path, fmt::format("{} after the colon: only .mat, .npz and .h5ad files have "
                                  "variables to pick",
                                  io::in_quotes(part)));
  }
  if (extension == ".h5ad") {
    check_is_not_transposed(path, request);
    return io::read_h5ad_data(path, part, request, problems);
  }
  if (io::is_table(path) || extension == ".gct") {
    const io::RowLayout layout = io::row_layout_of(path, request);
    if (layout != io::RowLayout::samples) {
      return io::read_feature_rows(path, layout, request, problems);
    }
    return io::read_table_data(path, request, problems);
  }
  const MatrixFormat* const format = find_matrix_format(extension);
  if (format == nullptr) fail_as_unknown_kind(path);
  check_no_table_is_needed(path, request);
  if (!request.target.empty() && !request.columns_may_be_missing) {
    io::fail_in(path, fmt::format("has no column {} to take the target from; give it in a file of "
                                  "its own with --labels",
                                  io::in_quotes(request.target)));
  }
  if (!request.group_column.empty() && !request.columns_may_be_missing) {
    io::fail_in(path, fmt::format("has no column {} to take groups of samples from; give them in a "
                                  "file of their own with --groups FILE:COLUMN",
                                  io::in_quotes(request.group_column)));
  }
  if (!request.id_column.empty() && request.labels.empty()) {
    io::fail_in(path, fmt::format("has no column {} to take sample ids from; give them in a file "
                                  "of their own with --sample-names",
                                  io::in_quotes(request.id_column)));
  }
  if (extension == ".npy" && io::is_spread(request, path)) return io::read_npy_parts(request);
  return format->read(path, part);
}

void attach_names(const DataRequest& request, Dataset& data) {
  if (!request.feature_names.empty()) {
    if (!data.feature_names.empty()) {
      io::fail_in(data.source,
                  fmt::format("has the names of its features in its {}; leave --feature-names out",
                              io::extension_of(data.source) == ".h5ad" ? "table var" : "header"));
    }
    data.feature_names =
        io::read_names(request.feature_names, "feature", data.design->columns(), data);
  }
  if (!request.sample_names.empty()) {
    if (!data.sample_names.empty()) {
      io::fail_in(data.source, "has a column of sample ids; leave --sample-names out");
    }
    data.sample_names = io::read_names(request.sample_names, "sample", data.design->rows(), data);
  }
}

std::string numbered(std::int64_t number, const std::vector<std::string>& names) {
  if (names.empty()) return std::to_string(number);
  return fmt::format("{} ({})", number, io::in_quotes(names[static_cast<std::size_t>(number)]));
}

}  // namespace

namespace io {

void check_data_size(const std::string& source, std::int64_t rows, std::int64_t columns) {
  if (rows < 1 || columns < 1) {
    fail_in(source, fmt::format("a {} x {} matrix; expected at least one sample and one feature",
                                rows, columns));
  }
  constexpr std::int64_t most = std::numeric_limits<NodeId>::max();
  if (rows <= most && columns <= most) return;
  fail_in(source, fmt::format("a {} x {} matrix is too large; at most {} rows and columns fit",
                              rows, columns, most));
}

void check_sparse_size(const std::string& source, std::int64_t rows, std::int64_t columns,
                       std::int64_t values) {
  constexpr std::int64_t always = 10'000'000;
  constexpr std::int64_t per_value = 100;
  const std::int64_t most = std::max(always, per_value * values);
  if (rows <= most && columns <= most) return;
  fail_in(source, fmt::format("{} rows and {} columns for {} values; more than {} need at least a "
                              "value for every {} of them",
                              rows, columns, values, always, per_value));
}

}  // namespace io

std::string FilePlaces::where(std::int64_t entry) const {
  const auto index = static_cast<std::size_t>(entry);
  return index < lines.size() ? io::source_line(source, lines[index])
                              : fmt::format("{}: entry {}", io::source_name(source), entry);
}

std::vector<double> SampleColumn::numbers() const {
  if (!given.empty()) {
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (std::isfinite(given[i])) continue;
      throw InputError(
          fmt::format("{}: value {} is not finite; expected a finite number", source, i));
    }
    return given;
  }
  std::vector<double> result;
  result.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::optional<double> number = io::parse_number(values[i]);
    if (!number || !std::isfinite(*number)) {
      throw InputError(fmt::format(
          "{}: the target {}{} is {}", where(static_cast<std::int64_t>(i)),
          name.empty() ? "" : io::in_quotes(name) + " ", io::in_quotes(values[i]),
          number ? "not finite; expected a finite number"
                 : "not a number; expected a finite number, or for two classes `loss` logistic"));
    }
    result.push_back(*number);
  }
  return result;
}

std::string Dataset::feature_name(NodeId feature) const {
  return feature_names.empty() ? std::to_string(feature)
                               : feature_names[static_cast<std::size_t>(feature)];
}

std::string Dataset::sample_name(RowIndex sample) const {
  return sample_names.empty() ? std::to_string(sample)
                              : sample_names[static_cast<std::size_t>(sample)];
}

void check_finite(const Dataset& data) {
  const std::optional<MatrixPlace> bad = data.design->find_non_finite();
  if (!bad) return;
  io::fail_in(data.source,
              fmt::format("row {}, column {} is {}; expected finite numbers (rows and columns are "
                          "counted from 0)",
                          numbered(bad->row, data.sample_names),
                          numbered(bad->column, data.feature_names), bad->value));
}

Dataset read_data(const DataRequest& request) {
  check_request(request);
  io::Problems problems;
  Dataset data = read_matrix(request, problems);
  attach_names(request, data);
  if (!request.feature_names.empty()) io::leave_out_features(request, data);
  if (!request.labels.empty()) {
    io::attach_labels(request, data, problems);
  } else if (request.unlabelled == "drop") {
    io::drop_unlabelled_samples(data);
  }
  problems.check();
  const std::string path = io::split_file_and_part(request.data).path;
  const std::string extension = io::extension_of(path);
  io::note_open_end(path, data.notes);
  if (!request.labels.empty()) {
    io::note_open_end(io::split_file_and_part(request.labels).path, data.notes);
  }
  // After all that is quickly found, as a large file takes its time.
  if (extension == ".npy" || extension == ".npz" || extension == ".mat" || extension == ".h5ad") {
    io::treat_missing_values(request, data);
    if (data.missing.empty()) check_finite(data);
  }
  if (request.ranks != nullptr) io::keep_share(*request.ranks, data);
  return data;
}

}  // namespace graphsparse
