#include <array>

#include "command.hpp"

namespace graphsparse::cli {

std::span<const CommandRow> command_table() {
  static constexpr std::array<CommandRow, 3> kTable = {{
      {"pcst", "Solve a prize-collecting Steiner tree (or forest)", make_pcst_command},
      {"project", "Project a vector onto connected supports of a graph", make_project_command},
      {"demo", "Find a planted cluster in noise, no file needed", make_demo_command},
  }};
  return kTable;
}

}  // namespace graphsparse::cli
