#include "graphsparse/fit/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>

#include "fit/method.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/io/group_file.hpp"
#include "graphsparse/io/sample_weights.hpp"
#include "io/edge_header.hpp"
#include "io/input_file.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse {
namespace {

constexpr std::string_view kDataOptions = "Data";
constexpr std::string_view kModelOptions = "Model";
constexpr std::string_view kSearchOptions = "Search";

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): a record becomes a field in one place, a row here
#define GRAPHSPARSE_OPTION(type, name, value, ...)              \
  OptionRecord{.field = #name,                                  \
               .field_of = [](void* options) -> OptionField {   \
                 return &static_cast<FitFiles*>(options)->name; \
               },                                               \
               __VA_ARGS__},
constexpr std::array kRecords = {
#include "graphsparse/fit/file_option_records.hpp"
};

bool has_own_target(const std::string& data) { return io::extension_of(data) == ".svm"; }

void require_target(const FitFiles& files) {
  if (!files.target.empty() || !files.labels.empty() || has_own_target(files.data)) return;
  throw InputError(
      "a target is needed: `target` NAME for a column of the data, or `labels` FILE[:COLUMN]");
}

bool is_file(const std::string& path) { return io::is_there(path); }

bool names_a_file(const std::string& text) {
  return text.find(':') != std::string::npos || is_file(text);
}

// A column of the table that the labels come from.
std::string column_of_labels(const std::string& labels, const std::string& column) {
  const std::string file = is_file(labels) ? labels : labels.substr(0, labels.rfind(':'));
  return file + ":" + column;
}

std::vector<std::int32_t> numbered(const std::vector<std::string>& names) {
  std::map<std::string, std::int32_t> numbers;
  std::vector<std::int32_t> result;
  for (const std::string& name : names) {
    result.push_back(
        numbers.emplace(name, static_cast<std::int32_t>(numbers.size())).first->second);
  }
  return result;
}

std::vector<std::int32_t> read_sample_groups(const std::string& groups, const FitFiles& files,
                                             Dataset& data) {
  if (groups.empty()) return {};
  if (data.groups) return numbered(data.groups->values);
  const std::string spec = names_a_file(groups) ? groups : column_of_labels(files.labels, groups);
  try {
    return numbered(read_sample_column(spec, files.id_column, data).values);
  } catch (const InputError& error) {
    // Read like labels, so messages speak of such.
    throw InputError(fmt::format("groups of samples: {}", error.what()));
  }
}

void read_disjoint_groups(const FitFiles& files, Dataset& data) {
  FeatureGroups groups = read_groups(files.feature_groups, data);
  if (groups.features_without_group > 0 || groups.lines_without_feature > 0) {
    data.notes.push_back(fmt::format("{}: {} features in no group, {} lines without a feature",
                                     files.feature_groups, groups.features_without_group,
                                     groups.lines_without_feature));
  }
  io::note_open_end(io::split_file_and_part(files.feature_groups).path, data.notes);
  data.feature_groups = std::move(groups.group);
}

void read_overlapping_groups(const FitFiles& files, bool are_penalized, const FeatureGraph& graph,
                             Dataset& data) {
  if (files.feature_groups == kEdgeGroups) {
    if (graph.graph == nullptr) throw InputError("`feature_groups` edges needs `graph`");
    data.latent_groups = edge_groups(*graph.graph);
  } else {
    NamedGroups groups = read_latent_groups(files.feature_groups, data, files.ignore_unknown);
    const std::string note = groups.describe(files.feature_groups);
    if (!note.empty()) data.notes.push_back(note);
    io::note_open_end(io::split_file_and_part(files.feature_groups).path, data.notes);
    data.latent_groups = std::move(groups.groups);
    data.latent_group_names = std::move(groups.names);
  }
  if (are_penalized) return;
  // The lasso takes from groups only which features there are.
  data.latent_groups = singleton_groups(data.latent_groups.features());
  data.latent_group_names.clear();
}

void read_feature_groups(const FitFiles& files, const FitSpec& spec, const FeatureGraph& graph,
                         Dataset& data) {
  if (files.feature_groups.empty()) return;
  const Method method = find_method(spec);
  if (method.convex != nullptr) {
    read_overlapping_groups(files, method.convex->has_groups, graph, data);
  } else if (structure_row(method.structure()).needs_groups) {
    read_disjoint_groups(files, data);
  }
}

