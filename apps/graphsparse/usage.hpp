// How --help looks: "--seed N   What it does (default 0)".
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app.hpp"

namespace graphsparse::cli {

class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat();

  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

// What is wrong with a command line, in words that say what would be right.

// The command named on the command line, or null.
const CLI::App* chosen_command(const CLI::App& tool);

std::vector<std::string> command_names();

// What `graphsparse help` knows beside the commands.
inline constexpr const char* kOptionsTopic = "options";
inline constexpr const char* kManualTopic = "man";
// A word in the place of a command: what the shell needs to complete command lines.
inline constexpr const char* kCompletionTopic = "completion";
// Throws UsageError for a word that is neither a command, an option nor the above.
void check_help_topic(const std::string& word);

// Throws UsageError for a word that no command or option took.
void reject_unknown_words(const CLI::App& tool);

// Throws UsageError for an option that is given more than once.
void reject_repeated_options(const CLI::App& command);

// The parser's own messages on the words for a command (null: before one), made readable.
std::string explain(const CLI::ParseError& error, const CLI::App* command);

}  // namespace graphsparse::cli
