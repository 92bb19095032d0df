// The module graphsparse._core: the front door of the library, for the package around it.
#include <pybind11/pybind11.h>

#include <exception>
#include <string>

#include "convert.hpp"

// NOLINTNEXTLINE: the macro's own code
PYBIND11_MODULE(_core, module) {
  namespace python = graphsparse::python;
  module.doc() = "The library graphsparse; use the package graphsparse instead.";
  module.attr("version") = std::string(graphsparse::kVersion);
  pybind11::register_exception_translator([](std::exception_ptr error) {
    try {
      if (error) std::rethrow_exception(error);
    } catch (const graphsparse::InputError& bad) {
      PyErr_SetString(PyExc_ValueError, python::with_parameter_names(bad.what()).c_str());
    }
  });
  python::bind_matrices(module);
  python::bind_graphs(module);
  python::bind_fits(module);
  python::bind_selection(module);
}
