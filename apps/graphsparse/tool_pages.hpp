// What the tool says of itself for other programs: manual pages and completions of the shell, made
// from the parser with all its commands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app.hpp"

namespace graphsparse::cli {

// The text that the words ask for: `help options`, `help man [COMMAND]`, `completion SHELL`.
// Nothing where they are none of these. Throws UsageError.
std::optional<std::string> page_asked_for(const CLI::App& tool,
                                          const std::vector<std::string>& words);

// A script that the shell reads.
std::string bash_completion(const CLI::App& tool);
std::string zsh_completion(const CLI::App& tool);

// The options of a command without old spellings, in their order.
std::vector<const CLI::Option*> shown_options(const CLI::App& command);

}  // namespace graphsparse::cli
