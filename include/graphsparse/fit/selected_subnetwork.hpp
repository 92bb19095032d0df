// The selected features with the edges between them, to be written or added to.
#pragma once

#include "graphsparse/fit/fit.hpp"
#include "graphsparse/io/subnetwork_file.hpp"

namespace graphsparse {

// With what is known of each feature besides its coefficient. Throws InputError without a graph.
Subnetwork selected_subnetwork(const Fit& fit);

}  // namespace graphsparse
