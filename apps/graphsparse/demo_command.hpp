// What the demo looks for: a connected signal planted on a grid, seen through a few random
// measurements.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/report/run_record.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse::cli {

struct DemoScene {
  std::int64_t width = 32;
  std::int64_t height = 32;
  std::int64_t observations = 100;  // a tenth of the nodes
  Graph grid;
  PlantedSignal signal;
  std::shared_ptr<const DesignMatrix> design;
  std::vector<double> target;
};

DemoScene plant_signal(std::uint64_t seed);

// Draws the demo in the terminal: small panels of block characters side by side.

// One picture of the grid; a character stands for two nodes, one above the other.
struct Panel {
  std::string title;
  int width = 0;
  std::vector<std::string> lines;  // each `width` characters wide on the screen
};

Panel draw_planted(const DemoScene& scene, bool colour);

// With colour: found, missed and wrong nodes differ.
Panel draw_found(const DemoScene& scene, const Support& found, const std::string& title,
                 bool colour);

// What the colours of draw_found mean.
std::string colour_legend();

// As many panels side by side as the screen is wide.
std::string arrange(const std::vector<Panel>& panels, int screen_width);

// The demo's page: the true and the recovered signals as pictures, and how the errors fell.

// What one solver made of the scene.
struct DemoOutcome {
  std::string solver;
  Result result;
  double error = 0.0;  // |x - truth|
  bool recovered = false;
  std::vector<double> errors;  // at the end of each epoch
};

// A signal counts as recovered within this distance, as in the paper.
inline constexpr double kRecoveredError = 1e-6;

std::vector<std::vector<std::string>> demo_rows(const std::vector<DemoOutcome>& outcomes);
std::vector<std::string> demo_columns();

std::string demo_page(const DemoScene& scene, const std::vector<DemoOutcome>& outcomes,
                      const RunRecord& run);

}  // namespace graphsparse::cli
