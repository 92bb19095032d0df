// Options with a type, a range and a message that says what would be right.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app.hpp"

namespace graphsparse::cli {

inline constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

struct WholeRange {
  std::int64_t low = 0;
  std::int64_t high = kNoLimit;
};

CLI::Option* add_text(CLI::App& app, const std::string& name, std::string& target,
                      const std::string& help);

CLI::Option* add_whole_number(CLI::App& app, const std::string& name,
                              std::optional<std::int64_t>& target, WholeRange range,
                              const std::string& help);
CLI::Option* add_whole_number(CLI::App& app, const std::string& name, std::int64_t& target,
                              WholeRange range, const std::string& help);

// A finite number, not negative.
CLI::Option* add_amount(CLI::App& app, const std::string& name, std::optional<double>& target,
                        const std::string& help);
CLI::Option* add_amount(CLI::App& app, const std::string& name, double& target,
                        const std::string& help);

// A finite number above 0.
CLI::Option* add_positive(CLI::App& app, const std::string& name, std::optional<double>& target,
                          const std::string& help);

// One of a few names.
CLI::Option* add_choice(CLI::App& app, const std::string& name, std::string& target,
                        std::vector<std::string> choices, const std::string& help);

// The values that completions offer for an option; empty: any.
void list_choices(const CLI::Option& option, std::vector<std::string> choices);
const std::vector<std::string>& listed_choices(const CLI::Option& option);

}  // namespace graphsparse::cli
