#include "inputs.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>

#include "command.hpp"
#include "errors.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/core/option.hpp"
#include "graphsparse/core/suggest.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/io/subnetwork_file.hpp"
#include "option_types.hpp"
#include "output.hpp"

namespace graphsparse::cli {
namespace {

// An excluded name that nothing has is a mistake.
void check_excluded(const EdgeOptions& options, const EdgeTable& whole, const NamedVector& vector) {
  for (const std::string& name : options.exclude) {
    const auto has = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (has(vector.names) || has(whole.names) || whole.names.empty()) continue;
    throw InputError(
        fmt::format("`exclude`: no node is called '{}'{}", name, did_you_mean(name, whole.names)));
  }
}

}  // namespace

EdgeOptions NetworkOptions::edge_options() const {
  return {values, min_score, split_names(exclude, "exclude")};
}

void add_network_options(CLI::App& app, NetworkOptions& options) {
  add_text(app, "--graph", options.graph,
           "Edge list (.tsv .csv .txt .sif .graphml .mtx .npz .h5ad:NETWORK) or grid:WxH")
      ->type_name("GRAPH")
      ->required();
  add_choice(
      app, "--edge-values", options.values, {"cost", "confidence", "ignore"},
      "What the values of edges mean (default: confidence where called score or weight, else "
      "cost)");
  add_amount(app, "--min-score", options.min_score, "Drop edges with a lower score");
  add_text(app, "--exclude", options.exclude, "Nodes to leave out")->type_name("LIST");
}

JoinedGraph read_joined(const NetworkOptions& options, const NamedVector& vector, bool quiet) {
  EdgeOptions edges = options.edge_options();
  if (!edges.exclude.empty()) {
    EdgeOptions without_exclusion = edges;
    without_exclusion.exclude.clear();
    check_excluded(edges, read_edge_table(options.graph, without_exclusion), vector);
  }
  const EdgeTable table = read_edge_table(options.graph, edges);
  JoinedGraph joined = join(table, without_names(vector, edges.exclude));
  if (!quiet) {
    for (const std::string& note : vector.notes) print_message("note: " + note);
    for (const std::string& note : table.notes) print_message("note: " + with_option_names(note));
  }
  return joined;
}

std::string describe_graph(const JoinedGraph& joined) {
  return fmt::format("{} nodes, {} edges", joined.graph.node_count(), joined.graph.edge_count());
}

void note_join(const JoinReport& report, bool quiet) {
  if (!report.is_complete() && !quiet) print_message("note: " + report.describe());
}

NodeId find_node(const JoinedGraph& joined, const std::string& option, const std::string& name) {
  const NodeId node = joined.find(name);
  if (node != kNoNode) return node;
  if (joined.names.empty()) {
    throw InputError(fmt::format("{}: no node is called '{}'; the nodes are 0 to {}", option, name,
                                 joined.graph.node_count() - 1));
  }
  throw InputError(
      fmt::format("{}: no node is called '{}'{}", option, name, did_you_mean(name, joined.names)));
}

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExportType = "OUT.graphml";

// Device and inode of what exists; the canonical path of what does not.
using Identity = std::tuple<dev_t, ino_t, std::string>;

std::optional<Identity> identify(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) {
    std::error_code error;
    const fs::path canonical = fs::weakly_canonical(fs::absolute(path, error), error);
    return Identity{0, 0, error ? path : canonical.string()};
  }
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return std::nullopt;
  return Identity{status.st_dev, status.st_ino, {}};
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// File names may have colons themselves, so the longest existing file before a colon is meant.
// Nothing where there is no file: what does not exist cannot be lost.
std::optional<std::string> existing_file(std::string spec) {
  while (!exists(spec)) {
    const std::size_t colon = spec.rfind(':');
    if (colon == std::string::npos || colon == 0) return std::nullopt;
    spec.resize(colon);
  }
  return spec;
}

// Exports of one subnetwork share the file that describes its nodes.
void add_node_tables(const CLI::Option& option, FileRoles& files) {
  std::set<std::string> tables;
  for (const std::string& value : option.results()) {
    const std::vector<std::string> paths = subnetwork_paths(value);
    tables.insert(paths.begin() + 1, paths.end());
  }
  for (const std::string& path : tables) files.writes(option.get_name(), path);
}

}  // namespace

void FileRoles::reads(std::string_view option, const std::string& spec) {
  if (auto path = existing_file(spec)) read_.push_back({std::string(option), std::move(*path)});
}

void FileRoles::writes(std::string_view option, const std::string& path) {
  if (!path.empty()) written_.push_back({std::string(option), path});
}

void FileRoles::check() const {
  for (auto output = written_.begin(); output != written_.end(); ++output) {
    const std::optional<Identity> identity = identify(output->path);
    if (!identity) continue;
    const auto is_same = [&](const Use& other) { return identify(other.path) == identity; };
    const auto input = std::find_if(read_.begin(), read_.end(), is_same);
    if (input != read_.end()) {
      throw UsageError(fmt::format("{} would write over {}, which {} reads; give another name",
                                   output->option, output->path, input->option));
    }
    const auto before = std::find_if(written_.begin(), output, is_same);
    if (before != output) {
      throw UsageError(fmt::format("{} and {} would both write {}; give them different names",
                                   before->option, output->option, output->path));
    }
  }
}

FileRole role_of_type(std::string_view type) {
  if (type.starts_with("OUT")) return FileRole::written;
  constexpr std::array<std::string_view, 6> read = {
      "FILE", "FILE[:COLUMN]", "NAME|FILE:COLUMN", "MODEL.json", "GRAPH", "DIR"};
  return std::find(read.begin(), read.end(), type) != read.end() ? FileRole::read : FileRole::none;
}

void check_files(const CLI::App& app, const Command& command) {
  FileRoles files;
  for (const CLI::Option* option : app.get_options()) {
    const FileRole role = role_of_type(option->get_type_name());
    for (const std::string& value : option->results()) {
      if (role == FileRole::read) files.reads(option->get_name(), value);
      if (role == FileRole::written) files.writes(option->get_name(), value);
    }
    if (option->get_type_name() == kExportType) add_node_tables(*option, files);
  }
  command.add_outputs(files);
  files.check();
}

}  // namespace graphsparse::cli
