// The problems of figures 1 to 4: a random walk on the 16 x 16 grid with normal values on it.
#pragma once

#include <cstdint>
#include <vector>

#include "graphsparse/core/random.hpp"
#include "graphsparse/graph/graph.hpp"
#include "recovery_run.hpp"

namespace graphsparse::experiments {

inline constexpr std::int64_t kWalkSide = 16;

const Graph& walk_grid();

// From the grid's centre, row 8 and column 8 (docs/notes/figures/README.md).
Support draw_walk(std::int64_t sparsity, RandomStream& stream);
std::vector<double> draw_walk_signal(std::int64_t sparsity, RandomStream& stream);

enum class Precision { single_precision, double_precision };

// Rows of normal entries over sqrt(rows). In single precision the entries are rounded and take half
// the memory; products are computed alike, so that a signal is measured and sought with the same
// matrix.
std::unique_ptr<DesignMatrix> scaled_rows(std::span<const double> normals, std::int64_t rows,
                                          NodeId columns,
                                          Precision precision = Precision::double_precision);

std::vector<double> measure(const DesignMatrix& design, const std::vector<double>& signal);

}  // namespace graphsparse::experiments
