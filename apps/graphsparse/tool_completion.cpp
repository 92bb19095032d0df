// Scripts that complete command lines. They hold all they need: the tool is not run for them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <string_view>

#include "inputs.hpp"
#include "option_types.hpp"
#include "tool_pages.hpp"
#include "usage.hpp"

namespace graphsparse::cli {
namespace {

enum class ValueKind { none, listed, file, folder, own };

ValueKind kind_of(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return ValueKind::none;
  if (!listed_choices(option).empty()) return ValueKind::listed;
  const std::string type = option.get_type_name();
  if (type.ends_with("DIR")) return ValueKind::folder;
  return role_of_type(type) == FileRole::none ? ValueKind::own : ValueKind::file;
}

// Words that come after the tool's name and are no commands of the parser.
struct Topic {
  const char* name;
  const char* summary;
};
constexpr Topic kTopics[] = {{"help", "Print the help of a command"},
                             {"version", "Print the version"},
                             {kCompletionTopic, "Print a script that completes command lines"}};
constexpr const char* kShells = "bash zsh";

std::vector<std::string> words_after_the_tool(const CLI::App& tool) {
  std::vector<std::string> words = command_names();
  for (const Topic& topic : kTopics) words.emplace_back(topic.name);
  for (const CLI::Option* option : shown_options(tool)) words.push_back(option->get_name());
  return words;
}

std::vector<std::string> words_after_help() {
  std::vector<std::string> words = command_names();
  for (const char* topic : {kOptionsTopic, kManualTopic, kCompletionTopic}) {
    words.emplace_back(topic);
  }
  return words;
}

// Names of options, and values where the command takes a word without an option.
std::string words_after_command(const CLI::App& command) {
  std::vector<std::string> words;
  for (const CLI::Option* option : shown_options(command)) {
    if (!option->get_positional()) {
      words.push_back(option->get_name());
      continue;
    }
    for (const std::string& choice : listed_choices(*option)) words.push_back(choice);
  }
  return fmt::format("{}", fmt::join(words, " "));
}

// The lines of a `case` on the command and the option before the cursor.
std::string bash_values(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : shown_options(command)) {
    if (option->get_positional()) continue;
    const std::string pattern = fmt::format("    {}{}) ", command.get_name(), option->get_name());
    switch (kind_of(*option)) {
      case ValueKind::none:
        break;
      case ValueKind::listed:
        text += fmt::format("{}values='{}' ;;\n", pattern, fmt::join(listed_choices(*option), " "));
        break;
      case ValueKind::file:
        text += pattern + "kind=files ;;\n";
        break;
      case ValueKind::folder:
        text += pattern + "kind=folders ;;\n";
        break;
      case ValueKind::own:
        text += pattern + "kind=own ;;\n";
        break;
    }
  }
  return text;
}

// In single quotes, inside of which colons and brackets part what belongs together.
std::string zsh_quoted(std::string_view text, std::string_view special) {
  std::string quoted;
  for (const char letter : text) {
    if (letter == '\'') {
      quoted += "'\\''";
      continue;
    }
    if (letter == '\\' || special.find(letter) != std::string_view::npos) quoted += '\\';
    quoted += letter;
  }
  return quoted;
}

std::string zsh_action(const CLI::Option& option) {
  switch (kind_of(option)) {
    case ValueKind::none:
      return "";
    case ValueKind::listed:
      return fmt::format("({})", fmt::join(listed_choices(option), " "));
    case ValueKind::file:
      return "_files";
    case ValueKind::folder:
      return "_files -/";
    case ValueKind::own:
      return " ";
  }
  return "";
}

// An argument of _arguments: '--name[what it does]:TYPE:action'.
std::string zsh_argument(const CLI::Option& option) {
  const std::string type = zsh_quoted(option.get_type_name(), ":[]");
  if (option.get_positional()) {
    return fmt::format("'1:{}:{}'", zsh_quoted(option.get_name(), ":[]"), zsh_action(option));
  }
  const bool repeats = option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  std::string text = fmt::format("'{}{}[{}]", repeats ? "*" : "", option.get_name(),
                                 zsh_quoted(option.get_description(), ":[]"));
  if (option.get_items_expected_max() > 0) {
    // Two colons: the value may be left out.
    text += fmt::format("{}{}:{}", option.get_items_expected_min() == 0 ? "::" : ":",
                        type.empty() ? "VALUE" : type, zsh_action(option));
  }
  return text + "'";
}

}  // namespace

std::string bash_completion(const CLI::App& tool) {
  std::string values;
  std::string words;
  for (const CLI::App* command : tool.get_subcommands(nullptr)) {
    values += bash_values(*command);
    words += fmt::format("      {}) words='{}' ;;\n", command->get_name(),
                         words_after_command(*command));
  }
  return fmt::format(
      R"(# Completion of graphsparse in bash, made by `graphsparse completion bash`.
_graphsparse() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}
  local command='' kind=words values='' words='' word
  COMPREPLY=()
  # Bash parts --name=value into three words.
  if [[ $current == '=' ]]; then
    current=
  elif [[ $previous == '=' ]] && ((COMP_CWORD > 2)); then
    previous=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case $word in
      {}) command=$word; break ;;
    esac
  done
  case $command in
      '') words='{}' ;;
      help) words='{}' ;;
      {}) words='{}' ;;
{}  esac
  case $command$previous in
{}  esac
  [[ $current == -* ]] && kind=words values=
  case $kind in
    files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    folders) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
    words) mapfile -t COMPREPLY < <(compgen -W "${{values:-$words}}" -- "$current") ;;
  esac
}}
complete -F _graphsparse graphsparse graphsparse-mpi
)",
      fmt::format("{}|help|{}", fmt::join(command_names(), "|"), kCompletionTopic),
      fmt::join(words_after_the_tool(tool), " "), fmt::join(words_after_help(), " "),
      kCompletionTopic, kShells, words, values);
}

std::string zsh_completion(const CLI::App& tool) {
  std::string commands;
  std::string arguments;
  for (const CLI::App* command : tool.get_subcommands(nullptr)) {
    commands += fmt::format("    '{}:{}'\n", command->get_name(),
                            zsh_quoted(command->get_description(), ":"));
    arguments += fmt::format("        {})\n          _arguments -s", command->get_name());
    for (const CLI::Option* option : shown_options(*command)) {
      arguments += " \\\n            " + zsh_argument(*option);
    }
    arguments += " ;;\n";
  }
  for (const Topic& topic : kTopics) {
    commands += fmt::format("    '{}:{}'\n", topic.name, topic.summary);
  }
  return fmt::format(
      R"(#compdef graphsparse graphsparse-mpi
# Completion of graphsparse in zsh, made by `graphsparse completion zsh`.
_graphsparse() {{
  local context state state_descr line
  typeset -A opt_args
  local -a commands
  commands=(
{}  )
  _arguments -C '(- *)--help[Print the help]' '(- *)--version[Print the version]' \
    '1:command:->command' '*::argument:->argument' && return
  case $state in
    command) _describe -t commands command commands ;;
    argument)
      case $words[1] in
        help) _arguments '1:topic:({})' ;;
        {}) _arguments '1:shell:({})' ;;
{}      esac ;;
  esac
}}
if [[ $funcstack[1] == _graphsparse ]]; then
  _graphsparse "$@"
else
  compdef _graphsparse graphsparse graphsparse-mpi
fi
)",
      commands, fmt::join(words_after_help(), " "), kCompletionTopic, kShells, arguments);
}

}  // namespace graphsparse::cli
