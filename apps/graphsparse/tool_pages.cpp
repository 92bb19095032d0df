#include "tool_pages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

#include "errors.hpp"
#include "graphsparse/core/suggest.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/report/options_page.hpp"
#include "option_types.hpp"
#include "table_options.hpp"
#include "usage.hpp"

namespace graphsparse::cli {
namespace {

// Manual pages.

// What roff would take for its own is escaped.
std::string roff(const std::string& text) {
  std::string escaped;
  bool begins_line = true;
  for (const char letter : text) {
    if (begins_line && (letter == '.' || letter == '\'')) escaped += "\\&";
    begins_line = letter == '\n';
    switch (letter) {
      case '\\':
        escaped += "\\e";
        break;
      case '-':
        escaped += "\\-";
        break;
      default:
        escaped += letter;
    }
  }
  return escaped;
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  return text;
}

std::string head_of_page(const std::string& name, const std::string& summary) {
  return fmt::format(".TH {} 1 \"\" \"graphsparse {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
                     roff(upper(name)), roff(std::string(kVersion)), roff(name), roff(summary));
}

// Values that are shown by a list of their own, because the type is only a name.
bool is_listed_apart(const CLI::Option& option) {
  return !listed_choices(option).empty() && option.get_type_name().find('|') == std::string::npos;
}

std::string entry(const CLI::Option& option) {
  std::string names = option.get_name();
  for (const std::string& name : option.get_snames()) names = fmt::format("-{}, {}", name, names);
  std::string text = fmt::format(".TP\n\\fB{}\\fR", roff(names));
  const std::string type = option.get_type_name();
  if (option.get_items_expected_max() > 0 && !type.empty()) {
    text += fmt::format(" \\fI{}\\fR", roff(type));
  }
  text += "\n" + roff(option.get_description());
  if (option.get_required()) text += " (required)";
  if (!option.get_default_str().empty()) {
    text += fmt::format(" (default {})", roff(option.get_default_str()));
  }
  if (is_listed_apart(option)) {
    text += fmt::format(".\nOne of {}",
                        roff(fmt::format("{}", fmt::join(listed_choices(option), ", "))));
  }
  return text + ".\n";
}

std::string entries(const CLI::App& app) {
  std::vector<std::string> groups;
  for (const CLI::Option* option : shown_options(app)) {
    if (std::find(groups.begin(), groups.end(), option->get_group()) == groups.end()) {
      groups.push_back(option->get_group());
    }
  }
  std::string text = ".SH OPTIONS\n";
  for (const std::string& group : groups) {
    if (groups.size() > 1) text += fmt::format(".SS {}\n", roff(group));
    for (const CLI::Option* option : shown_options(app)) {
      if (option->get_group() == group) text += entry(*option);
    }
  }
  return text;
}

std::string synopsis(const CLI::App& command) {
  std::string text = fmt::format(".SH SYNOPSIS\n.B graphsparse {}\n", roff(command.get_name()));
  for (const CLI::Option* option : shown_options(command)) {
    if (option->get_positional()) {
      const std::string name = fmt::format("\\fI{}\\fR", roff(upper(option->get_name())));
      text += (option->get_required() ? name : "[" + name + "]") + "\n";
    } else if (option->get_required()) {
      text += fmt::format("\\fB{}\\fR \\fI{}\\fR\n", roff(option->get_name()),
                          roff(option->get_type_name()));
    }
  }
  return text + "[\\fIOPTIONS\\fR]\n";
}

// As it stands in the help, lines kept.
std::string as_it_stands(const std::string& heading, const std::string& text) {
  if (text.empty()) return "";
  return fmt::format(".SH {}\n.nf\n{}\n.fi\n", heading, roff(text));
}

std::string exit_status() {
  return ".SH EXIT STATUS\n"
         ".TP\n0\nDone.\n"
         ".TP\n1\nThe work failed: out of memory, disk full, interrupted, a fit that diverged.\n"
         ".TP\n2\nBad usage or bad input, with one message that says what would be right.\n";
}

std::string see_also(const CLI::App& tool, const std::string& but_not) {
  std::vector<std::string> names;
  if (!but_not.empty()) names.emplace_back("graphsparse");
  for (const CLI::App* command : tool.get_subcommands(nullptr)) {
    if (command->get_name() != but_not) names.push_back("graphsparse-" + command->get_name());
  }
  std::string text = ".SH SEE ALSO\n";
  for (const std::string& name : names) {
    text += fmt::format(".BR {} (1){}\n", roff(name), &name == &names.back() ? "" : ",");
  }
  return text;
}

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

// In the format of man(7): of the tool, or of one command of it.
std::string manual_page(const CLI::App& tool) {
  std::string text = head_of_page("graphsparse", "sparse models whose features form a subgraph");
  text +=
      ".SH SYNOPSIS\n.B graphsparse\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n"
      ".SH DESCRIPTION\nFits sparse models whose selected features form connected subgraphs of a "
      "graph that is known:\na protein network, a pixel grid, a map of districts.\n"
      ".SH COMMANDS\n";
  for (const CLI::App* command : tool.get_subcommands(nullptr)) {
    text += fmt::format(".TP\n.B {}\n{}.\n", roff(command->get_name()),
                        roff(command->get_description()));
  }
  text +=
      ".TP\n.B help \\fR[\\fICOMMAND\\fR]\nPrint the options most people need of a command.\n"
      ".TP\n.B help options\nPrint the page of all options of fit and cv.\n"
      ".TP\n.B help man \\fR[\\fICOMMAND\\fR]\nPrint a manual page.\n"
      ".TP\n.B completion bash\\fR|\\fBzsh\nPrint a script that completes command lines.\n"
      ".TP\n.B version\nPrint the version.\n";
  return text + entries(tool) + exit_status() + see_also(tool, "");
}

std::string manual_page(const CLI::App& tool, const CLI::App& command) {
  return head_of_page("graphsparse-" + command.get_name(), command.get_description()) +
         synopsis(command) + entries(command) + as_it_stands("NOTES", command.get_footer()) +
         exit_status() + see_also(tool, command.get_name());
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
