#include "usage.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "command.hpp"
#include "errors.hpp"
#include "graphsparse/core/format.hpp"
#include "graphsparse/core/suggest.hpp"

namespace graphsparse::cli {

HelpFormat::HelpFormat() {
  label("SUBCOMMAND", "COMMAND");
  label("Subcommands", "Commands");
  column_width(24);
}

// Which options go together is told by the message of whoever mixes them; here it would be clutter.
std::string HelpFormat::make_option_opts(const CLI::Option* option) const {
  const std::string type = option->get_type_name();
  return option->get_items_expected_max() == 0 || type.empty() ? "" : " " + type;
}

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
  std::string text = option->get_description();
  if (option->get_required()) text += " (required)";
  const std::string standard = option->get_default_str();
  if (!standard.empty()) text += " (default " + standard + ")";
  return text;
}

namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

bool is_option(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

// "--name" of "--name=value".
std::string without_value(const std::string& word) { return word.substr(0, word.find('=')); }

[[noreturn]] void reject_option(const std::string& name, const CLI::App& app) {
  throw UsageError(
      fmt::format("unknown option '{}'{}", name, did_you_mean(name, option_names(app))));
}

void reject_word_before_command(const std::string& word, const CLI::App& tool) {
  if (!is_option(word)) {
    std::vector<std::string> names = command_names();
    names.emplace_back(kCompletionTopic);
    throw UsageError(fmt::format("unknown command '{}'{}", word, did_you_mean(word, names)));
  }
  const std::string name = without_value(word);
  const CLI::App* command = chosen_command(tool);
  if (command == nullptr || command->get_option_no_throw(name) == nullptr) {
    reject_option(name, tool);
  }
  throw UsageError(fmt::format("{} must come after the command: graphsparse {} {}", name,
                               command->get_name(), name));
}

}  // namespace

const CLI::App* chosen_command(const CLI::App& tool) {
  const auto parsed = tool.get_subcommands();
  return parsed.empty() ? nullptr : parsed.front();
}

std::vector<std::string> command_names() { return names_of(command_table(), &CommandRow::name); }

void check_help_topic(const std::string& word) {
  if (is_option(word)) return;
  std::vector<std::string> topics = command_names();
  for (const char* topic : {kOptionsTopic, kManualTopic, kCompletionTopic}) {
    topics.emplace_back(topic);
  }
  if (std::find(topics.begin(), topics.end(), word) != topics.end()) return;
  throw UsageError(fmt::format("there is no help on '{}'{}", word, did_you_mean(word, topics)));
}

void reject_unknown_words(const CLI::App& tool) {
  const std::vector<std::string> before = tool.remaining(false);
  if (!before.empty()) reject_word_before_command(before[0], tool);
  const CLI::App* command = chosen_command(tool);
  if (command == nullptr) return;
  const std::vector<std::string> inside = command->remaining(false);
  if (inside.empty()) return;
  if (is_option(inside[0])) reject_option(without_value(inside[0]), *command);
  throw UsageError(fmt::format("unexpected argument '{}'", inside[0]));
}

void reject_repeated_options(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() < 2 || option->get_items_expected_max() == 0) continue;
    if (option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll) continue;
    throw UsageError(
        fmt::format("{} is given {} times; once is right", option->get_name(), option->count()));
  }
}

std::string explain(const CLI::ParseError& error) {
  std::string text = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    return text.substr(0, text.find(':')) + " needs a value";
  }
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) {
    const std::string middle = " excludes ";
    const std::size_t at = text.find(middle);
    return fmt::format("{} and {} cannot be given together", text.substr(0, at),
                       text.substr(at + middle.size()));
  }
  return text;
}

}  // namespace graphsparse::cli
