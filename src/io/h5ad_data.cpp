#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "graphsparse/data/dense_matrix.hpp"
#include "io/data_readers.hpp"
#include "io/edge_readers.hpp"
#include "io/h5ad_file.hpp"
#include "io/input_file.hpp"
#include "io/listing.hpp"
#include "io/name_table.hpp"
#include "io/repairs.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

constexpr const char* kObs = "obs";
constexpr const char* kVar = "var";

// Features of the file that the request leaves out are left out here.
class H5adReader {
 public:
  H5adReader(const std::string& path, const std::string& part, const DataRequest& request,
             Problems& problems)
      : path_(path), part_(part), request_(request), problems_(problems), file_(path) {
    data_.source = part.empty() ? path : path + ":" + part;
  }

  Dataset read() {
    if (!request_.target.empty()) data_.target = sample_column(request_.target, "target");
    if (!request_.group_column.empty())
      data_.groups = sample_column(request_.group_column, "group");
    read_sample_names();
    read_matrix();
    return std::move(data_);
  }

 private:
  std::optional<SampleColumn> sample_column(const std::string& name, const char* what) {
    const std::vector<std::string> columns = file_.columns(kObs);
    const bool is_there = std::find(columns.begin(), columns.end(), name) != columns.end();
    if (!is_there && request_.columns_may_be_missing) return std::nullopt;
    SampleColumn column;
    column.source = path_;
    column.name = name;
    column.values = file_.column(kObs, name);
    const bool is_target = std::string_view(what) == "target";
    for (std::size_t i = 0; i < column.values.size(); ++i) {
      if (!is_missing_label(column.values[i])) continue;
      const std::string place = fmt::format("row {} of obs, column {}", i, in_quotes(name));
      const std::string message =
          fmt::format("{}: the {} is missing; expected a value", place, what);
      if (!is_target) fail_in(path_, message);
      if (request_.columns_may_be_missing || request_.unlabelled == "drop") continue;
      problems_.add(Problems::Kind::no_label, path_ + ": " + message, place);
      problems_.set_remedy(Problems::Kind::no_label, "--unlabelled drop leaves such samples out");
    }
    return column;
  }

  void read_sample_names() {
    const bool has_column = !request_.id_column.empty();
    data_.sample_names = has_column ? file_.column(kObs, request_.id_column) : file_.index(kObs);
    data_.id_column = has_column ? request_.id_column : file_.index_name(kObs);
    number_distinct_names(data_.sample_names, "sample", [&](std::size_t i) {
      return fmt::format("{}: row {} of obs", path_, i);
    });
  }

  std::string place_of_matrix() const {
    if (part_.empty() || part_ == "X") return "X";
    const std::vector<std::string> layers = file_.members("layers");
    if (std::find(layers.begin(), layers.end(), part_) != layers.end()) return "layers/" + part_;
    fail_in(path_, fmt::format("no layer {}; {}", in_quotes(part_),
                               layers.empty() ? "it has none, so leave the name out for X"
                                              : "the layers are " + listed(layers)));
  }

  void read_matrix() {
    const std::string place = place_of_matrix();
    StoredMatrix matrix = file_.read_matrix(place);
    std::vector<std::string> names = file_.index(kVar);
    const auto [rows, columns] = std::visit(
        [](const auto& stored) { return std::pair(stored.rows, stored.columns); }, matrix);
    check_data_size(path_, rows, columns);
    if (rows != static_cast<std::int64_t>(data_.sample_names.size()) ||
        columns != static_cast<std::int64_t>(names.size())) {
      fail_in(path_, fmt::format("{} is {} x {}, but obs has {} rows and var {}; it is damaged",
                                 place, rows, columns, data_.sample_names.size(), names.size()));
    }
    FeatureChoice choice(request_);
    std::vector<NodeId> kept;
    for (std::size_t j = 0; j < names.size(); ++j) {
      if (choice.takes(names[j])) kept.push_back(static_cast<NodeId>(j));
    }
    choice.check_all_dropped(path_, "feature");
    if (kept.empty()) kept.push_back(0);  // for a message about what features are called here
    const bool is_whole = kept.size() == names.size();
    std::vector<std::string> kept_names;
    for (const NodeId j : kept) kept_names.push_back(std::move(names[static_cast<std::size_t>(j)]));
    auto design = make_design(std::move(matrix), is_whole ? std::vector<NodeId>() : kept);
    take_names(std::move(kept_names), std::move(design), kept);
  }

  template <class Values>
  static void keep_columns(std::size_t width, const std::vector<NodeId>& kept, Values& values) {
    std::size_t written = 0;
    for (std::size_t row = 0; row < values.size(); row += width) {
      for (const NodeId j : kept) values[written++] = values[row + static_cast<std::size_t>(j)];
    }
    values.resize(written);
  }

