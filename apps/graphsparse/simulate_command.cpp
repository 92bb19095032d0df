#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "command.hpp"
#include "common_options.hpp"
#include "errors.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/fit/feature_graph.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/io/edge_table.hpp"
#include "graphsparse/io/join.hpp"
#include "graphsparse/io/npy.hpp"
#include "graphsparse/objective/loss.hpp"
#include "inputs.hpp"
#include "interrupt.hpp"
#include "option_types.hpp"
#include "output.hpp"

namespace graphsparse::cli {
namespace {

std::string describe_noises() {
  std::string text;
  for (const SimulationRow& row : simulation_table()) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", row.loss, row.noise);
  }
  return text;
}

// Numbers 0 to n-1 are positions in a matrix without names.
bool has_positions(const EdgeTable& table) {
  if (table.names.empty()) return true;
  if (!table.numbered) return false;
  // Distinct numbers without leading zeros: all are below n if the longest and largest is.
  const auto largest = std::max_element(table.names.begin(), table.names.end(),
                                        [](const std::string& a, const std::string& b) {
                                          return a.size() != b.size() ? a.size() < b.size() : a < b;
                                        });
  return *largest == std::to_string(table.node_count() - 1);
}

// Nodes in an order that does not depend on that of the edges.
JoinedGraph order_nodes(const EdgeTable& table) {
  NamedVector order;
  order.source = table.source;
  order.values.assign(table.node_count(), 0.0);
  if (!has_positions(table)) {
    order.names = table.names;
    std::sort(order.names.begin(), order.names.end());
  }
  return join(table, order);
}

// What a .tsv file cannot hold as a name.
void check_name(const std::string& name) {
  if (!name.starts_with('#')) return;
  throw InputError(fmt::format(
      "the name '{}' begins with #, which makes its line in a .tsv file a remark; rename it",
      name));
}

std::string edges_to_tsv(const JoinedGraph& joined) {
  std::string text;
  for (EdgeId e = 0; e < joined.graph.edge_count(); ++e) {
    const Edge edge = joined.graph.edge(e);
    fmt::format_to(std::back_inserter(text), "{}\t{}\t{}\n", joined.name(edge.u),
                   joined.name(edge.v), edge.cost);
  }
  return text;
}

class SimulateCommand : public Command {
 public:
  explicit SimulateCommand(CLI::App& app) {
    add_network_options(app, network_);
    add_whole_number(app, "--sparsity", sparsity_, {1, kNoLimit}, "Nodes of the planted signal")
        ->default_str("")
        ->required();
    add_whole_number(app, "--observations", observations_, {1, kNoLimit}, "Rows of the design")
        ->default_str("")
        ->required();
    add_choice(app, "--loss", loss_, names_of(simulation_table(), &SimulationRow::loss),
               fmt::format("{}", fmt::join(names_of(simulation_table(), &SimulationRow::summary),
                                           ", or ")));
    add_amount(app, "--noise", noise_, describe_noises());
    add_whole_number(app, "--components", components_, {1, kNoLimit},
                     "Connected parts of the signal, which do not touch");
    add_text(app, "--out", out_, "Folder for the files")->type_name("OUT-DIR")->required();
    add_common_options(app, common_);
    app.footer(
        "Writes design.npy, target.npy, truth.tsv (name<TAB>value, planted nodes only), graph.tsv\n"
        "and, where nodes are not numbered from 0, features.tsv with their names.\n\n"
        "Example: graphsparse simulate --graph grid:16x16 --sparsity 20 --observations 100 --out "
        "sim");
  }

  void add_outputs(FileRoles& files) const override {
    for (const char* name :
         {"design.npy", "target.npy", "truth.tsv", "graph.tsv", "features.tsv"}) {
      files.writes("--out", path(name));
    }
  }

  void run() override {
    if (components_ > sparsity_) {
      throw UsageError(
          fmt::format("--components {} is more than --sparsity {}", components_, sparsity_));
    }
    const EdgeTable table = read_edge_table(network_.graph, network_.edge_options());
    const auto grid = grid_size_of(network_.graph, !table.names.empty(), table.node_count());
    const JoinedGraph joined = order_nodes(table);
    const NodeId centre =
        grid ? static_cast<NodeId>(grid->height / 2 * grid->width + grid->width / 2) : kNoNode;
    const PlantedSignal signal = plant(joined.graph, centre);
    make_directory(out_);
    const std::vector<std::string> files = write_files(joined, signal, measure(signal));
    write_result("", common_.json ? to_text(to_json(joined, signal, files))
                                  : to_table(joined, signal, files));
  }

