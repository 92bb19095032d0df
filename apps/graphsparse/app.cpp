#include "app.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "errors.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/core/option.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/io/library_crash.hpp"
#include "inputs.hpp"
#include "output.hpp"
#include "run_command.hpp"
#include "table_options.hpp"
#include "tool_pages.hpp"
#include "usage.hpp"

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

namespace {

// The parser with all its commands.
struct Tool {
  CLI::App app{"Sparse learning with graph-structured supports.", "graphsparse"};
  std::vector<std::unique_ptr<Command>> commands;  // beside app.get_subcommands(nullptr)

  Tool() {
    app.formatter(std::make_shared<HelpFormat>());
    app.set_version_flag("--version", fmt::format("graphsparse {}", kVersion),
                         "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.footer(
        "Each command has its own help: graphsparse COMMAND --help\n"
        "Completion of command lines: graphsparse completion bash|zsh");
    app.require_subcommand(0, 1);
    // Unknown words are collected, so that we can say what was meant.
    app.allow_extras();
    for (const CommandRow& row : command_table()) {
      CLI::App* command = app.add_subcommand(std::string(row.name), std::string(row.summary));
      command->group("Commands");
      command->set_help_flag("-h,--help", "Print this help and exit");
      command->set_help_all_flag("--help-all", "Print the help with every option and exit");
      commands.push_back(row.make(*command));
    }
  }
};

bool asked_for_help(const CLI::App& app) {
  const CLI::App* command = chosen_command(app);
  if (command == nullptr) return app.get_help_ptr()->count() > 0;
  return command->get_help_ptr()->count() > 0 || command->get_help_all_ptr()->count() > 0 ||
         app.get_help_ptr()->count() > 0;
}

std::string help_text(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands()) {
    if (command->get_help_all_ptr()->count() == 0) hide_rare_options(*command);
  }
  return app.help();
}

// "help CMD" is "CMD --help", "version" is "--version".
std::vector<std::string> without_shortcuts(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) return words;
  if (words[0] == "version") words[0] = "--version";
  if (words[0] != "help") return words;
  words.erase(words.begin());
  if (!words.empty()) check_help_topic(words.front());
  words.emplace_back("--help");
  return words;
}

// Returns false where there was only something to print, such as the help.
bool parse(CLI::App& app, std::vector<std::string> words) {
  try {
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    app.parse(std::move(words));
  } catch (const CLI::CallForVersion& version) {
    write_result("", std::string(version.what()) + "\n");
    return false;
  } catch (const std::exception& error) {
    // Whoever asks for help gets it, even with something wrong beside it.
    if (asked_for_help(app)) {
      write_result("", help_text(app));
      return false;
    }
    // An unknown option is the likely cause of a missing one.
    reject_unknown_words(app);
    if (const auto* wrong = dynamic_cast<const CLI::ParseError*>(&error)) {
      throw UsageError(explain(*wrong, chosen_command(app)));
    }
    throw;
  }
  reject_unknown_words(app);
  if (chosen_command(app) == nullptr) {
    throw UsageError(fmt::format("a command is needed: {}", fmt::join(command_names(), ", ")));
  }
  reject_repeated_options(*chosen_command(app));
  return true;
}

void print_spelling_notes(const CLI::App& app) {
  if (chosen_command(app)->get_option("--quiet")->count() > 0) return;
  for (const std::string& note : spelling_notes()) print_message("note: " + note);
}

void run_chosen(const Tool& tool) {
  const auto all = tool.app.get_subcommands(nullptr);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] != chosen_command(tool.app)) continue;
    if (!is_first_rank() && !tool.commands[i]->uses_ranks()) continue;
    check_files(*all[i], *tool.commands[i]);
    tool.commands[i]->run();
  }
}

std::string hint(const CLI::App& app) {
  const CLI::App* command = chosen_command(app);
  return fmt::format("(see 'graphsparse {}--help')",
                     command == nullptr ? "" : command->get_name() + " ");
}

int run_and_report(int argc, char** argv) {
  if (argc > 0) remember_program(argv[0]);
  try {
    Tool tool;
    try {
      if (const auto page = page_asked_for(tool.app, {argv + 1, argv + argc})) {
        write_result("", *page);
      } else if (parse(tool.app, without_shortcuts(argc, argv))) {
        run_chosen(tool);
        print_spelling_notes(tool.app);
      }
      return kDone;
    } catch (const UsageError& error) {
      report_failure(fmt::format("{} {}", error.what(), hint(tool.app)));
      return kBadInput;
    }
  } catch (const InputError& error) {
    report_failure(with_option_names(error.what()));
    return kBadInput;
  } catch (const std::bad_alloc&) {
    report_failure("out of memory");
  } catch (const std::length_error&) {
    report_failure("out of memory");  // a container larger than any memory
  } catch (const std::exception& error) {
    report_failure(error.what());
  }
  return kWorkFailed;
}

// Some functions of the parser promise not to throw and need memory all the same.
[[noreturn]] void end_without_memory() {
  if (std::current_exception()) {
    try {
      throw;
    } catch (const std::bad_alloc&) {
      write_message("out of memory");
      _exit(kWorkFailed);
    } catch (...) {
      // A mistake of ours, which is to be seen as one.
    }
  }
  std::abort();
}

// In a signal handler: without memory of its own.
void end_at_crash(const char* message) {
  static std::array<char, 8192> line = {};
  std::size_t size = 0;
  for (const char letter : std::string_view("graphsparse: ")) line[size++] = letter;
  for (; *message != '\0' && size + 1 < line.size(); ++message) {
    const auto code = static_cast<unsigned char>(*message);
    line[size++] = code < 0x20 || code == 0x7f ? '?' : *message;
  }
  line[size++] = '\n';
  (void)!write(STDERR_FILENO, line.data(), size);
  _exit(kBadInput);
}

}  // namespace

int run(int argc, char** argv) {
  std::set_terminate(end_without_memory);
  set_library_crash_handler(end_at_crash);
  try {
    return run_and_report(argc, argv);
  } catch (...) {
    write_message("out of memory");  // not even enough for the message
    return kWorkFailed;
  }
}

}  // namespace graphsparse::cli
