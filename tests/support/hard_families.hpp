// Instances made to cost moat growing much work: clusters that become inactive and are woken again
// and again while many edges wait at them.
#pragma once

#include <string>
#include <vector>

#include "support/instances.hpp"

namespace graphsparse::test_support {

struct NamedInstance {
  std::string name;
  Instance instance;
};

// So many wakers, and about so many edges that wait. With more than some thirty wakers in a row the
// outcome is chaotic: each wake doubles what rounding errors there are.
std::vector<NamedInstance> hard_families(int wakers, int edges);

}  // namespace graphsparse::test_support
