#include "usage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "command.hpp"
#include "errors.hpp"
#include "graphsparse/core/format.hpp"
#include "graphsparse/core/suggest.hpp"
#include "option_types.hpp"

namespace graphsparse::cli {

HelpFormat::HelpFormat() {
  label("SUBCOMMAND", "COMMAND");
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

// Text processors make a long dash of two hyphens.
bool has_long_dash(const std::string& word) {
  const std::size_t start = word.find_first_not_of('-');
  if (start == std::string::npos) return false;
  const std::string_view rest = std::string_view(word).substr(start);
  return rest.starts_with("\xE2\x80\x93") || rest.starts_with("\xE2\x80\x94");
}

void reject_long_dash(const std::string& word) {
  if (!has_long_dash(word)) return;
  throw UsageError(
      fmt::format("'{}' begins with a long dash instead of hyphens; type two hyphens", word));
}

// Of an option that other commands have: which ones, and what this one has in its place.
std::string describe_owners(const std::string& name, const CLI::App& command) {
  if (command.get_parent() == nullptr) return {};
  std::vector<std::string> owners;
  for (const CLI::App* other : command.get_parent()->get_subcommands(nullptr)) {
    if (other->get_option_no_throw(name) != nullptr) owners.push_back(other->get_name());
  }
  if (owners.empty()) return {};
  std::string text = fmt::format("; it belongs to {}", fmt::join(owners, ", "));
  if (command.get_name() == "predict" && name == "--target") {
    text += "; --labels FILE:COLUMN compares the predictions with what is true";
  }
  return text;
}

[[noreturn]] void reject_option(const std::string& name, const CLI::App& app) {
  const std::string owners = describe_owners(name, app);
  throw UsageError(fmt::format("unknown option '{}'{}", name,
                               owners.empty() ? did_you_mean(name, option_names(app)) : owners));
}

// A file that no option names.
std::string describe_bare_file(const std::string& word, const CLI::App& command) {
  std::error_code ignored;
  if (!std::filesystem::exists(word, ignored)) return {};
  for (const char* option : {"--data", "--graph"}) {
    if (command.get_option_no_throw(option) == nullptr) continue;
    return fmt::format("; a file stands behind the option that reads it, as in {} {}", option,
                       word);
  }
  return {};
}

void reject_word_before_command(const std::string& word, const CLI::App& tool) {
  reject_long_dash(word);
  if (!is_option(word)) {
    std::vector<std::string> names = command_names();
    names.emplace_back(kCompletionTopic);
    const std::string meant = did_you_mean(word, names);
    throw UsageError(fmt::format(
        "unknown command '{}'{}", word,
        meant.empty() ? fmt::format("; commands are {}", fmt::join(names, ", ")) : meant));
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
  reject_long_dash(inside[0]);
  if (is_option(inside[0])) reject_option(without_value(inside[0]), *command);
  throw UsageError(fmt::format("unexpected argument '{}'{}", inside[0],
                               describe_bare_file(inside[0], *command)));
}

void reject_repeated_options(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() < 2 || option->get_items_expected_max() == 0) continue;
    if (option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll) continue;
    throw UsageError(
        fmt::format("{} is given {} times; once is right", option->get_name(), option->count()));
  }
}

namespace {

// Of "--kind is required": "; give head or tail".
std::string describe_choices(const std::string& message, const CLI::App* command) {
  const std::string name = message.substr(0, message.find(' '));
  const CLI::Option* option = command == nullptr ? nullptr : command->get_option_no_throw(name);
  if (option == nullptr || listed_choices(*option).empty()) return {};
  return fmt::format("; give {}", fmt::join(listed_choices(*option), " or "));
}

}  // namespace

std::string explain(const CLI::ParseError& error, const CLI::App* command) {
  std::string text = error.what();
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    return text + describe_choices(text, command);
  }
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
