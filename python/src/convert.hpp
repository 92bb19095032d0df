// From the objects of Python to those of the library, and messages back.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/graphsparse.hpp"

namespace graphsparse::python {

namespace py = pybind11;

// A design matrix over arrays of Python, which it keeps alive.
struct Matrix {
  std::shared_ptr<const DesignMatrix> design;
  py::object owner;
};

// The edges of a graph with what Python knows of its nodes.
struct EdgeHandle {
  EdgeTable table;
  std::optional<GridSize> grid;
  bool has_exact_size = false;  // the number of nodes was said, so that it must fit
};

// Messages of the library name fields in backticks; these are the parameters of Python.
std::string with_parameter_names(std::string message);

// As a parameter: a few fields have names that Python keeps for itself or knows another word for.
std::string parameter_name(std::string_view field);

// Fills the fields of a struct of options from a dict of fields; None: not given. Throws
// InputError.
void set_options(std::span<const OptionRecord> table, void* options, const py::dict& values);

// The records as dicts, with defaults from a struct that holds them.
py::list describe_table(std::span<const OptionRecord> table, const void* defaults);

py::object to_python(const OptionValue& value);

template <class Value>
py::array_t<Value> to_array(std::span<const Value> values) {
  return py::array_t<Value>(static_cast<py::ssize_t>(values.size()), values.data());
}
py::array_t<std::int64_t> to_indices(std::span<const NodeId> nodes);
py::array_t<double> to_array(const std::vector<double>& values);

// Throws InputError unless there is one dimension.
std::span<const double> view_vector(const py::array_t<double, py::array::c_style>& array,
                                    std::string_view name);

std::vector<std::string> to_names(const py::object& names);

// Node i is feature i. Throws InputError.
FeatureGraph join_graph(const EdgeHandle& edges, const Dataset& data);

void bind_matrices(py::module_& module);
void bind_graphs(py::module_& module);
void bind_fits(py::module_& module);
void bind_selection(py::module_& module);

}  // namespace graphsparse::python
