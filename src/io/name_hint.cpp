#include "io/name_hint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>

#include "io/text.hpp"

namespace graphsparse::io {
namespace {

bool is_figure(char letter) { return letter >= '0' && letter <= '9'; }

bool is_whole_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_figure);
}

// "ENSG00000141510" of "ENSG00000141510.18".
std::string without_version(std::string_view name) {
  const std::size_t point = name.rfind('.');
  const bool has_version = point != std::string_view::npos && point > 0 &&
                           is_whole_number(name.substr(point + 1)) &&
                           !is_whole_number(name.substr(0, point));
  return std::string(has_version ? name.substr(0, point) : name);
}

// "ENSP00000269305" of "9606.ENSP00000269305".
std::string without_species(std::string_view name) {
  const std::size_t point = name.find('.');
  const bool has_species = point != std::string_view::npos && point + 1 < name.size() &&
                           is_whole_number(name.substr(0, point)) &&
                           !is_whole_number(name.substr(point + 1));
  return std::string(has_species ? name.substr(point + 1) : name);
}

// Straight quotes and those that text processors make of them.
std::string without_quotes(std::string_view name) {
  using namespace std::string_view_literals;
  for (const std::string_view quote :
       {R"(")"sv, "'"sv, "\xE2\x80\x9C"sv, "\xE2\x80\x9D"sv, "\xE2\x80\x98"sv, "\xE2\x80\x99"sv}) {
    if (name.starts_with(quote)) name.remove_prefix(quote.size());
    if (name.ends_with(quote)) name.remove_suffix(quote.size());
  }
  return std::string(name);
}

struct Likeness {
  std::string (*folded)(std::string_view);
  std::string_view difference;
};

constexpr std::array kLikenesses = {
    Likeness{[](std::string_view name) { return lower_case(name); }, "upper and lower case alone"},
    Likeness{without_version, "the versions after the point alone"},
    Likeness{without_species, "the number of the species before the point alone"},
    Likeness{without_quotes, "quotes alone"},
};

std::string describe_likeness_but_for(const Likeness& likeness, std::span<const std::string> left,
                                      std::span<const std::string> right) {
  std::unordered_set<std::string> others;
  for (const std::string& name : right) others.insert(likeness.folded(name));
  const auto same = std::find_if(left.begin(), left.end(), [&](const std::string& name) {
    return others.contains(likeness.folded(name));
  });
  if (same == left.end()) return {};
  return fmt::format("; they differ in {}, as {} does: write them alike", likeness.difference,
                     in_quotes(*same));
}

bool is_protein_of_string(const std::string& name) {
  return without_species(name) != name && without_species(name).starts_with("ENS");
}

bool is_probe(const std::string& name) {
  return name.ends_with("_at") || name.starts_with("ILMN_");
}

}  // namespace

std::string describe_likeness(std::span<const std::string> left,
                              std::span<const std::string> right) {
  for (const Likeness& likeness : kLikenesses) {
    std::string hint = describe_likeness_but_for(likeness, left, right);
    if (!hint.empty()) return hint;
  }
  return {};
}

std::string describe_mismatch(std::span<const std::string> nodes,
                              std::span<const std::string> features) {
  std::string hint = describe_likeness(nodes, features);
  if (!hint.empty() || nodes.empty() || features.empty()) return hint;
  if (is_probe(features.front())) {
    return "; these features are names of probes: the annotation of their platform has the genes' "
           "names";
  }
  if (is_protein_of_string(nodes.front())) {
    return "; these nodes are proteins of STRING: their genes' names stand in STRING's "
           "protein.info "
           "file";
  }
  return {};
}

bool is_date_of_gene(std::string_view name) {
  constexpr std::array months = {"Mar", "Sep", "Dec"};  // MARCH1, SEPT1, DEC1
  const std::size_t dash = name.find('-');
  return dash != std::string_view::npos && dash <= 2 && is_whole_number(name.substr(0, dash)) &&
         std::find(months.begin(), months.end(), name.substr(dash + 1)) != months.end();
}

}  // namespace graphsparse::io
