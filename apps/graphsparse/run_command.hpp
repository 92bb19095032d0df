// The command line of this run, as it can be given again.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app.hpp"
#include "graphsparse/core/option.hpp"
#include "graphsparse/report/run_record.hpp"

namespace graphsparse::cli {

// How the tool was called; to be told before anything is parsed.
void remember_program(std::string_view path);

// One word of a shell: quoted where a shell would not take it as it is. Control characters and
// bytes that are no UTF-8 are written as escapes.
std::string shell_word(std::string_view text);

// The command with every option that was given, by the command line or by a configuration file, and
// the seed, on lines that a shell takes as one.
std::string command_line(const CLI::App& command);

// A record with that command and the values of all options of a table, of which `options` is the
// struct.
void add_settings(RunRecord& run, std::span<const OptionRecord> table, const void* options);

// The same for commands whose options are in no table.
RunRecord record_run(const CLI::App& command);

}  // namespace graphsparse::cli
