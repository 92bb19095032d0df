#include "graphsparse/report/options_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "graphsparse/core/fit_spec.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/fit/options.hpp"
#include "graphsparse/selection/cv_spec.hpp"

namespace graphsparse {
namespace {

std::string describe_values(const OptionRecord& record) {
  switch (record.type) {
    case OptionType::flag:
      return "";
    case OptionType::whole:
      if (std::isinf(record.max) || record.max > 1e15) {
        return fmt::format("whole number >= {:.0f}", record.min);
      }
      return fmt::format("whole number, {:.0f} to {:.0f}", record.min, record.max);
    case OptionType::number:
      return fmt::format("number {} {:g}", record.above_min ? ">" : ">=", record.min);
    case OptionType::text:
      return std::string(record.value_name);
    case OptionType::flag_or_choice:
      return fmt::format("none, or {}", fmt::join(choices_of(record), ", "));
    case OptionType::choice:
      return fmt::format("{}", fmt::join(choices_of(record), ", "));
    case OptionType::number_or_choice:
      return fmt::format("number > 0, or {}", fmt::join(choices_of(record), ", "));
  }
  return "";
}

std::string describe_default(const OptionRecord& record, const void* options) {
  const bool is_flag = record.type == OptionType::flag || record.type == OptionType::flag_or_choice;
  if (is_flag) return "";
  if (!record.default_text.empty()) return std::string(record.default_text);
  const OptionValue value = option_value(record, options);
  return std::holds_alternative<std::monostate>(value) ? "" : to_text(value);
}

std::string describe_users(const OptionRecord& record) {
  struct Use {
    unsigned bit;
    const char* name;
  };
  constexpr Use uses[] = {{kUsedByThresholding, "thresholding"},
                          {kUsedByConvex, "convex"},
                          {kUsedByGraphs, "graph"},
                          {kUsedByGroups, "groups"},
                          {kUsedByBlocks, "stochastic"},
                          {kUsedBySteps, "steps"},
                          {kUsedByGradientSteps, "gradient steps"}};
  if (record.used_by == ~0U) return "all";
  std::vector<std::string> names;
  for (const Use& use : uses) {
    if ((record.used_by & use.bit) != 0) names.emplace_back(use.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// A cell of a table, in which a bar would end it.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    switch (letter) {
      case '|':
        escaped += "\\|";
        break;
      case '<':
        escaped += "&lt;";
        break;
      default:
        escaped += letter;
    }
  }
  return escaped;
}

std::string describe(std::span<const OptionRecord> table, const void* options) {
  std::string text =
      "| option | values | default | used by | in a grid | meaning |\n|---|---|---|---|---|---|\n";
  for (const OptionRecord& record : table) {
    std::string name = "`--" + record.name() + "`";
    if (!record.old_name.empty()) name += fmt::format(" (before: `--{}`)", record.old_name);
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", name, cell(describe_values(record)),
                        cell(describe_default(record, options)), describe_users(record),
                        record.in_grid ? "yes" : "", cell(record.help));
  }
  return text;
}

}  // namespace

std::string options_page() {
  const FitFiles files;
  const FitSpec spec;
  const CvSpec cv;
  return "# Options\n\n"
         "Every option of `fit` and `cv`, made from the tables that the program itself reads them\n"
         "with (`graphsparse help options` prints this page). A key of a TOML file is the name\n"
         "without the dashes; a model file has the names with `_` for `-`. \"Used by\" says which\n"
         "methods look at an option; a note tells when one was given in vain.\n\n"
         "## Files and columns\n\n" +
         describe(file_option_table(), &files) + "\n## The fit\n\n" +
         describe(fit_option_table(), &spec) + "\n## Cross-validation (`cv`)\n\n" +
         describe(cv_option_table(), &cv);
}

}  // namespace graphsparse
