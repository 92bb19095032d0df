// One row a format that is read.
#include <CLI/CLI.hpp>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "config_file.hpp"
#include "fuzz/target.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/data/matrix_view.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/fit/model.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/io/data_file.hpp"
#include "graphsparse/io/edge_table.hpp"
#include "graphsparse/io/group_file.hpp"
#include "graphsparse/io/idx.hpp"
#include "graphsparse/io/npy.hpp"
#include "graphsparse/io/sample_weights.hpp"
#include "graphsparse/io/vector_file.hpp"
#include "graphsparse/work/checkpoint.hpp"
#include "io/zip_bytes.hpp"
#include "option_types.hpp"

namespace graphsparse::fuzz {
namespace {

// A file of some kilobytes cannot stand for more, unless it is a mapping full of one number.
constexpr std::int64_t kSmall = 100'000;

void read_graph(const std::string& path) {
  const EdgeTable table = read_edge_table(path);
  const std::int64_t nodes = table.node_count();
  for (const Edge& edge : table.edges) {
    require(edge.u >= 0 && edge.u < nodes && edge.v >= 0 && edge.v < nodes, "an end of no node");
    require(std::isfinite(edge.cost) && edge.cost >= 0.0, "a cost that is none");
  }
  if (nodes <= kSmall) (void)Graph::from_edges(nodes, table.edges);
}

void check_dataset(const Dataset& data) {
  require(data.design != nullptr, "no matrix");
  const std::int64_t rows = data.design->rows();
  const std::int64_t columns = data.design->columns();
  require(rows > 0 && columns > 0, "an empty matrix");
  const auto fits = [](std::size_t names, std::int64_t count) {
    return names == 0 || names == static_cast<std::size_t>(count);
  };
  require(fits(data.feature_names.size(), columns), "another number of names than of features");
  require(fits(data.sample_names.size(), rows), "another number of names than of samples");
  if (data.target) require(fits(data.target->values.size(), rows), "targets without a sample");
  if (rows > kSmall || columns > kSmall) return;
  const std::vector<double> factors(static_cast<std::size_t>(rows), 1.0);
  std::vector<double> sums(static_cast<std::size_t>(columns), 0.0);
  data.design->add_transposed(all_rows(rows), factors, sums);
}

void read_matrix(const std::string& path) {
  DataRequest request;
  request.data = path;
  check_dataset(read_data(request));
}

// With all that repairs a table.
void read_repaired(const std::string& path) {
  DataRequest request;
  request.data = path;
  request.target = "y";
  request.columns_may_be_missing = true;
  request.missing = "median";
  request.duplicates = "max-variance";
  request.unlabelled = "drop";
  check_dataset(read_data(request));
}

void read_transposed(const std::string& path) {
  DataRequest request;
  request.data = path;
  request.transpose = true;
  request.target = "y";
  request.columns_may_be_missing = true;
  check_dataset(read_data(request));
}

// Tables of AnnData beside its matrix.
void read_annotated(const std::string& path) {
  DataRequest request;
  request.data = path;
  request.target = "y";
  request.group_column = "g";
  request.columns_may_be_missing = true;
  check_dataset(read_data(request));
}

// The arrays that stand behind each other in the bytes, called as those of a sparse matrix are: a
// fuzzer would have to guess the checksums of an archive.
std::string pack_sparse_npz(std::string_view bytes) {
  constexpr std::string_view mark = "\x93NUMPY";
  constexpr std::array<std::string_view, 5> names = {"format", "shape", "data", "indices",
                                                     "indptr"};
  test_support::ZipBytes zip(false);
  std::size_t begin = bytes.find(mark);
  for (std::size_t i = 0; i < names.size() && begin != std::string_view::npos; ++i) {
    const std::size_t end = bytes.find(mark, begin + 1);
    const std::string array(bytes.substr(begin, end - begin));
    zip.add(std::string(names[i]) + ".npy", array);
    if (names[i] == "indices") zip.add("row.npy", array);
    if (names[i] == "indptr") zip.add("col.npy", array);
    begin = end;
  }
  return zip.finish();
}

void read_images(const std::string& path) {
  const IdxBytes images = read_idx(path);
  std::size_t count = 1;
  for (const std::int64_t size : images.sizes) count *= static_cast<std::size_t>(size);
  require(images.values.size() == count, "another number of values than the sizes say");
}

void read_any_vector(const std::string& path) {
  const NamedVector vector = read_vector(path);
  require(!vector.values.empty(), "no values");
  for (const double value : vector.values) require(std::isfinite(value), "a value that is none");
}

// Five features called a to e, and as many samples.
Dataset small_dataset() {
  const std::vector<double> values(25, 1.0);
  return make_dataset(view_row_major(std::span<const double>(values), 5, 5),
                      std::span<const double>(), {"a", "b", "c", "d", "e"});
}

void read_disjoint_groups(const std::string& path) {
  const FeatureGroups groups = read_groups(path, small_dataset());
  require(groups.group.size() == 5, "another number of features");
}

void read_overlapping_groups(const std::string& path) {
  const NamedGroups groups = read_latent_groups(path, small_dataset(), true);
  require(groups.groups.size() == groups.names.size(), "another number of names");
}

// A value a sample, and a covariate, for samples called a to e.
void read_labels(const std::string& path) {
  Dataset data = small_dataset();
  data.sample_names = {"a", "b", "c", "d", "e"};
  const SampleColumn column = read_sample_column(path, {}, data);
  require(column.values.size() == 5, "another number of values than of samples");
  DataRequest request;
  request.labels = path;
  request.missing = "mean";
  add_columns_of_labels({"age"}, request, data);
  require(data.feature_names.size() == static_cast<std::size_t>(data.design->columns()),
          "another number of names than of features");
}

// What was read is written and read again as the same.
void read_model(const std::string& path) {
  const Model model = Model::load(path);
  const std::string text = format_model(model);
  require(format_model(parse_model(text, path)) == text, "a model changes when it is saved");
}

WorkKey fuzz_key() {
  WorkKey key{"fuzz"};
  key.add("part", std::int64_t{1});
  return key;
}

// Sound lines are kept, and one can be added.
void read_checkpoint(const std::string& path) {
  std::size_t known = 0;
  {
    Checkpoint checkpoint(path, fuzz_key());
    known = checkpoint.records().size();
    checkpoint.add("new", "result\t\n");
  }
  const Checkpoint again(path, fuzz_key());
  require(again.records().size() == known + 1, "a result is lost");
  require(again.records().back().result == "result\t\n", "a result has changed");
}

void read_config(const std::string& path) {
  CLI::App tool;
  CLI::App* const command = tool.add_subcommand("fit");
  std::string text;
  std::int64_t whole = 1;
  double amount = 0.0;
  bool flag = false;
  cli::add_text(*command, "--data", text, "");
  cli::add_whole_number(*command, "--sparsity", whole, {1, 100}, "");
  cli::add_amount(*command, "--l2", amount, "");
  command->add_flag("--json", flag);
  cli::apply_config(path, *command);
  require(whole >= 1 && whole <= 100 && amount >= 0.0, "an option out of its range");
}

constexpr std::array kTargets = {
    Target{"edges-tsv", ".tsv", read_graph},
    Target{"edges-csv", ".csv", read_graph},
    Target{"edges-txt", ".txt", read_graph},
    Target{"edges-sif", ".sif", read_graph},
    Target{"edges-graphml", ".graphml", read_graph},
    Target{"edges-mtx", ".mtx", read_graph},
    Target{"edges-gz", ".tsv.gz", read_graph},
    Target{"edges-npz", ".npz", read_graph, 4096, pack_sparse_npz},
    Target{"edges-h5ad", ".h5ad", read_graph, 32768},
    Target{"data-csv", ".csv", read_matrix},
    Target{"data-tsv", ".tsv", read_matrix},
    Target{"data-txt", ".txt", read_matrix},
    Target{"data-repaired", ".csv", read_repaired},
    Target{"data-transposed", ".csv", read_transposed},
    Target{"data-gct", ".gct", read_matrix},
    Target{"data-npy", ".npy", read_matrix},
    Target{"data-npz", ".npz", read_matrix},
    Target{"sparse-npz", ".npz", read_matrix, 4096, pack_sparse_npz},
    Target{"data-h5ad", ".h5ad", read_annotated, 32768},
    Target{"data-mtx", ".mtx", read_matrix},
    Target{"data-svm", ".svm", read_matrix},
    Target{"data-mat", ".mat", read_matrix, 16384},
    Target{"vector-tsv", ".tsv", read_any_vector},
    Target{"vector-csv", ".csv", read_any_vector},
    Target{"vector-npy", ".npy", read_any_vector},
    Target{"vector-npz", ".npz", read_any_vector},
    Target{"labels", ".csv", read_labels},
    Target{"idx", ".idx", read_images},
    Target{"groups", ".tsv", read_disjoint_groups},
    Target{"latent-groups", ".tsv", read_overlapping_groups},
    Target{"gmt", ".gmt", read_overlapping_groups},
    Target{"model", ".json", read_model, 16384},
    Target{"checkpoint", ".partial", read_checkpoint},
    Target{"config", ".toml", read_config, 200'000},
};

}  // namespace

std::span<const Target> reader_targets() { return kTargets; }

}  // namespace graphsparse::fuzz
