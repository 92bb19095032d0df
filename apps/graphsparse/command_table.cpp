#include <array>

#include "command.hpp"

namespace graphsparse::cli {

std::span<const CommandRow> command_table() {
  static constexpr std::array<CommandRow, 8> kTable = {{
      {"pcst", "Solve a prize-collecting Steiner tree (or forest)", make_pcst_command},
      {"project", "Project a vector onto connected supports of a graph", make_project_command},
      {"simulate", "Plant a connected signal on a graph and measure it", make_simulate_command},
      {"fit", "Fit a sparse model whose features form a connected subgraph", make_fit_command},
      {"predict", "Predict new samples with a fitted model", make_predict_command},
      {"cv", "Choose settings by cross-validation and say how well they predict", make_cv_command},
      {"reproduce", "Compute the paper's figures and tables", make_reproduce_command},
      {"demo", "Find a planted connected cluster, no file needed", make_demo_command},
  }};
  return kTable;
}

}  // namespace graphsparse::cli
