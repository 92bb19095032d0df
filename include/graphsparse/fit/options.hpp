// What the options of a fit mean together: which go with which method, and what they are where
// nobody gave them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graphsparse/core/fit_spec.hpp"
#include "graphsparse/objective/loss.hpp"

namespace graphsparse {

// What there is beside the spec.
struct FitInputs {
  bool has_graph = false;
  bool has_feature_groups = false;
};

// Checks what needs no data and fills in what was not given. Messages name fields in backticks.
// Throws InputError.
FitSpec resolve_defaults(FitSpec spec, const FitInputs& inputs);

// The names that a choice accepts: those of the record itself, or of the table it names.
std::vector<std::string> choices_of(const OptionRecord& record);
// What a message calls them: the solvers, which go with every structure, by method and prefixes.
std::string listing_of(const OptionRecord& record);

// The bits of OptionRecord::used_by that apply to the spec's method. Throws InputError for an
// unknown one.
unsigned uses_of(const FitSpec& spec);
bool is_convex(const FitSpec& spec);
bool needs_graph(const FitSpec& spec);

// Which of the given options, by name, the spec's method does not use.
std::vector<std::string> unused_options(const FitSpec& spec, std::span<const OptionRecord> table,
                                        std::span<const std::string> given);

std::unique_ptr<Loss> make_loss(const FitSpec& spec);

// The losses, solvers and structures with their summaries, a line each, for the end of a help text.
std::string describe_choices();

// Puts the value of a grid's axis into the spec. Throws InputError.
void set_grid_option(FitSpec& spec, const std::string& name, double value);

}  // namespace graphsparse
