#include "table_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <map>
#include <set>

#include "graphsparse/core/error.hpp"
#include "graphsparse/fit/options.hpp"
#include "option_types.hpp"
#include "output.hpp"

namespace graphsparse::cli {
namespace {

std::vector<std::string>& mutable_notes() {
  static std::vector<std::string> notes;
  return notes;
}

std::map<const CLI::Option*, const CLI::Option*>& old_names() {
  static std::map<const CLI::Option*, const CLI::Option*> names;
  return names;
}

std::set<const CLI::Option*>& rare_options() {
  static std::set<const CLI::Option*> rare;
  return rare;
}

// CLI11 wants its own exception to tell wrong values from failures of the program.
void set_or_reject(const OptionRecord& record, void* options, const std::string& text) {
  const std::string name = "--" + record.name();
  try {
    set_option(record, options, name, text, choices_of(record), listing_of(record));
  } catch (const InputError& error) {
    throw CLI::ValidationError(error.what(), CLI::ExitCodes::ValidationError);
  }
  if (const auto spelling = new_spelling(record, text)) {
    note_spelling(fmt::format("{} {}", name, text), fmt::format("{} {}", name, *spelling));
  }
}

std::string default_of(const OptionRecord& record, const void* options) {
  if (!record.default_text.empty()) return std::string(record.default_text);
  const OptionValue value = option_value(record, options);
  return std::holds_alternative<std::monostate>(value) ? std::string()
                                                       : graphsparse::to_text(value);
}

std::string type_of(const OptionRecord& record) {
  if (record.type != OptionType::choice || record.choices.starts_with('<')) {
    return std::string(record.value_name);
  }
  return std::string(record.choices);
}

CLI::Option* add_one(CLI::App& app, const OptionRecord& record, void* options,
                     const std::string& name) {
  const std::string help(record.help);
  if (record.type == OptionType::flag) {
    return app.add_flag_callback(
        name, [&record, options] { set_or_reject(record, options, "true"); }, help);
  }
  if (record.type == OptionType::flag_or_choice) {
    return app
        .add_option_function<std::string>(
            name,
            [&record, options](const std::string& text) {
              set_or_reject(record, options, text.empty() ? "true" : text);
            },
            help)
        ->type_name(type_of(record))
        ->take_last()
        ->expected(0, 1);
  }
  return app
      .add_option_function<std::string>(
          name,
          [&record, options](const std::string& text) { set_or_reject(record, options, text); },
          help)
      ->type_name(type_of(record))
      ->take_last()
      ->default_str(default_of(record, options))
      ->required(record.is_required);
}

}  // namespace

void add_table_options(CLI::App& app, std::span<const OptionRecord> table, void* options,
                       std::string_view left_out) {
  for (const OptionRecord& record : table) {
    if (record.group.empty() || record.field == left_out) continue;
    CLI::Option* option = add_one(app, record, options, "--" + record.name());
    option->group(std::string(record.group));
    list_choices(*option, choices_of(record));
    if (!record.is_common) rare_options().insert(option);
    if (!record.excludes.empty()) {
      option->excludes(app.get_option("--" + option_name(record.excludes)));
    }
    if (!record.old_name.empty()) {
      add_old_name(app, std::string(record.old_name), record.name());
    }
  }
}

void add_sample_options(CLI::App& app, FitFiles& files) {
  for (const OptionRecord& record : file_option_table()) {
    if (!record.is_of_samples) continue;
    add_one(app, record, &files, "--" + record.name())->group(std::string(record.group));
  }
}

void add_old_name(CLI::App& app, const std::string& old_name, const std::string& name) {
  CLI::Option* now = app.get_option("--" + name);
  CLI::Option* before =
      app.add_option_function<std::string>("--" + old_name,
                                           [now, old_name, name](const std::string& text) {
                                             note_spelling("--" + old_name, "--" + name);
                                             now->add_result(text);
                                             now->run_callback();
                                           })
          ->take_last()
          ->group("");
  set_old_name(*before, *now);
}

std::vector<std::string> given_options(const CLI::App& app, std::span<const OptionRecord> table) {
  std::vector<std::string> given;
  for (const OptionRecord& record : table) {
    const CLI::Option* option = app.get_option_no_throw("--" + record.name());
    if (record.group.empty() || option == nullptr) continue;
    if (option->count() > 0) given.push_back(record.name());
  }
  return given;
}

void set_old_name(const CLI::Option& old_option, const CLI::Option& option) {
  old_names()[&old_option] = &option;
}

const CLI::Option* option_of_old_name(const CLI::Option& option) {
  const auto place = old_names().find(&option);
  return place == old_names().end() ? nullptr : place->second;
}

void note_unused_options(const CLI::App& app, const FitSpec& spec) {
  std::vector<std::string> unused;
  for (const auto table : {fit_option_table(), file_option_table()}) {
    for (const std::string& name : unused_options(spec, table, given_options(app, table))) {
      unused.push_back("--" + name);
    }
  }
  if (unused.empty()) return;
  print_message(
      fmt::format("note: the solver {} does not use {}", spec.solver, fmt::join(unused, ", ")));
}

const std::vector<std::string>& spelling_notes() { return mutable_notes(); }

void note_spelling(const std::string& old_text, const std::string& new_text) {
  mutable_notes().push_back(fmt::format("{} is now called {}", old_text, new_text));
}

void hide_rare_options(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (rare_options().contains(option)) option->group("");
  }
}

}  // namespace graphsparse::cli
