#include "io/repairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "data/row_view.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "io/input_file.hpp"
#include "io/listing.hpp"
#include "io/name_table.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

// One column of the values, wherever it lies.
struct Strided {
  const double* first;
  std::size_t step;
  std::size_t count;

  double operator[](std::size_t i) const { return first[i * step]; }
};

double variance_of(const Strided& column) {
  double count = 0.0;
  double mean = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < column.count; ++i) {
    const double value = column[i];
    if (std::isnan(value)) continue;
    count += 1.0;
    const double before = value - mean;
    mean += before / count;
    squares += before * (value - mean);
  }
  return count > 0.0 ? squares / count : -1.0;
}

using Members = std::vector<std::vector<std::size_t>>;  // features of each distinct name

std::vector<double> merged(const FeatureValues& features, const Members& members, bool by_mean) {
  const std::size_t width = features.names.size();
  const auto samples = static_cast<std::size_t>(features.samples);
  std::vector<double> values(samples * members.size());
  for (std::size_t j = 0; j < members.size(); ++j) {
    std::size_t chosen = members[j].front();
    double largest = -2.0;
    for (const std::size_t member : members[j]) {
      if (by_mean || members[j].size() == 1) break;
      const double variance = variance_of({features.values.data() + member, width, samples});
      if (variance <= largest) continue;
      largest = variance;
      chosen = member;
    }
    for (std::size_t i = 0; i < samples; ++i) {
      const double* row = features.values.data() + i * width;
      double& value = values[i * members.size() + j];
      value = row[chosen];
      if (!by_mean || members[j].size() == 1) continue;
      double sum = 0.0;
      double count = 0.0;
      for (const std::size_t member : members[j]) {
        if (std::isnan(row[member])) continue;
        sum += row[member];
        count += 1.0;
      }
      value = count > 0.0 ? sum / count : kMissing;
    }
  }
  return values;
}

template <class Keep>
void keep_features(FeatureValues& features, Keep keep) {
  const std::size_t width = features.names.size();
  std::vector<std::size_t> kept;
  for (std::size_t j = 0; j < width; ++j) {
    if (keep(j)) kept.push_back(j);
  }
  std::size_t place = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(features.samples); ++i) {
    for (const std::size_t j : kept) features.values[place++] = features.values[i * width + j];
  }
  features.values.resize(place);
  std::vector<std::string> names;
  for (const std::size_t j : kept) names.push_back(std::move(features.names[j]));
  features.names = std::move(names);
}

bool is_sparse(const DesignMatrix& design) {
  return dynamic_cast<const SparseMatrix*>(&design) != nullptr ||
         design.values_per_row() < static_cast<double>(design.columns());
}

std::shared_ptr<const DesignMatrix> chosen_rows(const std::shared_ptr<const DesignMatrix>& whole,
                                                std::vector<RowIndex> rows) {
  struct Owner {
    std::shared_ptr<const DesignMatrix> whole;
    RowView view;
  };
  constexpr std::int64_t most_copied = std::int64_t{1} << 27;
  const auto count = static_cast<std::int64_t>(rows.size());
  if (is_sparse(*whole) || count * whole->columns() > most_copied) {
    auto owner = std::make_shared<const Owner>(Owner{whole, RowView(*whole, std::move(rows))});
    return {owner, &owner->view};
  }
  const auto width = static_cast<std::size_t>(whole->columns());
  std::vector<double> values(rows.size() * width, 0.0);
  const double one = 1.0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    whole->add_transposed({&rows[k], 1}, {&one, 1}, std::span(values).subspan(k * width, width));
  }
  return std::make_shared<const DenseMatrix<double>>(count, whole->columns(), std::move(values));
}

template <class Values>
void keep_places(const std::vector<RowIndex>& rows, Values& values) {
  if (values.empty()) return;
  Values kept;
  for (const RowIndex row : rows) kept.push_back(std::move(values[static_cast<std::size_t>(row)]));
  values = std::move(kept);
}

