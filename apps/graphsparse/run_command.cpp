#include "run_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

#include "table_options.hpp"

namespace graphsparse::cli {
namespace {

constexpr std::size_t kLineLength = 96;

std::string& program() {
  static std::string path = "graphsparse";
  return path;
}

// What no shell gives a meaning to.
bool is_plain(char letter) {
  constexpr std::string_view marks = "_-./:,=+@%^";
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || marks.find(letter) != std::string_view::npos;
}

bool needs_escapes(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char letter) {
    const auto code = static_cast<unsigned char>(letter);
    return code < 0x20 || code >= 0x7f;
  });
}

std::string with_escapes(std::string_view text) {
  std::string word = "$'";
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (code < 0x20 || code >= 0x7f) {
      word += fmt::format("\\x{:02x}", code);
    } else if (letter == '\'' || letter == '\\') {
      word += '\\';
      word += letter;
    } else {
      word += letter;
    }
  }
  return word + "'";
}

// Words that belong together: an option and its value.
std::string words_of(const CLI::Option& option, const std::string& value) {
  std::string name = option.get_name();
  if (option.get_positional()) return shell_word(value);
  const bool is_flag = option.get_items_expected_max() == 0;
  const bool may_be_alone = option.get_items_expected_min() == 0;
  if (is_flag) return value == "false" ? "" : name;
  if (may_be_alone && (value.empty() || value == "true" || value == "{}")) return name;
  if (may_be_alone && value == "false") return "";
  const bool is_joined = may_be_alone || value.starts_with('-');
  return fmt::format("{}{}{}", name, is_joined ? "=" : " ", shell_word(value));
}

bool is_repeatable(const CLI::Option& option) {
  const std::string name = option.get_name();
  return !name.empty() && name != "--config" && name != "--help" && name != "--help-all" &&
         option_of_old_name(option) == nullptr;
}

}  // namespace

void remember_program(std::string_view path) { program() = path; }

std::string shell_word(std::string_view text) {
  if (needs_escapes(text)) return with_escapes(text);
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string word = "'";
  for (const char letter : text) {
    if (letter == '\'') {
      word += "'\\''";
    } else {
      word += letter;
    }
  }
  return word + "'";
}

std::string command_line(const CLI::App& command) {
  std::vector<std::string> parts = {shell_word(program()) + " " + command.get_name()};
  for (const CLI::Option* option : command.get_options()) {
    if (!is_repeatable(*option)) continue;
    const bool is_seed = option->get_name() == "--seed";
    if (is_seed && option->count() == 0) parts.emplace_back("--seed " + option->get_default_str());
    for (const std::string& value : option->results()) {
      const std::string words = words_of(*option, value);
      if (!words.empty()) parts.push_back(words);
    }
  }
  std::string text = parts.front();
  std::size_t line = text.size();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (line + parts[i].size() + 3 > kLineLength) {
      text += " \\\n    ";
      line = 4;
    } else {
      text += " ";
      line += 1;
    }
    text += parts[i];
    line += parts[i].size();
  }
  return text;
}

void add_settings(RunRecord& run, std::span<const OptionRecord> table, const void* options) {
  for (const OptionRecord& record : table) {
    run.settings.emplace_back(option_name(record.field),
                              graphsparse::to_text(option_value(record, options)));
  }
}

RunRecord record_run(const CLI::App& command) {
  RunRecord run{.command = command_line(command), .settings = {}};
  for (const CLI::Option* option : command.get_options()) {
    if (!is_repeatable(*option)) continue;
    const bool is_flag = option->get_items_expected_max() == 0;
    const std::vector<std::string>& given = option->results();
    std::string value = is_flag ? "false" : option->get_default_str();
    if (!given.empty()) value = fmt::format("{}", fmt::join(given, ", "));
    const std::string name = option->get_name();
    run.settings.emplace_back(option->get_positional() ? name : name.substr(2), value);
  }
  return run;
}

}  // namespace graphsparse::cli
