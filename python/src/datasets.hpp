// A dataset of what an estimator was given.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "convert.hpp"

namespace graphsparse::python {

// What Python hands over for a fit; None: not given.
struct FitRequest {
  Matrix matrix;
  py::object target;   // numbers (classes: -1 and +1), or words
  py::object classes;  // the words for -1 and +1
  py::object weights;
  py::object feature_names;
  py::object graph;           // Edges
  py::object feature_groups;  // the number of each feature's group; -1: none
  py::object latent_groups;   // lists of features, or "edges"
};

// Matrix and graph as the library has them; the request keeps the memory alive.
struct FitInput {
  Dataset data;
  FeatureGraph graph;
};

FitRequest make_request(const py::dict& values);
FitInput make_input(const FitRequest& request);

}  // namespace graphsparse::python