 private:
  PlantedSignal plant(const Graph& graph, NodeId start) const {
    if (sparsity_ > graph.node_count()) {
      throw InputError(fmt::format("--sparsity {} is more than the graph has: {} nodes", sparsity_,
                                   graph.node_count()));
    }
    RandomStream walk = stream("support");
    Support support = random_walk_supports(graph, start, sparsity_, components_, walk);
    RandomStream values = stream("signal");
    return find_simulation(loss_).plant(std::move(support), graph.node_count(), values);
  }

  Measurements measure(const PlantedSignal& signal) const {
    RandomStream measurements = stream("measurements");
    return find_simulation(loss_).measure(signal, observations_, noise_, measurements);
  }

  std::vector<std::string> write_files(const JoinedGraph& joined, const PlantedSignal& signal,
                                       const Measurements& seen) const {
    std::string names;
    for (const std::string& name : joined.names) {
      check_name(name);
      names += name + "\n";
    }
    std::string truth;
    for (const NodeId node : signal.support) {
      truth += fmt::format("{}\t{}\n", joined.name(node), signal.values[node]);
    }
    std::vector<std::string> files = {path("design.npy"), path("target.npy"), path("truth.tsv"),
                                      path("graph.tsv")};
    {
      const DeferInterrupts until_renamed;
      write_npy(files[0], seen.design, observations_, joined.graph.node_count());
      write_npy(files[1], seen.target);
    }
    write_result(files[2], truth);
    write_result(files[3], edges_to_tsv(joined));
    if (names.empty()) return files;
    files.push_back(path("features.tsv"));
    write_result(files.back(), names);
    return files;
  }

  Json to_json(const JoinedGraph& joined, const PlantedSignal& signal,
               const std::vector<std::string>& files) const {
    Json support = Json::array();
    for (const NodeId node : signal.support) support.push_back(joined.name(node));
    return {{"nodes", joined.graph.node_count()},
            {"edges", joined.graph.edge_count()},
            {"sparsity", sparsity_},
            {"components", count_induced_components(joined.graph, signal.support)},
            {"observations", observations_},
            {"loss", loss_},
            {"noise", noise_},
            {"seed", common_.seed},
            {"support", std::move(support)},
            {"files", files}};
  }

  std::string to_table(const JoinedGraph& joined, const PlantedSignal& signal,
                       const std::vector<std::string>& files) const {
    const auto node = [&](std::size_t i) { return joined.name(signal.support[i]); };
    const std::string fields = format_fields(
        {{"graph", describe_graph(joined)},
         {"observations", std::to_string(observations_)},
         {"loss", loss_},
         {"noise", format_number(noise_)},
         {"components", std::to_string(count_induced_components(joined.graph, signal.support))},
         {fmt::format("planted ({})", signal.support.size()),
          format_list(signal.support.size(), node)},
         {"files", format_list(files.size(), [&](std::size_t i) { return files[i]; })}});
    return fields + "\nTry:\n  " + next_command(joined) + "\n";
  }

  std::string next_command(const JoinedGraph& joined) const {
    std::string command =
        fmt::format("graphsparse fit --data {} --labels {} --graph {} --sparsity {}",
                    path("design.npy"), path("target.npy"), path("graph.tsv"), sparsity_);
    if (!joined.names.empty()) command += " --feature-names " + path("features.tsv");
    if (components_ > 1) command += fmt::format(" --components {}", components_);
    if (loss_ != kDefaultLoss) command += " --loss " + loss_;
    return command;
  }

  RandomStream stream(StreamPurpose purpose) const {
    return RandomStream(static_cast<std::uint64_t>(common_.seed), purpose);
  }

  std::string path(const std::string& name) const {
    return (std::filesystem::path(out_) / name).string();
  }

  CommonOptions common_;
  NetworkOptions network_;
  std::int64_t sparsity_ = 0;
  std::int64_t observations_ = 0;
  std::string loss_{simulation_table().front().loss};
  double noise_ = 0.0;
  std::int64_t components_ = 1;
  std::string out_;
};

}  // namespace

std::unique_ptr<Command> make_simulate_command(CLI::App& app) {
  return std::make_unique<SimulateCommand>(app);
}

}  // namespace graphsparse::cli
