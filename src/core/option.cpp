#include "graphsparse/core/option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/format.hpp"
#include "graphsparse/core/suggest.hpp"

namespace graphsparse {
namespace {

std::string lowered(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](char letter) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  });
  return result;
}

bool equal_but_for_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > limit) return limit + 1;
  // Three rows of the table: swaps look two rows back.
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    std::size_t smallest = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({replaced, previous[j] + 1, current[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
      smallest = std::min(smallest, current[j]);
    }
    if (smallest > limit) return limit + 1;
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return std::min(previous[b.size()], limit + 1);
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  for (const std::string& candidate : candidates) {
    if (equal_but_for_case(word, candidate)) return candidate;
  }
  // A third of the letters wrong is still a typing error; more is another word.
  std::size_t limit = std::max<std::size_t>(1, word.size() / 3);
  std::optional<std::string> best;
  for (const std::string& candidate : candidates) {
    // One wrong letter of one is no likeness at all.
    if (candidate.size() < 2) continue;
    const std::size_t distance = edit_distance(lowered(word), lowered(candidate), limit);
    if (distance > limit) continue;
    best = candidate;
    if (distance == 0) break;
    limit = distance - 1;
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  const std::optional<std::string> name = nearest(word, candidates);
  return name ? "; did you mean '" + *name + "'?" : "";
}

namespace {

constexpr double kLargestExact = 9007199254740992.0;  // 2^53: above it doubles skip whole numbers

[[noreturn]] void reject(std::string_view name, std::string_view right, std::string_view text,
                         std::string_view hint = {}) {
  throw InputError(fmt::format("{} must be {}, not '{}'{}", name, right, text, hint));
}

std::string describe_whole(const OptionRecord& record) {
  if (record.max > kLargestExact) {
    return fmt::format("a whole number of at least {:.0f}", record.min);
  }
  return fmt::format("a whole number from {:.0f} to {:.0f}", record.min, record.max);
}

std::string describe_number(const OptionRecord& record) {
  if (record.above_min) return fmt::format("a finite number above {:g}", record.min);
  return fmt::format("a finite number of at least {:g}", record.min);
}

template <class Number>
std::optional<Number> parse(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || text.empty()) return std::nullopt;
  return value;
}

bool is_within(const OptionRecord& record, double value) {
  return std::isfinite(value) && value <= record.max &&
         (record.above_min ? value > record.min : value >= record.min);
}

void store_whole(const OptionField& field, std::int64_t value) {
  std::visit(
      [value](auto* place) {
        using Type = std::remove_pointer_t<decltype(place)>;
        if constexpr (std::is_same_v<Type, std::int64_t> ||
                      std::is_same_v<Type, std::optional<std::int64_t>>) {
          *place = value;
        } else if constexpr (std::is_same_v<Type, std::uint64_t>) {
          *place = static_cast<std::uint64_t>(value);
        }
      },
      field);
}

void store_number(const OptionField& field, double value) {
  std::visit(
      [value](auto* place) {
        using Type = std::remove_pointer_t<decltype(place)>;
        if constexpr (std::is_same_v<Type, double> || std::is_same_v<Type, std::optional<double>>) {
          *place = value;
        } else if constexpr (std::is_same_v<Type, std::string>) {
          *place = fmt::format("{}", value);
        }
      },
      field);
}

void store_text(const OptionField& field, std::string_view text) {
  if (auto* const* place = std::get_if<std::string*>(&field)) **place = text;
}

bool is_among(std::span<const std::string> choices, std::string_view text) {
  return std::find(choices.begin(), choices.end(), text) != choices.end();
}

std::string_view first_choice(const OptionRecord& record) {
  return record.choices.substr(0, record.choices.find('|'));
}

}  // namespace

std::string option_name(std::string_view field) {
  std::string name(field);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

std::string OptionRecord::name() const {
  return (is_switched_off ? "no-" : "") + option_name(field);
}

std::vector<std::string> split_choices(std::string_view choices) {
  if (choices.empty()) return {};
  const std::vector<std::string_view> all = split(choices, '|');
  return {all.begin(), all.end()};
}

std::optional<std::string_view> new_spelling(const OptionRecord& record, std::string_view value) {
  for (const std::string_view pair : split(record.old_values, '|')) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) break;  // there are none
    if (pair.substr(0, equals) == value) return pair.substr(equals + 1);
  }
  return std::nullopt;
}