void merge_double_features(const DataRequest& request, FeatureValues& features,
                           const std::function<std::string(std::size_t)>& where,
                           std::vector<std::string>& notes, Problems& problems) {
  NameTable table;
  Members members;
  for (std::size_t j = 0; j < features.names.size(); ++j) {
    const std::string& name = features.names[j];
    if (const auto flaw = flaw_of_name(name)) {
      throw InputError(fmt::format("{}: the name {} of a feature {}; names are text in UTF-8",
                                   where(j), in_quotes(name), *flaw));
    }
    const auto id = static_cast<std::size_t>(table.intern(name));
    if (id == members.size()) members.emplace_back();
    members[id].push_back(j);
    if (members[id].size() == 1) continue;
    problems.add(Problems::Kind::double_feature,
                 fmt::format("{}: the feature {} stands at {} already; names must differ", where(j),
                             in_quotes(name), where(members[id].front())),
                 in_quotes(name));
  }
  const std::int64_t doubles = problems.count(Problems::Kind::double_feature);
  if (doubles == 0) return;
  if (request.duplicates.empty() || request.duplicates == "error") {
    problems.set_remedy(Problems::Kind::double_feature,
                        "--duplicates mean makes one of them, --duplicates max-variance takes the "
                        "one with the largest variance");
    return;
  }
  problems = problems.without(Problems::Kind::double_feature);
  features.values = merged(features, members, request.duplicates == "mean");
  features.names = table.take_names();
  notes.push_back(fmt::format("{} with a name that stood before {} {}; {} are left",
                              counted(doubles, "feature"), doubles == 1 ? "is" : "are",
                              request.duplicates == "mean"
                                  ? "averaged with it"
                                  : "merged with it, "
                                    "the one with the largest variance being kept",
                              features.names.size()));
}

bool treats_missing(const DataRequest& request) {
  return !request.missing.empty() && request.missing != "error";
}

std::string treat_missing(const DataRequest& request, const std::string& source,
                          FeatureValues& features, std::vector<std::string>& notes) {
  if (!treats_missing(request)) return {};
  const std::size_t width = features.names.size();
  std::vector<std::int64_t> missing(width, 0);
  std::int64_t total = 0;
  for (std::size_t k = 0; k < features.values.size(); ++k) {
    if (!std::isnan(features.values[k])) continue;
    ++missing[k % width];
    ++total;
  }
  if (total == 0) return {};
  const auto affected =
      std::count_if(missing.begin(), missing.end(), [](std::int64_t count) { return count > 0; });
  if (request.missing == "drop") {
    if (static_cast<std::size_t>(affected) == width) {
      fail_in(source,
              "every feature has a missing value, so that --missing drop would leave none; "
              "--missing mean or median fills them");
    }
    keep_features(features, [&](std::size_t j) { return missing[j] == 0; });
    notes.push_back(fmt::format("{}: {} of {} features have missing values and are left out",
                                source, affected, width));
    return {};
  }
  const auto empty = std::count(missing.begin(), missing.end(), features.samples);
  if (empty > 0 && static_cast<std::size_t>(empty) < width) {
    total -= empty * features.samples;
    keep_features(features, [&](std::size_t j) { return missing[j] < features.samples; });
    notes.push_back(fmt::format("{}: {} of {} features have no value at all and are left out",
                                source, empty, width));
    if (total == 0) return {};
  }
  notes.push_back(
      fmt::format("{}: {} missing {} in {} of {} features filled by the {} of the "
                  "training samples",
                  source, total, total == 1 ? "value" : "values", affected - empty,
                  features.names.size(), request.missing));
  return request.missing;
}

}  // namespace

void take_features(const DataRequest& request, FeatureValues features,
                   const std::function<std::string(std::size_t)>& where, Dataset& data,
                   Problems& problems) {
  merge_double_features(request, features, where, data.notes, problems);
  if (problems.has(Problems::Kind::missing_value)) {
    problems.set_remedy(Problems::Kind::missing_value,
                        "--missing mean or median fills them, --missing drop leaves out features "
                        "that have such");
  }
  data.missing = treat_missing(request, data.source, features, data.notes);
  const auto columns = static_cast<NodeId>(features.names.size());
  data.feature_names = std::move(features.names);
  data.design = std::make_shared<const DenseMatrix<double>>(features.samples, columns,
                                                            std::move(features.values));
}