  static std::shared_ptr<const DesignMatrix> make_design(StoredMatrix matrix,
                                                         const std::vector<NodeId>& kept) {
    if (auto* const arrays = std::get_if<CompressedArrays>(&matrix)) {
      return make_compressed(std::move(*arrays), kept);
    }
    auto& dense = std::get<StoredDense>(matrix);
    return std::visit(
        [&](auto& values) -> std::shared_ptr<const DesignMatrix> {
          using Scalar = typename std::decay_t<decltype(values)>::value_type;
          const auto columns = static_cast<NodeId>(
              kept.empty() ? dense.columns : static_cast<std::int64_t>(kept.size()));
          if (!kept.empty()) keep_columns(static_cast<std::size_t>(dense.columns), kept, values);
          return std::make_shared<const DenseMatrix<Scalar>>(dense.rows, columns,
                                                             std::move(values));
        },
        dense.values);
  }

  // Names of features may be double in AnnData, too.
  void take_names(std::vector<std::string> names, std::shared_ptr<const DesignMatrix> design,
                  const std::vector<NodeId>& kept) {
    const auto where = [&](std::size_t i) {
      return fmt::format("{}: row {} of var", path_, kept[i]);
    };
    NameTable table;
    for (const std::string& name : names) {
      if (const auto flaw = flaw_of_name(name)) {
        fail_in(path_, fmt::format("the name {} of a feature {}", in_quotes(name), *flaw));
      }
      table.intern(name);
    }
    if (table.names().size() == names.size()) {
      data_.feature_names = std::move(names);
      data_.design = std::move(design);
      return;
    }
    const bool is_repaired = !request_.duplicates.empty() && request_.duplicates != "error";
    FeatureValues features{std::move(names), is_repaired ? design->rows() : 0, {}};
    if (is_repaired) features.values = dense_values(*design);
    // What is missing is seen to with the whole matrix.
    DataRequest merging = request_;
    merging.missing = {};
    take_features(merging, std::move(features), where, data_, problems_);
    problems_.check();
  }

  const std::string& path_;
  const std::string& part_;
  const DataRequest& request_;
  Problems& problems_;
  H5adFile file_;
  Dataset data_;
};

std::string only_member(const std::string& path, const std::vector<std::string>& names,
                        const std::string& things) {
  if (names.size() == 1) return names.front();
  if (names.empty()) fail_in(path, fmt::format("has no {}", things));
  fail_in(path, fmt::format("say which of its {} is meant, as in {}:{}; there are {}", things, path,
                            names.front(), listed(names)));
}

}  // namespace

Dataset read_h5ad_data(const std::string& path, const std::string& part, const DataRequest& request,
                       Problems& problems) {
  return H5adReader(path, part, request, problems).read();
}

FileColumn read_h5ad_column(const std::string& path, const std::string& name,
                            const std::string& id_column) {
  const H5adFile file(path);
  FileColumn column;
  column.source = path;
  column.name = name.empty() ? only_member(path, file.columns(kObs), "columns of obs") : name;
  column.values = file.column(kObs, column.name);
  const std::vector<std::string> columns = file.columns(kObs);
  const bool has_ids = std::find(columns.begin(), columns.end(), id_column) != columns.end();
  column.ids = has_ids ? file.column(kObs, id_column) : file.index(kObs);
  column.id_name = has_ids ? id_column : file.index_name(kObs);
  column.column_count = 2;
  return column;
}

EdgeTable read_h5ad_edges(const std::string& path, const std::string& name) {
  const H5adFile file(path);
  const std::vector<std::string> networks = file.members("varp");
  const std::string chosen = name.empty() ? only_member(path, networks, "networks in varp") : name;
  if (std::find(networks.begin(), networks.end(), chosen) == networks.end()) {
    fail_in(path,
            fmt::format("no network {} in varp; {}", in_quotes(chosen),
                        networks.empty() ? "there is none" : "there are " + listed(networks)));
  }
  EdgeTable table = edges_of_matrix(file.read_matrix("varp/" + chosen), path + ":" + chosen);
  std::vector<std::string> names = file.index(kVar);
  if (names.size() != static_cast<std::size_t>(table.implied_node_count)) {
    fail_in(path, fmt::format("the network {} has {} nodes, but var {} rows; it is damaged",
                              in_quotes(chosen), table.implied_node_count, names.size()));
  }
  number_distinct_names(names, "feature",
                        [&](std::size_t i) { return fmt::format("{}: row {} of var", path, i); });
  table.names = std::move(names);
  table.implied_node_count = 0;
  table.value_name = chosen;
  table.numbered = std::all_of(table.names.begin(), table.names.end(), [](const std::string& text) {
    return parse_index(text).has_value();
  });
  return table;
}

}  // namespace graphsparse::io
