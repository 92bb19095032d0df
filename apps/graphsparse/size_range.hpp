// From --sparsity, --slack, --low and --high to the sizes a projection may return.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "graphsparse/projection/projection.hpp"

namespace graphsparse::cli {

struct SizeRequest {
  std::optional<std::int64_t> sparsity;
  std::optional<double> slack;
  std::optional<std::int64_t> low;
  std::optional<std::int64_t> high;
};

struct SizeRange {
  std::int64_t low = 1;
  std::int64_t high = 1;
};

// (1 + slack) s is the largest size a method accepts unless told otherwise.
double default_slack(std::string_view method);

// Throws UsageError where the options alone are wrong; needs no file.
void check_request(const SizeRequest& request, ProjectionKind kind);

// The published search cannot hit one size and asks for [s, 1.1 s]; our own methods return exactly
// s unless a slack is given. Throws InputError where the graph has too few nodes.
SizeRange choose_sizes(const SizeRequest& request, std::string_view method,
                       std::int64_t node_count);

}  // namespace graphsparse::cli
