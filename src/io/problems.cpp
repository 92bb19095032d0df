#include "io/problems.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "graphsparse/core/error.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

constexpr std::size_t kMostPlaces = 10;

}  // namespace

const Problems::Entry* Problems::find(Kind kind) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.kind == kind; });
  return found == entries_.end() ? nullptr : &*found;
}

Problems::Entry* Problems::find(Kind kind) {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.kind == kind; });
  return found == entries_.end() ? nullptr : &*found;
}

std::int64_t Problems::count(Kind kind) const {
  const Entry* entry = find(kind);
  return entry == nullptr ? 0 : entry->count;
}

void Problems::add(Kind kind, const std::string& message, const std::string& place) {
  Entry* entry = find(kind);
  if (entry == nullptr) entry = &entries_.emplace_back(Entry{kind, message, {}, 0, {}});
  if (entry->places.size() < kMostPlaces) entry->places.push_back(place);
  ++entry->count;
}

Problems Problems::without(Kind kind) const {
  Problems rest = *this;
  std::erase_if(rest.entries_, [&](const Entry& entry) { return entry.kind == kind; });
  return rest;
}

void Problems::set_remedy(Kind kind, std::string remedy) {
  Entry* entry = find(kind);
  if (entry != nullptr) entry->remedy = std::move(remedy);
}

std::string Problems::describe(const Entry& entry) {
  std::string text = entry.first;
  if (entry.count > 1) {
    const auto more = entry.count - static_cast<std::int64_t>(entry.places.size());
    text +=
        fmt::format("; there are {} such places: {}{}", entry.count, fmt::join(entry.places, "; "),
                    more > 0 ? fmt::format("; and {} more", more) : "");
  }
  return entry.remedy.empty() ? text : text + "; " + entry.remedy;
}

void Problems::check() const {
  if (entries_.empty()) return;
  std::string text;
  for (const Entry& entry : entries_) {
    text += (text.empty() ? "" : ". Besides, ") + describe(entry);
  }
  throw InputError(text);
}

bool is_missing_value(std::string_view text) {
  constexpr std::array<std::string_view, 9> words = {"",     "na",   "n/a", "nan", "#n/a",
                                                     "null", "none", "?",   "."};
  constexpr std::size_t longest = 4;
  return text.size() <= longest &&
         std::find(words.begin(), words.end(), lower_case(text)) != words.end();
}

bool is_missing_label(std::string_view text) {
  constexpr std::array<std::string_view, 5> words = {"", "NA", "N/A", "#N/A", "null"};
  return std::find(words.begin(), words.end(), text) != words.end();
}

}  // namespace graphsparse::io
