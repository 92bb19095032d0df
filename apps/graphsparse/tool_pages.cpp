#include "tool_pages.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "errors.hpp"
#include "graphsparse/core/suggest.hpp"
#include "graphsparse/report/options_page.hpp"
#include "table_options.hpp"
#include "usage.hpp"

namespace graphsparse::cli {
namespace {

constexpr const char* kCompletionHelp =
    "Prints a script that completes commands, options and values of graphsparse.\n"
    "Usage: graphsparse completion bash|zsh\n\n"
    "bash, in ~/.bashrc:  source <(graphsparse completion bash)\n"
    "zsh, in ~/.zshrc after compinit:  source <(graphsparse completion zsh)\n";

bool is_help(const std::string& word) { return word == "-h" || word == "--help"; }

std::string completion_of(const CLI::App& tool, const std::string& shell) {
  if (is_help(shell)) return kCompletionHelp;
  if (shell == "bash") return bash_completion(tool);
  if (shell == "zsh") return zsh_completion(tool);
  throw UsageError(fmt::format("completion must be for bash or zsh, not '{}'{}", shell,
                               did_you_mean(shell, std::vector<std::string>{"bash", "zsh"})));
}

std::string manual_page_of(const CLI::App& tool, const std::string& name) {
  for (const CLI::App* command : tool.get_subcommands(nullptr)) {
    if (command->get_name() == name) return manual_page(tool, *command);
  }
  throw UsageError(
      fmt::format("there is no manual page of '{}'{}", name, did_you_mean(name, command_names())));
}

}  // namespace

std::vector<const CLI::Option*> shown_options(const CLI::App& command) {
  std::vector<const CLI::Option*> shown;
  for (const CLI::Option* option : command.get_options()) {
    if (option_of_old_name(*option) == nullptr && !option->get_group().empty()) {
      shown.push_back(option);
    }
  }
  return shown;
}

std::optional<std::string> page_asked_for(const CLI::App& tool,
                                          const std::vector<std::string>& words) {
  if (words.empty()) return std::nullopt;
  if (words[0] == kCompletionTopic) {
    if (words.size() == 1) throw UsageError("completion needs the name of a shell: bash or zsh");
    if (words.size() > 2) throw UsageError(fmt::format("unexpected argument '{}'", words[2]));
    return completion_of(tool, words[1]);
  }
  if (words[0] != "help" || words.size() < 2) return std::nullopt;
  if (words[1] == kCompletionTopic) return kCompletionHelp;
  if (words[1] == kOptionsTopic) return options_page();
  if (words[1] != kManualTopic) return std::nullopt;
  if (words.size() > 3) throw UsageError(fmt::format("unexpected argument '{}'", words[3]));
  return words.size() == 2 ? manual_page(tool) : manual_page_of(tool, words[2]);
}

}  // namespace graphsparse::cli
