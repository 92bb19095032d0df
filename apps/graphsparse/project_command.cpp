#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
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
#include "graphsparse/io/subnetwork_file.hpp"
#include "graphsparse/io/vector_file.hpp"
#include "graphsparse/reference/projection_sizes.hpp"
#include "graphsparse/reference/projection_table.hpp"
#include "inputs.hpp"
#include "option_types.hpp"
#include "output.hpp"
#include "run_command.hpp"
#include "selection_results.hpp"
#include "table_options.hpp"

namespace graphsparse::cli {
namespace {

std::string describe_methods() {
  std::string text = "Methods:\n";
  for (const ProjectionMethod& method : all_projection_methods()) {
    text += fmt::format("  {:<18} {}\n", method.name, method.summary);
  }
  return text;
}

class ProjectCommand : public Command {
 public:
  explicit ProjectCommand(CLI::App& app) : app_(app) {
    add_network_options(app, network_);
    add_text(app, "--vector", vector_, "name<TAB>value lines, .npy, or a column of a table")
        ->type_name("FILE[:COLUMN]")
        ->required();
    add_choice(app, "--kind", kind_, {"head", "tail"},
               "head: keep much of the norm; tail: lose little of it")
        ->required();
    CLI::Option* sparsity = add_whole_number(app, "--sparsity", size_.sparsity, {1, kNoLimit},
                                             "Number of nodes wanted");
    CLI::Option* slack = add_amount(app, "--slack", size_.slack,
                                    "Accept up to (1 + X) times as many (default: 0.1 for the "
                                    "published searches, else 0)");
    CLI::Option* low = add_whole_number(app, "--low", size_.low, {0, kNoLimit},
                                        "Fewest nodes (instead of --sparsity)");
    CLI::Option* high =
        add_whole_number(app, "--high", size_.high, {1, kNoLimit}, "Most nodes; at most all");
    sparsity->excludes(low)->excludes(high);
    slack->needs(sparsity)->excludes(low)->excludes(high);
    low->needs(high);
    high->needs(low);
    add_whole_number(app, "--components", components_, {1, kNoLimit},
                     "Largest number of connected components");
    add_choice(app, "--method", method_, projection_names(), "How to search; see below")
        ->type_name("NAME");
    add_whole_number(app, "--max-calls", max_calls_, {1, std::numeric_limits<int>::max()},
                     "PCST solves before a search gives up");
    add_amount(app, "--budget", budget_, "Bound on the cost of the edges, for --method budget");
    add_positive(
        app, "--factor", factor_,
        "head: unite heads of what is left over until X of the best norm is proven, below 1");
    add_positive(app, "--lambda", lambda_, "Cost multiplier to start the search at (warm start)");
    add_whole_number(app, "--repeat", repeat_, {1, kNoLimit},
                     "Project so many times; `seconds` is the mean of one");
    add_selection_options(app, results_);
    add_common_options(app, common_);
    add_out_file(app, out_);
    app.footer(describe_methods() +
               "\nWithout a size, --kind head takes at least half of the nodes.\n\n"
               "Example: graphsparse project --graph grid:32x32 --vector x.tsv --kind tail "
               "--sparsity 60");
  }

  void run() override {
    if (const auto name = renamed_projection(method_)) {
      note_spelling("--method " + method_, fmt::format("--method {}", *name));
    }
    method_ = find_projection(method_).name;
    check_options();
    check_selection_results(results_);
    check_writable(out_);
    const JoinedGraph joined = read_joined(network_, read_vector(vector_), common_.quiet);

    const ProjectionOptions options = options_for(joined.graph.node_count());
    const std::unique_ptr<Projection> projection = make_projection(method_, joined.graph, options);
    const ProjectionResult* result = nullptr;
    const double seconds = mean_seconds(
        repeat_, common_.quiet, [&] { projection->set_lambda(lambda_); },
        [&] { result = &projection->project(joined.values); });
    note_join(joined.report, common_.quiet);
    auto told = facts(joined, options, *result, seconds);
    write_selection(results_,
                    {.title = fmt::format("Projection of {}", vector_),
                     .facts = told,
                     .graph = network_.graph,
                     .value_name = "value",
                     .nodes = result->support,
                     .edges = induced_edges(joined.graph, result->support)},
                    joined, record_run(app_), common_.quiet);
    if (common_.json) {
      write_result(out_, to_text(to_json(joined, options, *result, seconds)));
      return;
    }
    const auto node = [&](std::size_t i) { return joined.name(result->support[i]); };
    told.emplace_back("support", format_list(result->support.size(), node));
    write_result(out_, format_fields(told));
  }

