// Small data sets with two classes for the tests of selection.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/selection/cross_validation.hpp"

namespace graphsparse {

struct RandomCohort {
  std::shared_ptr<const DesignMatrix> design;
  std::vector<double> labels;

  // Normal features, classes in turn; the first `informative` features are shifted in the second
  // class.
  RandomCohort(RowIndex samples, NodeId features, NodeId informative, std::uint64_t seed) {
    RandomStream stream(seed, "cohort");
    std::vector<double> values;
    for (RowIndex row = 0; row < samples; ++row) {
      labels.push_back(row % 2 == 0 ? 1.0 : -1.0);
      for (NodeId feature = 0; feature < features; ++feature) {
        const bool is_shifted = feature < informative && row % 2 == 0;
        values.push_back(stream.normal() + (is_shifted ? 1.0 : 0.0));
      }
    }
    design = std::make_shared<const DenseMatrix<double>>(samples, features, std::move(values));
  }

  CrossValidationData data() const { return {design.get(), labels}; }
  Dataset dataset() const { return make_dataset(design, labels); }
};

}  // namespace graphsparse