void set_option(const OptionRecord& record, void* options, std::string_view name,
                std::string_view text, std::span<const std::string> choices,
                std::string_view listing) {
  const OptionField field = record.field_of(options);
  const std::string_view value = new_spelling(record, text).value_or(text);
  switch (record.type) {
    case OptionType::flag: {
      if (text != "true" && text != "false") reject(name, "true or false", text);
      *std::get<bool*>(field) = (text == "true") != record.is_switched_off;
      return;
    }
    case OptionType::whole: {
      const auto number = parse<std::int64_t>(text);
      if (!number || !is_within(record, static_cast<double>(*number))) {
        reject(name, describe_whole(record), text);
      }
      store_whole(field, *number);
      return;
    }
    case OptionType::number: {
      const auto number = parse<double>(text);
      if (!number || !is_within(record, *number)) reject(name, describe_number(record), text);
      store_number(field, *number);
      return;
    }
    case OptionType::text:
      if (text.empty()) reject(name, "a name", text);
      store_text(field, text);
      return;
    case OptionType::choice:
      if (!is_among(choices, value)) {
        const std::string all = fmt::format("{}", fmt::join(choices, ", "));
        reject(name, fmt::format("one of {}", listing.empty() ? all : listing), text,
               did_you_mean(value, choices));
      }
      store_text(field, value);
      return;
    case OptionType::number_or_choice: {
      const auto number = parse<double>(value);
      const bool is_number = number && is_within(record, *number);
      if (!is_number && !is_among(choices, value)) {
        reject(name,
               fmt::format("{} or one of {}", describe_number(record), fmt::join(choices, ", ")),
               text);
      }
      store_text(field, value);
      return;
    }
    case OptionType::flag_or_choice: {
      const std::string_view chosen = text == "true" ? first_choice(record) : text;
      if (text != "false" && !is_among(choices, chosen)) {
        reject(name, fmt::format("true, false or one of {}", fmt::join(choices, ", ")), text,
               did_you_mean(text, choices));
      }
      store_text(field, text == "false" ? std::string_view() : chosen);
      return;
    }
  }
}

void set_option(const OptionRecord& record, void* options, double value) {
  const std::string name = option_name(record.field);
  const OptionField field = record.field_of(options);
  if (record.type == OptionType::whole) {
    const bool is_whole = value == std::floor(value) && std::abs(value) <= kLargestExact;
    if (!is_whole || !is_within(record, value)) {
      throw InputError(fmt::format("{} is {}; it must be {}", name, value, describe_whole(record)));
    }
    store_whole(field, static_cast<std::int64_t>(value));
    return;
  }
  if (!is_within(record, value)) {
    throw InputError(fmt::format("{} is {}; it must be {}", name, value, describe_number(record)));
  }
  store_number(field, value);
}

void check_option(const OptionRecord& record, const void* options, const void* defaults) {
  const OptionValue value = option_value(record, options);
  const bool is_default = value == option_value(record, defaults);
  const auto* const whole = std::get_if<std::int64_t>(&value);
  const auto* const number = std::get_if<double>(&value);
  if (is_default || (number == nullptr && whole == nullptr)) return;
  const double amount = number != nullptr ? *number : static_cast<double>(*whole);
  if (is_within(record, amount)) return;
  throw InputError(
      fmt::format("{} is {}; it must be {}", option_name(record.field), amount,
                  whole != nullptr ? describe_whole(record) : describe_number(record)));
}

OptionValue option_value(const OptionRecord& record, const void* options) {
  // field_of() only finds the place; nothing is written through it here.
  const OptionField field = record.field_of(const_cast<void*>(options));  // NOLINT
  if (record.type == OptionType::flag_or_choice) {
    const std::string& text = *std::get<std::string*>(field);
    if (text.empty()) return false;
    return text == first_choice(record) ? OptionValue(true) : OptionValue(text);
  }
  return std::visit(
      [](const auto* place) -> OptionValue {
        using Type = std::remove_cv_t<std::remove_pointer_t<decltype(place)>>;
        if constexpr (std::is_same_v<Type, std::string>) {
          return place->empty() ? OptionValue() : OptionValue(*place);
        } else if constexpr (std::is_same_v<Type, std::optional<double>> ||
                             std::is_same_v<Type, std::optional<std::int64_t>>) {
          return place->has_value() ? OptionValue(**place) : OptionValue();
        } else {
          return *place;
        }
      },
      field);
}

std::string with_option_names(std::string_view message) {
  std::string text;
  while (!message.empty()) {
    const std::size_t begin = message.find('`');
    const std::size_t end = begin == std::string_view::npos ? begin : message.find('`', begin + 1);
    if (end == std::string_view::npos) break;
    text += message.substr(0, begin);
    text += "--" + option_name(message.substr(begin + 1, end - begin - 1));
    message.remove_prefix(end + 1);
  }
  return text + std::string(message);
}

std::string to_text(const OptionValue& value) {
  return std::visit(
      [](const auto& content) -> std::string {
        using Type = std::remove_cvref_t<decltype(content)>;
        if constexpr (std::is_same_v<Type, std::monostate>) {
          return "-";
        } else {
          return fmt::format("{}", content);
        }
      },
      value);
}

}  // namespace graphsparse
