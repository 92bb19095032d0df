#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "command.hpp"
#include "common_options.hpp"
#include "demo_picture.hpp"
#include "demo_scene.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/projection/projection.hpp"
#include "option_types.hpp"
#include "output.hpp"
#include "repeat.hpp"
#include "size_range.hpp"
#include "terminal.hpp"
#include "text_table.hpp"

namespace graphsparse::cli {
namespace {

constexpr std::int64_t kRepeats = 5;  // for a steady time; a projection takes milliseconds

struct Outcome {
  std::string method;
  ProjectionResult result;
  std::size_t recovered = 0;  // planted nodes among those found
  double seconds = 0.0;
};

Outcome recover(const DemoScene& scene, std::string_view method) {
  SizeRequest request;
  request.sparsity = static_cast<std::int64_t>(scene.planted.size());
  const SizeRange sizes = choose_sizes(request, method, scene.grid.node_count());
  ProjectionOptions options;
  options.kind = ProjectionKind::tail;
  options.low = sizes.low;
  options.high = sizes.high;
  const std::unique_ptr<Projection> projection = make_projection(method, scene.grid, options);

  Outcome outcome;
  outcome.method = method;
  outcome.seconds = mean_seconds(
      kRepeats, true, [&] { projection->set_lambda(std::nullopt); },
      [&] { outcome.result = projection->project(scene.seen); });
  Support common;
  std::set_intersection(outcome.result.support.begin(), outcome.result.support.end(),
                        scene.planted.begin(), scene.planted.end(), std::back_inserter(common));
  outcome.recovered = common.size();
  return outcome;
}

Json to_json(const DemoScene& scene, std::int64_t seed, const std::vector<Outcome>& outcomes) {
  Json rows = Json::array();
  for (const Outcome& outcome : outcomes) {
    rows.push_back({{"method", outcome.method},
                    {"recovered", outcome.recovered},
                    {"size", outcome.result.support.size()},
                    {"captured", outcome.result.captured},
                    {"residual", outcome.result.lost},
                    {"pcst_calls", outcome.result.pcst_calls},
                    {"within_range", outcome.result.within_range},
                    {"seconds", outcome.seconds}});
  }
  return {{"width", scene.width}, {"height", scene.height}, {"planted", scene.planted},
          {"noise", scene.noise}, {"seed", seed},           {"results", std::move(rows)}};
}

std::string to_table(const DemoScene& scene, const std::vector<Outcome>& outcomes) {
  std::vector<std::vector<std::string>> rows;
  for (const Outcome& outcome : outcomes) {
    rows.push_back(
        {outcome.method, fmt::format("{} of {}", outcome.recovered, scene.planted.size()),
         std::to_string(outcome.result.support.size()), format_number(outcome.result.captured),
         std::to_string(outcome.result.pcst_calls), format_duration(outcome.seconds)});
  }
  return format_columns({"method", "recovered", "size", "captured", "PCST solves", "time"}, rows);
}

std::string to_picture(const DemoScene& scene, const Outcome& best) {
  const bool colour = wants_colour(STDOUT_FILENO);
  const int width = terminal_width(STDOUT_FILENO, std::numeric_limits<int>::max());
  const std::string title = fmt::format("found by {}", best.method);
  std::string text = arrange({draw_planted(scene, colour), draw_seen(scene, colour),
                              draw_found(scene, best.result.support, title, colour)},
                             width);
  if (colour) text += colour_legend();
  return text;
}

// Bytes of a vector file: one "node<TAB>value" line a node.
template <class Value>
std::string to_tsv(const std::vector<Value>& values) {
  std::string text;
  for (std::size_t node = 0; node < values.size(); ++node) {
    text += fmt::format("{}\t{}\n", node, values[node]);
  }
  return text;
}

void make_directory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (std::filesystem::is_directory(path)) return;
  throw InputError(
      fmt::format("{}: cannot be made a directory{}", path, error ? ": " + error.message() : ""));
}

class DemoCommand : public Command {
 public:
  explicit DemoCommand(CLI::App& app);

  void run() override;

 private:
  std::string write_files(const DemoScene& scene) const;

  CommonOptions common_;
  std::string out_;
};

DemoCommand::DemoCommand(CLI::App& app) {
  add_text(app, "--out", out_, "Also write the data there, to try other commands on")
      ->type_name("DIR");
  add_common_options(app, common_);
  app.footer(
      "Plants a connected cluster on a 32 x 32 grid, adds noise, and looks for it with the\n"
      "published search and with our own.");
}

// Returns what to tell about them.
std::string DemoCommand::write_files(const DemoScene& scene) const {
  std::vector<int> truth(scene.seen.size(), 0);
  for (const NodeId node : scene.planted) truth[static_cast<std::size_t>(node)] = 1;
  const std::filesystem::path folder(out_);
  const std::string vector_file = (folder / "vector.tsv").string();
  const std::string truth_file = (folder / "truth.tsv").string();
  make_directory(out_);
  write_result(vector_file, to_tsv(scene.seen));
  write_result(truth_file, to_tsv(truth));
  return fmt::format(
      "\nWrote {} and {}. Try:\n"
      "  graphsparse project --graph grid:{}x{} --vector {} --kind tail --sparsity {}\n",
      vector_file, truth_file, scene.width, scene.height, vector_file, scene.planted.size());
}

void DemoCommand::run() {
  const DemoScene scene = plant_cluster(static_cast<std::uint64_t>(common_.seed));
  const std::vector<Outcome> outcomes = {recover(scene, "paper"),
                                         recover(scene, kDefaultProjectionMethod)};
  std::string told;
  if (!out_.empty()) told = write_files(scene);
  if (common_.json) {
    write_result("", to_text(to_json(scene, common_.seed, outcomes)));
    return;
  }
  write_result("", to_picture(scene, outcomes.back()) + "\n" + to_table(scene, outcomes) + told);
}

}  // namespace

std::unique_ptr<Command> make_demo_command(CLI::App& app) {
  return std::make_unique<DemoCommand>(app);
}

}  // namespace graphsparse::cli
