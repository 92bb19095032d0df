#include "io/data_parts.hpp"

#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/row_share.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "graphsparse/data/stacked_matrix.hpp"
#include "io/data_readers.hpp"
#include "io/input_file.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

constexpr std::string_view kDigits = "0123456789";

std::vector<std::string> files_of_pattern(const std::string& pattern) {
  glob_t found = {};
  std::vector<std::string> paths;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) {
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  globfree(&found);
  if (paths.empty()) {
    fail_in(pattern, "no file has such a name; expected parts such as part-0.npy, part-1.npy");
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// The last number in a name and what stands around it.
struct NumberedName {
  std::string_view before;
  std::int64_t number = 0;
  std::string_view after;
};

std::optional<NumberedName> parse_numbered(std::string_view name) {
  const std::size_t last = name.find_last_of(kDigits);
  if (last == std::string_view::npos) return std::nullopt;
  const std::size_t before = name.substr(0, last + 1).find_last_not_of(kDigits);
  const std::size_t first = before == std::string_view::npos ? 0 : before + 1;
  NumberedName parsed{name.substr(0, first), 0, name.substr(last + 1)};
  const auto [end, error] =
      std::from_chars(name.data() + first, name.data() + last + 1, parsed.number);
  if (error != std::errc() || end != name.data() + last + 1) return std::nullopt;
  return parsed;
}

// Numbered parts have all numbers from the first to the last: one that was lost would otherwise
// shift the labels of all rows behind it.
void check_no_part_is_missing(const std::string& pattern, const std::vector<std::string>& paths) {
  std::vector<std::int64_t> numbers;
  std::optional<NumberedName> first;
  for (const std::string& path : paths) {
    const std::optional<NumberedName> name = parse_numbered(path);
    if (!name) return;
    if (!first) first = name;
    if (name->before != first->before || name->after != first->after) return;
    numbers.push_back(name->number);
  }
  std::sort(numbers.begin(), numbers.end());
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    if (numbers[i] <= numbers[i - 1] + 1) continue;
    fail_in(pattern,
            fmt::format("part {} is missing between {} and {}; expected parts without gaps",
                        numbers[i - 1] + 1, numbers[i - 1], numbers[i]));
  }
}

struct NpyPart {
  std::string path;
  NpyHeader header;
  RowIndex first = 0;

  RowIndex last() const { return first + header.shape[0]; }
};

std::vector<NpyPart> read_headers(const std::vector<std::string>& paths) {
  std::vector<NpyPart> parts;
  RowIndex rows = 0;
  for (const std::string& path : paths) {
    parts.push_back({path, read_npy_matrix_header(path), rows});
    rows = parts.back().last();
    const std::int64_t columns = parts.back().header.shape[1];
    const std::int64_t wanted = parts.front().header.shape[1];
    if (columns == wanted) continue;
    fail_in(path, fmt::format("has {} columns where {} has {}; all parts need the same columns",
                              columns, paths.front(), wanted));
  }
  check_data_size(paths.front(), rows, parts.front().header.shape[1]);
  return parts;
}

// In compressed rows of some kind.
bool is_stored_sparsely(const DesignMatrix& matrix) {
  return dynamic_cast<const SparseMatrix*>(&matrix) != nullptr ||
         matrix.values_per_row() < static_cast<double>(matrix.columns());
}

std::shared_ptr<const DesignMatrix> sparse_copy(const DesignMatrix& whole, RowIndex first,
                                                RowIndex last) {
  std::vector<double> values(static_cast<std::size_t>(whole.columns()));
  std::vector<MatrixEntry> entries;
  const double one = 1.0;
  for (RowIndex row = first; row < last; ++row) {
    std::fill(values.begin(), values.end(), 0.0);
    whole.add_transposed({&row, 1}, {&one, 1}, values);
    for (std::size_t j = 0; j < values.size(); ++j) {
      if (values[j] != 0.0) entries.push_back({row - first, static_cast<NodeId>(j), values[j]});
    }
  }
  return std::make_shared<const SparseMatrix>(last - first, whole.columns(), std::move(entries));
}

}  // namespace

bool is_pattern(const std::string& path) {
  return path.find_first_of("*?[") != std::string::npos && !is_there(path);
}

bool is_spread(const DataRequest& request, const std::string& path) {
  const bool needs_all =
      request.unlabelled == "drop" || (!request.missing.empty() && request.missing != "error");
  return is_pattern(path) || (request.ranks != nullptr && path != kStandardInput && !needs_all);
}

Dataset read_npy_parts(const DataRequest& request) {
  std::vector<std::string> paths = {request.data};
  if (is_pattern(request.data)) {
    paths = files_of_pattern(request.data);
    check_no_part_is_missing(request.data, paths);
  }
  const std::vector<NpyPart> parts = read_headers(paths);
  const RowIndex rows = parts.back().last();
  const auto columns = static_cast<NodeId>(parts.front().header.shape[1]);
  std::optional<RowShare> share;
  if (request.ranks != nullptr) {
    share = share_rows(*request.ranks, request.data, rows, columns, columns, false);
  }
  const RowIndex first = share ? share->first() : 0;
  const RowIndex last = share ? share->last() : rows;
  std::vector<StackedMatrix::Part> here;
  for (const NpyPart& part : parts) {
    const RowIndex begin = std::max(first, part.first);
    const RowIndex end = std::min(last, part.last());
    if (begin >= end) continue;
    here.push_back({begin, read_npy_rows(part.path, part.header, begin - part.first, end - begin)});
  }
  Dataset data;
  data.source = request.data;
  data.design = std::make_shared<const StackedMatrix>(std::move(here), rows, columns, share);
  return data;
}

std::shared_ptr<const DesignMatrix> copy_of_rows(const DesignMatrix& whole, RowIndex first,
                                                 RowIndex last) {
  if (const auto* const sparse = dynamic_cast<const SparseMatrix*>(&whole)) {
    return std::make_shared<const SparseMatrix>(sparse->some_rows(first, last));
  }
  const auto width = static_cast<std::size_t>(whole.columns());
  if (is_stored_sparsely(whole)) return sparse_copy(whole, first, last);
  std::vector<NodeId> columns(width);
  std::iota(columns.begin(), columns.end(), NodeId{0});
  std::vector<double> values(static_cast<std::size_t>(last - first) * width);
  for (RowIndex row = first; row < last; ++row) {
    whole.gather({&row, 1}, columns,
                 std::span(values).subspan(static_cast<std::size_t>(row - first) * width, width));
  }
  return std::make_shared<const DenseMatrix<double>>(last - first, whole.columns(),
                                                     std::move(values));
}

void keep_share(const Communicator& ranks, Dataset& data) {
  const DesignMatrix& whole = *data.design;
  if (whole.share() != nullptr) return;
  const bool is_sparse = is_stored_sparsely(whole);
  const RowShare share = share_rows(ranks, data.source, whole.rows(), whole.columns(),
                                    whole.values_per_row(), is_sparse);
  const RowIndex rows = whole.rows();
  const double values_per_row = whole.values_per_row();
  std::vector<StackedMatrix::Part> here = {
      {share.first(), copy_of_rows(whole, share.first(), share.last())}};
  data.design = std::make_shared<const StackedMatrix>(std::move(here), rows, values_per_row, share);
}

}  // namespace graphsparse::io