void treat_missing_values(const DataRequest& request, Dataset& data) {
  if (!treats_missing(request)) return;
  const std::optional<MatrixPlace> bad = data.design->find_non_finite();
  if (!bad || !std::isnan(bad->value)) return;
  const bool has_names = !data.feature_names.empty();
  FeatureValues features;
  features.samples = data.design->rows();
  const auto width = static_cast<std::size_t>(data.design->columns());
  features.names = data.feature_names;
  if (!has_names) {
    if (request.missing == "drop") {
      fail_in(data.source,
              "--missing drop needs names of features, as numbers of others would change; give "
              "--feature-names, or --missing mean");
    }
    for (std::size_t j = 0; j < width; ++j) features.names.push_back(std::to_string(j));
  }
  features.values = dense_values(*data.design);
  data.missing = treat_missing(request, data.source, features, data.notes);
  const auto columns = static_cast<NodeId>(features.names.size());
  if (has_names) data.feature_names = std::move(features.names);
  data.design = std::make_shared<const DenseMatrix<double>>(features.samples, columns,
                                                            std::move(features.values));
}

void leave_out_features(const DataRequest& request, Dataset& data) {
  if (request.exclude.empty() || data.feature_names.empty()) return;
  NameTable excluded;
  for (const std::string& name : request.exclude) excluded.intern(name);
  std::vector<NodeId> kept;
  std::vector<std::string> names;
  for (std::size_t j = 0; j < data.feature_names.size(); ++j) {
    if (excluded.find(data.feature_names[j]) != kNoNode) continue;
    kept.push_back(static_cast<NodeId>(j));
    names.push_back(data.feature_names[j]);
  }
  if (kept.size() == data.feature_names.size() || kept.empty()) return;
  if (data.design->share() != nullptr) {
    fail_in(data.source, "--exclude needs all rows in one process; start one rank");
  }
  data.design =
      design_of_rows(*data.design, kept.size(), [&](RowIndex row, std::span<double> values) {
        data.design->gather({&row, 1}, kept, values);
      });
  data.feature_names = std::move(names);
}

std::vector<double> dense_values(const DesignMatrix& design) {
  const auto width = static_cast<std::size_t>(design.columns());
  std::vector<double> values(static_cast<std::size_t>(design.rows()) * width, 0.0);
  const double one = 1.0;
  for (RowIndex row = 0; row < design.rows(); ++row) {
    design.add_transposed({&row, 1}, {&one, 1},
                          std::span(values).subspan(static_cast<std::size_t>(row) * width, width));
  }
  return values;
}

std::shared_ptr<const DesignMatrix> design_of_rows(
    const DesignMatrix& like, std::size_t columns,
    const std::function<void(RowIndex row, std::span<double> values)>& fill_row) {
  const auto width = static_cast<NodeId>(columns);
  std::vector<double> values;
  std::vector<MatrixEntry> entries;
  std::vector<double> row(columns);
  for (RowIndex index = 0; index < like.rows(); ++index) {
    fill_row(index, row);
    if (!is_sparse(like)) {
      values.insert(values.end(), row.begin(), row.end());
      continue;
    }
    for (std::size_t j = 0; j < columns; ++j) {
      if (row[j] != 0.0) entries.push_back({index, static_cast<NodeId>(j), row[j]});
    }
  }
  if (is_sparse(like)) {
    return std::make_shared<const SparseMatrix>(like.rows(), width, std::move(entries));
  }
  return std::make_shared<const DenseMatrix<double>>(like.rows(), width, std::move(values));
}

std::vector<double> transposed(const std::vector<double>& values, std::size_t rows,
                               std::size_t columns) {
  constexpr std::size_t block = 32;
  std::vector<double> result(values.size());
  for (std::size_t r = 0; r < rows; r += block) {
    for (std::size_t c = 0; c < columns; c += block) {
      for (std::size_t i = r; i < std::min(rows, r + block); ++i) {
        for (std::size_t j = c; j < std::min(columns, c + block); ++j) {
          result[j * rows + i] = values[i * columns + j];
        }
      }
    }
  }
  return result;
}

void keep_samples(const std::vector<bool>& is_kept, Dataset& data) {
  std::vector<RowIndex> rows;
  for (std::size_t i = 0; i < is_kept.size(); ++i) {
    if (is_kept[i]) rows.push_back(static_cast<RowIndex>(i));
  }
  if (rows.size() == is_kept.size()) return;
  data.design = chosen_rows(data.design, rows);
  keep_places(rows, data.sample_names);
  for (std::optional<SampleColumn>* column : {&data.target, &data.groups}) {
    if (!*column) continue;
    keep_places(rows, (*column)->values);
    keep_places(rows, (*column)->lines);
  }
}

}  // namespace graphsparse::io
