#include "option_types.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <system_error>
#include <utility>

#include "graphsparse/core/suggest.hpp"

namespace graphsparse::cli {
namespace {

std::map<const CLI::Option*, std::vector<std::string>>& choices_by_option() {
  static std::map<const CLI::Option*, std::vector<std::string>> choices;
  return choices;
}

[[noreturn]] void reject(const std::string& name, const std::string& right,
                         const std::string& text) {
  throw CLI::ValidationError(fmt::format("{} must be {}, not '{}'", name, right, text),
                             CLI::ExitCodes::ValidationError);
}

std::string describe(WholeRange range) {
  if (range.high == kNoLimit) return fmt::format("a whole number of at least {}", range.low);
  return fmt::format("a whole number from {} to {}", range.low, range.high);
}

std::int64_t parse_whole_number(const std::string& name, WholeRange range,
                                const std::string& text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool good =
      error == std::errc() && stop == end && range.low <= value && value <= range.high;
  if (!good) reject(name, describe(range), text);
  return value;
}

// A finite number; not a number at all is NaN, which no range contains.
double parse_number(const std::string& text) {
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool good = error == std::errc() && stop == end && std::isfinite(value);
  return good ? value : std::numeric_limits<double>::quiet_NaN();
}

double parse_amount(const std::string& name, const std::string& text) {
  const double value = parse_number(text);
  if (!(value >= 0.0)) reject(name, "a finite number of at least 0", text);
  return value;
}

double parse_positive(const std::string& name, const std::string& text) {
  const double value = parse_number(text);
  if (!(value > 0.0)) reject(name, "a finite number above 0", text);
  return value;
}

CLI::Option* add(CLI::App& app, const std::string& name, const std::string& type,
                 const std::string& help, const std::function<void(const std::string&)>& take) {
  // The last one counts as far as CLI11 is concerned; giving an option twice is refused later, with
  // a better message.
  return app.add_option_function<std::string>(name, take, help)->type_name(type)->take_last();
}

}  // namespace

CLI::Option* add_text(CLI::App& app, const std::string& name, std::string& target,
                      const std::string& help) {
  return add(app, name, "", help, [name, &target](const std::string& text) {
    if (text.empty()) reject(name, "a name", text);
    target = text;
  });
}

CLI::Option* add_whole_number(CLI::App& app, const std::string& name,
                              std::optional<std::int64_t>& target, WholeRange range,
                              const std::string& help) {
  return add(app, name, "N", help, [name, range, &target](const std::string& text) {
    target = parse_whole_number(name, range, text);
  });
}

CLI::Option* add_whole_number(CLI::App& app, const std::string& name, std::int64_t& target,
                              WholeRange range, const std::string& help) {
  return add(app, name, "N", help,
             [name, range, &target](const std::string& text) {
               target = parse_whole_number(name, range, text);
             })
      ->default_str(std::to_string(target));
}

CLI::Option* add_amount(CLI::App& app, const std::string& name, std::optional<double>& target,
                        const std::string& help) {
  return add(app, name, "X", help,
             [name, &target](const std::string& text) { target = parse_amount(name, text); });
}

CLI::Option* add_amount(CLI::App& app, const std::string& name, double& target,
                        const std::string& help) {
  return add(app, name, "X", help,
             [name, &target](const std::string& text) { target = parse_amount(name, text); })
      ->default_str(fmt::format("{}", target));
}

CLI::Option* add_positive(CLI::App& app, const std::string& name, std::optional<double>& target,
                          const std::string& help) {
  return add(app, name, "X", help,
             [name, &target](const std::string& text) { target = parse_positive(name, text); });
}

CLI::Option* add_choice(CLI::App& app, const std::string& name, std::string& target,
                        std::vector<std::string> choices, const std::string& help) {
  const std::string type = fmt::format("{}", fmt::join(choices, "|"));
  CLI::Option* option =
      add(app, name, type, help, [name, choices, &target](const std::string& text) {
        if (std::find(choices.begin(), choices.end(), text) == choices.end()) {
          throw CLI::ValidationError(
              fmt::format("{} must be one of {}, not '{}'{}", name, fmt::join(choices, ", "), text,
                          did_you_mean(text, choices)),
              CLI::ExitCodes::ValidationError);
        }
        target = text;
      });
  list_choices(*option, std::move(choices));
  return target.empty() ? option : option->default_str(target);
}

void list_choices(const CLI::Option& option, std::vector<std::string> choices) {
  choices_by_option()[&option] = std::move(choices);
}

const std::vector<std::string>& listed_choices(const CLI::Option& option) {
  static const std::vector<std::string> kNone;
  const auto place = choices_by_option().find(&option);
  return place == choices_by_option().end() ? kNone : place->second;
}

}  // namespace graphsparse::cli
