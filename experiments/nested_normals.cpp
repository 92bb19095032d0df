#include "nested_normals.hpp"

#include "graphsparse/core/random.hpp"
#include "graphsparse/data/simulation.hpp"

namespace graphsparse::experiments {

std::shared_ptr<const std::vector<double>> NestedNormals::of_trial(std::uint64_t trial) {
  const std::scoped_lock lock(mutex_);
  if (last_ && last_trial_ == trial) return last_;
  RandomStream stream(seed_, "nested design", trial);
  last_ = std::make_shared<const std::vector<double>>(normal_matrix(rows_, columns_, 1.0, stream));
  last_trial_ = trial;
  return last_;
}

}  // namespace graphsparse::experiments
