#include "config_file.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
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

std::string read_text(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw InputError(path + ": is a directory; --config needs a TOML file");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

toml::table parse_file(const std::string& path) {
  const std::string text = read_text(path);
  try {
    return toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    throw InputError(fmt::format("{}:{}: not valid TOML: {}", path, error.source().begin.line,
                                 error.description()));
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
    const std::string where = fmt::format("{}:{}: key '{}'", path, key.source().begin.line, name);
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
