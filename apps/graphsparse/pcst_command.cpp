#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "common_options.hpp"
#include "errors.hpp"
#include "graphsparse/io/edge_table.hpp"
#include "graphsparse/io/join.hpp"
#include "graphsparse/io/vector_file.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "inputs.hpp"
#include "option_types.hpp"
#include "output.hpp"
#include "run_command.hpp"
#include "selection_results.hpp"

namespace graphsparse::cli {
namespace {

std::vector<std::string> pruning_names() {
  std::vector<std::string> names;
  for (const Pruning pruning : {Pruning::none, Pruning::simple, Pruning::gw, Pruning::strong}) {
    names.emplace_back(to_string(pruning));
  }
  return names;
}

std::vector<std::pair<std::string, std::string>> facts_of(const JoinedGraph& joined,
                                                          const Forest& forest, double seconds) {
  return {{"graph", describe_graph(joined)},
          {"objective",
           fmt::format("{} (edges {} + prizes left out {})", format_number(forest.objective()),
                       format_number(forest.cost), format_number(forest.prizes_outside))},
          {"lower bound", format_number(forest.lower_bound)},
          {"components", std::to_string(forest.components)},
          {"time", format_duration(seconds)}};
}

class PcstCommand : public Command {
 public:
  explicit PcstCommand(CLI::App& app) : app_(app) {
    add_network_options(app, network_);
    add_text(app, "--prizes", prizes_,
             "name<TAB>prize lines, .npy, or a column of a table; prizes are not negative")
        ->type_name("FILE[:COLUMN]")
        ->required();
    add_text(app, "--root", root_, "A node that must be in the tree")->type_name("NODE");
    add_whole_number(app, "--components", components_, {0, kNoLimit},
                     "Number of trees to stop growing at (default 1; 0 with --root)");
    add_choice(app, "--pruning", pruning_, pruning_names(), "What is cut off after growing");
    add_amount(app, "--cost-scale", cost_scale_, "Every edge cost is multiplied by this");
    add_whole_number(app, "--repeat", repeat_, {1, kNoLimit},
                     "Solve so many times; `seconds` is the mean of one");
    add_selection_options(app, results_);
    add_common_options(app, common_);
    add_out_file(app, out_);
    app.footer(
        "Chooses a forest that pays for its edges and for the prizes of the nodes it leaves out.\n"
        "The result costs at most twice the best one; lower_bound says how good it surely is.\n\n"
        "Example: graphsparse pcst --graph grid:32x32 --prizes prizes.tsv --json");
  }

  void run() override {
    if (!root_.empty() && components_.value_or(0) > 0) {
      throw UsageError("--root grows one tree; it cannot be combined with --components");
    }
    if (root_.empty() && components_ == 0) {
      throw UsageError("--components must be at least 1 without --root");
    }
    check_selection_results(results_);
    check_writable(out_);
    const NamedVector prizes = read_vector(prizes_);
    require_non_negative(prizes, "prize");
    const JoinedGraph joined = read_joined(network_, prizes, common_.quiet);

    const PcstInput input = {joined.values, options_for(joined)};
    PcstSolver solver(joined.graph);
    const Forest* forest = nullptr;
    const double seconds = mean_seconds(
        repeat_, common_.quiet, [] {}, [&] { forest = &solver.solve(input); });
    note_join(joined.report, common_.quiet);
    write_results(joined, *forest, seconds);
    write_result(out_, common_.json ? to_text(to_json(joined, *forest, seconds))
                                    : to_table(joined, *forest, seconds));
  }

 private:
  PcstOptions options_for(const JoinedGraph& joined) const {
    PcstOptions options;
    options.cost_scale = cost_scale_;
    options.pruning = *parse_pruning(pruning_);
    options.components = components_.value_or(root_.empty() ? 1 : 0);
    if (!root_.empty()) options.root = find_node(joined, "--root", root_);
    return options;
  }

  Json to_json(const JoinedGraph& joined, const Forest& forest, double seconds) const {
    Json nodes = Json::array();
    for (const NodeId node : forest.nodes) nodes.push_back(joined.name(node));
    Json edges = Json::array();
    for (const EdgeId id : forest.edges) {
      const Edge edge = joined.graph.edge(id);
      edges.push_back({joined.name(edge.u), joined.name(edge.v)});
    }
    return {{"nodes", std::move(nodes)},       {"edges", std::move(edges)},
            {"objective", forest.objective()}, {"lower_bound", forest.lower_bound},
            {"components", forest.components}, {"seconds", seconds}};
  }

  std::string to_table(const JoinedGraph& joined, const Forest& forest, double seconds) const {
    const auto node = [&](std::size_t i) { return joined.name(forest.nodes[i]); };
    const auto edge = [&](std::size_t i) {
      const Edge chosen = joined.graph.edge(forest.edges[i]);
      return fmt::format("{} - {}", joined.name(chosen.u), joined.name(chosen.v));
    };
    auto fields = facts_of(joined, forest, seconds);
    fields.emplace_back(fmt::format("nodes ({})", forest.nodes.size()),
                        format_list(forest.nodes.size(), node));
    fields.emplace_back(fmt::format("edges ({})", forest.edges.size()),
                        format_list(forest.edges.size(), edge));
    return format_fields(fields);
  }

  // The trees alone: edges between chosen nodes that the forest does not use are left out.
  void write_results(const JoinedGraph& joined, const Forest& forest, double seconds) const {
    Support nodes(forest.nodes.begin(), forest.nodes.end());
    std::sort(nodes.begin(), nodes.end());
    const auto place_of = [&](NodeId node) {
      return static_cast<NodeId>(std::lower_bound(nodes.begin(), nodes.end(), node) -
                                 nodes.begin());
    };
    std::vector<Edge> edges;
    for (const EdgeId id : forest.edges) {
      const Edge edge = joined.graph.edge(id);
      edges.push_back({place_of(edge.u), place_of(edge.v), edge.cost});
    }
    write_selection(results_,
                    {.title = fmt::format("Prize-collecting Steiner forest of {}", prizes_),
                     .facts = facts_of(joined, forest, seconds),
                     .graph = network_.graph,
                     .value_name = "prize",
                     .nodes = std::move(nodes),
                     .edges = std::move(edges)},
                    joined, record_run(app_), common_.quiet);
  }

  const CLI::App& app_;
  CommonOptions common_;
  NetworkOptions network_;
  std::string prizes_;
  std::string root_;
  std::optional<std::int64_t> components_;
  std::string pruning_{to_string(PcstOptions{}.pruning)};
  double cost_scale_ = 1.0;
  std::int64_t repeat_ = 1;
  SelectionResults results_;
  std::string out_;
};

}  // namespace

std::unique_ptr<Command> make_pcst_command(CLI::App& app) {
  return std::make_unique<PcstCommand>(app);
}

}  // namespace graphsparse::cli