std::vector<std::pair<std::string, std::string>> given_inputs(const FitFiles& files) {
  std::vector<std::pair<std::string, std::string>> inputs = {
      {"data", files.data},
      {"target", files.target},
      {"labels", files.labels},
      {"id-column", files.id_column},
      {"feature-names", files.feature_names},
      {"sample-names", files.sample_names},
      {"graph", files.graph},
      {"weights", files.weights},
      {"feature-groups", files.feature_groups},
      {"init", files.init}};
  std::erase_if(inputs, [](const auto& input) { return input.second.empty(); });
  return inputs;
}

}  // namespace

std::span<const OptionRecord> file_option_table() { return kRecords; }

std::vector<std::string> split_names(const std::string& text, const std::string& field) {
  if (text.empty()) return {};
  std::vector<std::string_view> names;
  std::deque<std::string> unquoted;
  const bool is_well_formed = io::split_comma_separated(text, names, unquoted);
  const bool has_empty = std::find(names.begin(), names.end(), std::string_view()) != names.end();
  if (!is_well_formed || has_empty) {
    throw InputError(fmt::format("`{}` {}: expected names separated by commas, as in a,b", field,
                                 io::in_quotes(text)));
  }
  return {names.begin(), names.end()};
}

EdgeOptions FitFiles::edge_options() const {
  return {edge_values, min_score, split_names(exclude, "exclude")};
}

DataRequest FitFiles::data_request() const {
  DataRequest request;
  request.data = data;
  request.target = target;
  request.labels = labels;
  request.id_column = id_column;
  request.feature_names = feature_names;
  request.sample_names = sample_names;
  request.transpose = transpose;
  request.missing = missing;
  request.duplicates = duplicates;
  request.unlabelled = unlabelled;
  request.drop = split_names(drop_columns, "drop_columns");
  request.exclude = split_names(exclude, "exclude");
  return request;
}

namespace {

// A name that has to be there and is left out is no spelling mistake.
void check_nothing_needed_is_excluded(const FitFiles& files, const FitSpec& spec) {
  const std::vector<std::string> excluded = split_names(files.exclude, "exclude");
  const auto check = [&](const std::string& field, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      if (std::find(excluded.begin(), excluded.end(), name) == excluded.end()) continue;
      throw InputError(
          fmt::format("`{}`: {} is left out by `exclude`", field, io::in_quotes(name)));
    }
  };
  if (!spec.root.empty()) check("root", {spec.root});
  check("covariates", split_names(spec.covariates, "covariates"));
  check("always", split_names(spec.always, "always"));
}

}  // namespace

FitData read_fit_files(const FitFiles& files, const FitSpec& spec, const std::string& sample_groups,
                       const Communicator* ranks) {
  require_target(files);
  check_nothing_needed_is_excluded(files, spec);
  DataRequest request = files.data_request();
  request.ranks = ranks;
  // Without a table of labels the column is one of the data's own table.
  if (files.labels.empty() && !names_a_file(sample_groups)) request.group_column = sample_groups;
  if (!files.weights.empty()) request.beside.push_back(files.weights);
  if (names_a_file(sample_groups)) request.beside.push_back(sample_groups);
  FitData all;
  Dataset& data = all.data;
  data = read_dataset(request);
  add_columns_of_labels(split_names(spec.covariates, "covariates"), request, data);
  data.inputs = given_inputs(files);
  if (!files.weights.empty()) {
    data.weights = read_sample_weights(files.weights, files.id_column, data);
  }
  if (!files.graph.empty()) all.graph = read_feature_graph(files.graph, data, files.edge_options());
  read_feature_groups(files, spec, all.graph, data);
  const bool starts_from_model = !files.init.empty() && !is_convex(spec);
  if (starts_from_model) all.init = Model::load(files.init);
  all.sample_groups = read_sample_groups(sample_groups, files, data);
  return all;
}

Dataset read_dataset(const DataRequest& request) {
  Dataset data = read_data(request);
  data.target_column = request.target;
  data.group_column = request.group_column;
  return data;
}

Dataset make_dataset(std::shared_ptr<const DesignMatrix> design, std::span<const double> target,
                     std::vector<std::string> feature_names) {
  Dataset data;
  data.source = "the data";
  data.design = std::move(design);
  data.feature_names = std::move(feature_names);
  if (target.empty()) return data;
  data.target.emplace();
  data.target->source = "the target";
  data.target->given.assign(target.begin(), target.end());
  return data;
}

Dataset make_dataset(std::shared_ptr<const DesignMatrix> design, std::vector<std::string> target,
                     std::vector<std::string> feature_names) {
  Dataset data =
      make_dataset(std::move(design), std::span<const double>(), std::move(feature_names));
  data.target.emplace();
  data.target->source = "the target";
  data.target->values = std::move(target);
  return data;
}

}  // namespace graphsparse
