// What users ask of the edges of a graph once it is read.
#pragma once

#include "graphsparse/io/edge_table.hpp"

namespace graphsparse::io {

// Turns confidences into costs, drops weak edges and leaves nodes out; notes say so. Throws
// InputError where there are no values to do so.
void apply_edge_options(const EdgeOptions& options, EdgeTable& table);

}  // namespace graphsparse::io
