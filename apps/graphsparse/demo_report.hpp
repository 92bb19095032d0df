// The demo's page: the true and the recovered signals as pictures, and how the errors fell.
#pragma once

#include <string>
#include <vector>

#include "demo_scene.hpp"
#include "graphsparse/report/run_record.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse::cli {

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
