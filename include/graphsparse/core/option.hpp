// Options as records: one record feeds the command line and its help, TOML files, model files,
// grids of cross-validation, notes on options that a method does not use, fingerprints of
// unfinished work and the reference page docs/options.md.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace graphsparse {

// Where a record's value lies in a struct of options. A value that is not given is an empty
// optional or an empty text.
using OptionField = std::variant<bool*, std::int64_t*, std::optional<std::int64_t>*, double*,
                                 std::optional<double>*, std::uint64_t*, std::string*>;

// A value read from such a field; nothing: not given.
using OptionValue =
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string>;

enum class OptionType {
  flag,
  whole,             // a whole number
  number,            // a finite number
  text,              // a name
  choice,            // one of `choices`
  number_or_choice,  // a number above 0, or one of `choices`; kept as it was written
  flag_or_choice,    // a flag that may name one of `choices`; alone, or as true, the first of them.
                     // Off where the text is empty
};

struct OptionRecord {
  std::string_view field;                  // as in C++, model files and Python: "max_epochs"
  OptionField (*field_of)(void* options);  // of a struct of the record's table
  OptionType type = OptionType::text;
  std::string_view group = {};       // heading in the help; empty: every command has the option
  std::string_view value_name = {};  // in the help: "N", "FILE"
  std::string_view help = {};
  unsigned used_by = ~0U;  // kinds of methods that use it; the table says which bits there are
  bool is_common = false;  // shown by --help; the others by --help-all
  bool in_grid = false;    // numbers that cross-validation may choose
  double min = 0.0;
  double max = std::numeric_limits<double>::infinity();
  bool above_min = false;              // min itself is not allowed
  std::string_view choices = {};       // "a|b|c"; "<losses>": the names of a table elsewhere
  std::string_view default_text = {};  // in the help where something else decides
  std::string_view old_name = {};      // an alias on the command line and in TOML files
  std::string_view old_values = {};    // "old=new|old2=new2": aliases of values
  std::string_view excludes = {};      // the field of one that cannot be given beside it
  bool is_required = false;
  bool is_switched_off = false;  // a flag that is on by default
  bool is_identity = false;      // model files have it beside the coefficients
  bool is_of_samples = false;    // says where samples are, such as new ones to predict

  // As on the command line without dashes in front: "max-epochs"; "no-intercept" for a flag that is
  // on by default.
  std::string name() const;
};

// "max-epochs" of "max_epochs".
std::string option_name(std::string_view field);

// The new spelling where the text is an old one of this record.
std::optional<std::string_view> new_spelling(const OptionRecord& record, std::string_view value);

// Reads text into the field. `choices` are the names that a choice accepts, `listing` what a
// message calls them (empty: all of them). Throws InputError saying what would be right; the
// message begins with `name`.
void set_option(const OptionRecord& record, void* options, std::string_view name,
                std::string_view text, std::span<const std::string> choices,
                std::string_view listing = {});
// The same for a number, as grids have them.
void set_option(const OptionRecord& record, void* options, double value);

// Throws InputError for a value outside the record's bounds, as a program may have set it.
// A whole number of 0 counts as not given where it is the default.
void check_option(const OptionRecord& record, const void* options, const void* defaults);

OptionValue option_value(const OptionRecord& record, const void* options);

// For fingerprints and people: exact, "-" where not given.
std::string to_text(const OptionValue& value);

// Text between '|'.
std::vector<std::string> split_choices(std::string_view choices);

// Messages of the library name fields in backticks; here they become options: "`l2`" is "--l2".
std::string with_option_names(std::string_view message);

}  // namespace graphsparse