 private:
  void check_options() const {
    if (size_.low && *size_.low > *size_.high) {
      throw UsageError(fmt::format("--low {} is above --high {}", *size_.low, *size_.high));
    }
    const bool is_tail = parse_projection_kind(kind_) == ProjectionKind::tail;
    if (is_tail && !size_.sparsity && !size_.low) {
      throw UsageError("--kind tail needs a size: --sparsity, or --low and --high");
    }
    const bool needs_budget = find_projection(method_).needs_budget;
    if (needs_budget && !budget_) {
      throw UsageError("--method budget needs --budget, the bound on the cost of the edges");
    }
    if (factor_ && is_tail) throw UsageError("--factor is for --kind head");
    if (factor_ && *factor_ >= 1.0) {
      throw UsageError(fmt::format("--factor must be below 1, not '{}'", *factor_));
    }
    if (!needs_budget && budget_) {
      throw UsageError(fmt::format("--budget is for --method budget, not for '{}'", method_));
    }
  }

  ProjectionOptions options_for(std::int64_t node_count) const {
    const SizeRange sizes = choose_sizes(size_, find_projection(method_), node_count);
    ProjectionOptions options;
    options.kind = *parse_projection_kind(kind_);
    options.min_size = sizes.low;
    options.max_size = sizes.high;
    options.components = components_;
    options.max_calls = static_cast<int>(max_calls_);
    options.budget = budget_;
    options.factor = factor_;
    return options;
  }

  Json to_json(const JoinedGraph& joined, const ProjectionOptions& options,
               const ProjectionResult& result, double seconds) const {
    Json support = Json::array();
    for (const NodeId node : result.support) support.push_back(joined.name(node));
    const Json factor = result.certified_factor ? Json(*result.certified_factor) : Json(nullptr);
    Json document = {{"support", std::move(support)},
                     {"captured", result.captured},
                     {"residual", result.lost},
                     {"pcst_calls", result.pcst_calls},
                     {"lambda", result.lambda},
                     {"within_range", result.within_range},
                     {"components", result.components},
                     {"certified_factor", factor},
                     {"seconds", seconds},
                     {"kind", to_string(options.kind)},
                     {"method", method_},
                     {"size", result.support.size()},
                     {"low", options.min_size},
                     {"high", options.max_size}};
    if (factor_) document["rounds"] = result.rounds;
    return document;
  }

  std::vector<std::pair<std::string, std::string>> facts(const JoinedGraph& joined,
                                                         const ProjectionOptions& options,
                                                         const ProjectionResult& result,
                                                         double seconds) const {
    const double total = result.captured + result.lost;
    const double share = total > 0.0 ? 100.0 * result.captured / total : 100.0;
    const std::string wanted =
        options.min_size == options.max_size
            ? fmt::format("{} wanted", options.min_size)
            : fmt::format("{} to {} wanted", options.min_size, options.max_size);
    const std::string method = fmt::format("{}, {}", method_, kind_);
    return {{"graph", describe_graph(joined)},
            {"method", factor_ ? fmt::format("{}, {} rounds", method, result.rounds) : method},
            {"size", fmt::format("{} ({}{})", result.support.size(), wanted,
                                 result.within_range ? "" : ": not reached")},
            {"components", std::to_string(result.components)},
            {"captured", fmt::format("{} ({:.1f} % of the squared norm)",
                                     format_number(result.captured), share)},
            {"residual", format_number(result.lost)},
            {"certified factor",
             result.certified_factor ? format_number(*result.certified_factor) : "none"},
            {"PCST solves", std::to_string(result.pcst_calls)},
            {"lambda", format_number(result.lambda)},
            {"time", format_duration(seconds)}};
  }

  const CLI::App& app_;
  CommonOptions common_;
  NetworkOptions network_;
  std::string vector_;
  std::string kind_;
  SizeRequest size_;
  std::int64_t components_ = 1;
  std::string method_{kDefaultProjectionMethod};
  std::int64_t max_calls_ = ProjectionOptions{}.max_calls;
  std::optional<double> budget_;
  std::optional<double> factor_;
  std::optional<double> lambda_;
  std::int64_t repeat_ = 1;
  SelectionResults results_;
  std::string out_;
};

}  // namespace

std::unique_ptr<Command> make_project_command(CLI::App& app) {
  return std::make_unique<ProjectCommand>(app);
}

}  // namespace graphsparse::cli
