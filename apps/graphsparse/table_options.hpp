// Options of the command line from a table of records.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app.hpp"
#include "graphsparse/core/fit_spec.hpp"
#include "graphsparse/core/option.hpp"
#include "graphsparse/fit/files.hpp"

namespace graphsparse::cli {

// An option for each record that has a heading; they write into `options`, the struct that the
// table describes, which must live as long as the parser.
void add_table_options(CLI::App& app, std::span<const OptionRecord> table, void* options,
                       std::string_view left_out = {});

// Those of the table of files that say where new samples are.
void add_sample_options(CLI::App& app, FitFiles& files);

// An old spelling that is still understood.
void add_old_name(CLI::App& app, const std::string& old_name, const std::string& name);

// Lets a configuration file know that the option is an old spelling of another.
void set_old_name(const CLI::Option& old_option, const CLI::Option& option);
const CLI::Option* option_of_old_name(const CLI::Option& option);  // null: it is none

// The names of the table's options that the command line or a configuration file gave.
std::vector<std::string> given_options(const CLI::App& app, std::span<const OptionRecord> table);

// What to tell users of old spellings, a line each.
const std::vector<std::string>& spelling_notes();
void note_spelling(const std::string& old_text, const std::string& new_text);

// Says on standard error which of the given options the method does not use.
void note_unused_options(const CLI::App& app, const FitSpec& spec);

// Leaves what few people need out of the help.
void hide_rare_options(CLI::App& app);

}  // namespace graphsparse::cli
