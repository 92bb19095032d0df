// Arrays of NumPy and SciPy as design matrices, where they lie.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>
#include <type_traits>

#include "convert.hpp"

namespace graphsparse::python {
namespace {

// Entries between the beginnings of two lines; nothing where lines cannot be viewed.
std::optional<std::int64_t> line_stride(py::ssize_t bytes, py::ssize_t lines, py::ssize_t length,
                                        py::ssize_t size) {
  if (lines <= 1) return length;
  if (bytes % size != 0 || bytes / size < length) return std::nullopt;
  return bytes / size;
}

template <class Scalar>
std::shared_ptr<const DesignMatrix> view_dense(const py::array& array) {
  constexpr auto kSize = static_cast<py::ssize_t>(sizeof(Scalar));
  const py::ssize_t rows = array.shape(0);
  const py::ssize_t columns = array.shape(1);
  const auto* const values = static_cast<const Scalar*>(array.data());
  const auto view = [&](py::ssize_t lines, py::ssize_t length, std::int64_t stride) {
    const std::int64_t count = lines == 0 || length == 0 ? 0 : (lines - 1) * stride + length;
    return std::span<const Scalar>(values, static_cast<std::size_t>(count));
  };
  if (columns <= 1 || array.strides(1) == kSize) {
    if (const auto stride = line_stride(array.strides(0), rows, columns, kSize)) {
      return view_row_major(view(rows, columns, *stride), rows, columns, *stride);
    }
  }
  if (rows <= 1 || array.strides(0) == kSize) {
    if (const auto stride = line_stride(array.strides(1), columns, rows, kSize)) {
      return view_column_major(view(columns, rows, *stride), rows, columns, *stride);
    }
  }
  return nullptr;
}

// None where the layout needs a copy.
py::object dense(const py::array& array) {
  if (array.ndim() != 2) {
    throw InputError("`X` must have two dimensions, not " + std::to_string(array.ndim()));
  }
  constexpr int kAligned = py::detail::npy_api::NPY_ARRAY_ALIGNED_;
  if ((array.flags() & kAligned) == 0) return py::none();
  std::shared_ptr<const DesignMatrix> design;
  if (py::isinstance<py::array_t<double>>(array)) {
    design = view_dense<double>(array);
  } else if (py::isinstance<py::array_t<float>>(array)) {
    design = view_dense<float>(array);
  }
  if (design == nullptr) return py::none();
  return py::cast(Matrix{std::move(design), array});
}

template <class Value>
std::span<const Value> whole(const py::array& array) {
  return {static_cast<const Value*>(array.data()), static_cast<std::size_t>(array.size())};
}

struct CompressedArrays {
  std::int64_t rows;
  std::int64_t columns;
  py::array offsets;
  py::array indices;
  py::array values;
};

template <class Scalar, class Index>
std::shared_ptr<const DesignMatrix> view_compressed(const CompressedArrays& arrays, bool by_row) {
  const auto offsets = whole<Index>(arrays.offsets);
  const auto indices = whole<Index>(arrays.indices);
  const auto values = whole<Scalar>(arrays.values);
  return by_row ? view_csr(arrays.rows, arrays.columns, offsets, indices, values)
                : view_csc(arrays.rows, arrays.columns, offsets, indices, values);
}

template <class Index>
std::shared_ptr<const DesignMatrix> view_values(const CompressedArrays& arrays, bool by_row) {
  if (py::isinstance<py::array_t<double>>(arrays.values)) {
    return view_compressed<double, Index>(arrays, by_row);
  }
  return view_compressed<float, Index>(arrays, by_row);
}

// The caller sees to contiguous arrays of float32 or float64 and of indices of one type.
Matrix sparse(const std::string& format, std::int64_t rows, std::int64_t columns,
              const py::array& offsets, const py::array& indices, const py::array& values) {
  const CompressedArrays arrays{rows, columns, offsets, indices, values};
  const bool is_known =
      py::isinstance<py::array_t<double>>(values) || py::isinstance<py::array_t<float>>(values);
  const bool is_short = py::isinstance<py::array_t<std::int32_t>>(offsets) &&
                        py::isinstance<py::array_t<std::int32_t>>(indices);
  const bool is_long = py::isinstance<py::array_t<std::int64_t>>(offsets) &&
                       py::isinstance<py::array_t<std::int64_t>>(indices);
  if (!is_known || is_short == is_long) {
    throw InputError(
        "`X`: a sparse matrix must have float32 or float64 values and indices of one "
        "type, int32 or int64");
  }
  const bool by_row = format == "csr";
  Matrix matrix;
  matrix.design = is_short ? view_values<std::int32_t>(arrays, by_row)
                           : view_values<std::int64_t>(arrays, by_row);
  matrix.owner = py::make_tuple(offsets, indices, values);
  return matrix;
}

void require_finite(const Matrix& matrix, const py::object& names) {
  Dataset data = make_dataset(matrix.design, std::span<const double>(), {});
  data.feature_names = to_names(names);
  py::gil_scoped_release release;
  check_finite(data);
}

}  // namespace

void bind_matrices(py::module_& module) {
  py::class_<Matrix>(module, "Matrix", "A design matrix over arrays, which it keeps alive.")
      .def_property_readonly("rows", [](const Matrix& matrix) { return matrix.design->rows(); })
      .def_property_readonly("columns",
                             [](const Matrix& matrix) { return matrix.design->columns(); });
  module.def("dense", &dense, py::arg("array"));
  module.def("sparse", &sparse, py::arg("format"), py::arg("rows"), py::arg("columns"),
             py::arg("offsets"), py::arg("indices"), py::arg("values"));
  module.def("require_finite", &require_finite, py::arg("matrix"), py::arg("names") = py::none());
}

}  // namespace graphsparse::python
