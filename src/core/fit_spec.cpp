#include "graphsparse/core/fit_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "graphsparse/core/fingerprint.hpp"

namespace graphsparse {
namespace {

constexpr std::string_view kModelOptions = "Model";
constexpr std::string_view kSearchOptions = "Search";
constexpr std::string_view kConvexOptions = "Convex solvers (l1-logistic, group-lasso)";

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): a record becomes a field in one place, a row here
#define GRAPHSPARSE_OPTION(type, name, value, ...)             \
  OptionRecord{.field = #name,                                 \
               .field_of = [](void* options) -> OptionField {  \
                 return &static_cast<FitSpec*>(options)->name; \
               },                                              \
               __VA_ARGS__},
constexpr std::array kRecords = {
#include "graphsparse/core/fit_option_records.hpp"
};

}  // namespace

std::span<const OptionRecord> fit_option_table() { return kRecords; }

const OptionRecord* find_fit_option(std::string_view name) {
  for (const OptionRecord& record : kRecords) {
    if (record.field == name || record.name() == name || option_name(record.field) == name) {
      return &record;
    }
  }
  return nullptr;
}

std::vector<std::pair<std::string, std::string>> describe_options(const FitSpec& spec) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const OptionRecord& record : kRecords) {
    all.emplace_back(option_name(record.field), to_text(option_value(record, &spec)));
  }
  return all;
}

std::vector<std::string> grid_option_names(bool of_convex_solvers) {
  std::vector<std::string> names;
  for (const OptionRecord& record : kRecords) {
    const bool is_convex = record.used_by == kUsedByConvex;
    if (record.in_grid && is_convex == of_convex_solvers) {
      names.push_back(option_name(record.field));
    }
  }
  return names;
}

namespace {

// Lets every bit depend on every other.
std::uint64_t finish(std::uint64_t sum, std::uint64_t words) {
  sum ^= words;
  sum = (sum ^ (sum >> 33)) * 0xff51afd7ed558ccdULL;
  sum = (sum ^ (sum >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return sum ^ (sum >> 33);
}

}  // namespace

void Fingerprint::add(std::string_view text) {
  add_word(text.size());
  // Eight letters a word, put together by hand: the same for either order of bytes.
  while (!text.empty()) {
    std::uint64_t word = 0;
    const std::size_t count = std::min<std::size_t>(text.size(), 8);
    for (std::size_t i = 0; i < count; ++i) {
      word |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
    }
    add_word(word);
    text.remove_prefix(count);
  }
}

void Fingerprint::add(const Fingerprint& other) {
  add_word(other.sums_[0]);
  add_word(other.sums_[1]);
  add_word(other.words_);
}

std::string Fingerprint::hex() const {
  return fmt::format("{:016x}{:016x}", finish(sums_[0], words_), finish(sums_[1], ~words_));
}

}  // namespace graphsparse
