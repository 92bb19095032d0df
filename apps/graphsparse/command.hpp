// A command of the tool: declares its options, then runs with them filled in.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "app.hpp"

namespace graphsparse::cli {

class FileRoles;

class Command {
 public:
  virtual ~Command() = default;

  // Names the files that are written beside those that options name. Called before run().
  virtual void add_outputs(FileRoles& /*files*/) const {}

  // Whether several ranks share the work: all of them then run the command, else the first one
  // does.
  virtual bool uses_ranks() const { return false; }

  // Throws UsageError or WorkError, or what the library throws.
  virtual void run() = 0;
};

// A row of the table of commands. `make` adds the options; the command must live as long as the
// parser, which writes into it.
struct CommandRow {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Command> (*make)(CLI::App& app);
};

std::span<const CommandRow> command_table();

std::unique_ptr<Command> make_pcst_command(CLI::App& app);
std::unique_ptr<Command> make_project_command(CLI::App& app);
std::unique_ptr<Command> make_simulate_command(CLI::App& app);
std::unique_ptr<Command> make_fit_command(CLI::App& app);
std::unique_ptr<Command> make_predict_command(CLI::App& app);
std::unique_ptr<Command> make_cv_command(CLI::App& app);
std::unique_ptr<Command> make_reproduce_command(CLI::App& app);
std::unique_ptr<Command> make_demo_command(CLI::App& app);

}  // namespace graphsparse::cli
