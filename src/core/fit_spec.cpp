#include "graphsparse/core/fit_spec.hpp"

#include <array>

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

}  // namespace graphsparse
