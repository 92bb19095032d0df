#include "config_file.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/suggest.hpp"
#include "table_options.hpp"

namespace graphsparse::cli {
namespace {

struct ConfigValue {
  std::string where;  // "FILE:LINE: key 'KEY'"
  std::string value;
};

using ConfigValues = std::map<std::string, ConfigValue>;  // by the name of the option

constexpr std::size_t kLargestFile = std::size_t{1} << 20U;
// Of a key such as fit.components; the parser goes down a level of the stack for each part.
constexpr int kMostKeyParts = 8;

std::string read_text(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw InputError(path + ": is a directory; --config needs a TOML file");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  std::string text(kLargestFile + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(file.gcount());
  if (text.size() > kLargestFile) {
    throw InputError(path + ": is larger than 1 MiB; --config needs a TOML file of options");
  }
  return text;
}

// What follows a string that begins at `begin`, or the end of the line where it is not closed.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  const char quote = text[begin];
  const std::string triple(3, quote);
  const bool is_long = text.substr(begin).starts_with(triple);
  std::size_t at = begin + (is_long ? 3 : 1);
  while (at < text.size()) {
    if (quote == '"' && text[at] == '\\') {
      at += 2;
    } else if (is_long && text.substr(at).starts_with(triple)) {
      return at + 3;
    } else if (!is_long && (text[at] == quote || text[at] == '\n')) {
      return text[at] == quote ? at + 1 : at;
    } else {
      ++at;
    }
  }
  return text.size();
}

// The parser follows a key of many parts with the stack, and cannot be told to stop.
void check_keys(const std::string& path, std::string_view text) {
  int parts = 1;
  for (std::size_t at = 0; at < text.size();) {
    const char letter = text[at];
    if (letter == '"' || letter == '\'') {
      at = end_of_string(text, at);
      continue;
    }
    if (letter == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (letter == '.') ++parts;
    if (std::string_view("=,{}[]\n").find(letter) != std::string_view::npos) parts = 1;
    if (parts > kMostKeyParts) {
      const auto line =
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
      throw InputError(
          fmt::format("{}:{}: a key of more than {} parts; a key is an option, or a "
                      "command and an option",
                      path, line + 1, kMostKeyParts));
    }
    ++at;
  }
}

// Names of keys may hold anything; a message is one line of text.
std::string shown(std::string_view name) {
  std::string text(name.substr(0, 100));
  std::replace_if(
      text.begin(), text.end(),
      [](char letter) { return static_cast<unsigned char>(letter) < 0x20; }, '?');
  return text;
}

toml::table parse_file(const std::string& path) {
  const std::string text = read_text(path);
  check_keys(path, text);
  try {
    return toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    std::string what(error.description());  // quotes the file as it is
    std::replace_if(
        what.begin(), what.end(), [](char letter) { return letter == '\n' || letter == '\r'; },
        ' ');
    throw InputError(
        fmt::format("{}:{}: not valid TOML: {}", path, error.source().begin.line, what));
  }
}

// What a file may set: everything but --help and --config itself.
std::vector<std::string> keys_of(const CLI::App& command) {
  std::vector<std::string> keys;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      if (name != "help" && name != "config") keys.push_back(name);
    }
  }
  return keys;
}

std::string to_argument(const toml::node& value, const CLI::Option& option,
                        const std::string& where) {
  const bool is_flag = option.get_items_expected_max() == 0;
  if (is_flag && !value.is_boolean()) throw InputError(where + " must be true or false");
  if (const auto* text = value.as_string()) return text->get();
  if (const auto* whole = value.as_integer()) return std::to_string(whole->get());
  if (const auto* number = value.as_floating_point()) return fmt::format("{}", number->get());
  if (const auto* flag = value.as_boolean()) return flag->get() ? "true" : "false";
  throw InputError(where + " must have one value: a string, a number, true or false");
}

// Adds the settings of one table; tables of commands are skipped where `commands` names them.
void collect(const std::string& path, const toml::table& table, CLI::App& command,
             const std::vector<std::string>& commands, ConfigValues& settings) {
  const std::vector<std::string> keys = keys_of(command);
  for (const auto& [key, value] : table) {
    const std::string name(key.str());
    if (value.is_table() && std::find(commands.begin(), commands.end(), name) != commands.end()) {
      continue;
    }
    const std::string where =
        fmt::format("{}:{}: key '{}'", path, key.source().begin.line, shown(name));
    if (std::find(keys.begin(), keys.end(), name) == keys.end()) {
      throw InputError(fmt::format("{} is no option of '{}'{}", where, command.get_name(),
                                   did_you_mean(name, keys)));
    }
    settings["--" + name] = {where, to_argument(value, *command.get_option("--" + name), where)};
  }
}

bool overruled(const CLI::Option& option, const std::vector<CLI::Option*>& given) {
  const CLI::Option* today = option_of_old_name(option);
  if (today != nullptr && overruled(*today, given)) return true;
  return std::any_of(given.begin(), given.end(), [&](CLI::Option* other) {
    return other == &option || option.get_excludes().contains(other);
  });
}

}  // namespace

void apply_config(const std::string& path, CLI::App& command) {
  const toml::table file = parse_file(path);
  const auto all_commands = command.get_parent()->get_subcommands(nullptr);
  std::vector<std::string> names;
  for (const CLI::App* other : all_commands) names.push_back(other->get_name());

  ConfigValues settings;
  collect(path, file, command, names, settings);
  for (CLI::App* other : all_commands) {
    const toml::table* table = file[other->get_name()].as_table();
    if (table == nullptr) continue;
    ConfigValues unused;
    collect(path, *table, *other, {}, other == &command ? settings : unused);
  }

  const std::vector<CLI::Option*> given =
      command.get_options([](CLI::Option* option) { return option->count() > 0; });
  for (const auto& [name, setting] : settings) {
    CLI::Option* option = command.get_option(name);
    if (overruled(*option, given)) continue;
    try {
      option->add_result(setting.value);
      option->run_callback();
    } catch (const CLI::ParseError& error) {
      throw InputError(fmt::format("{}: {}", setting.where, error.what()));
    }
  }
}

}  // namespace graphsparse::cli
