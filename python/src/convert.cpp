#include "convert.hpp"

#include <pybind11/stl.h>

#include <array>
#include <utility>

namespace graphsparse::python {
namespace {

struct Renamed {
  std::string_view here;
  std::string_view in_python;
};

constexpr std::array kParameters = {Renamed{"seed", "random_state"}, Renamed{"threads", "n_jobs"},
                                    Renamed{"lambda", "lambda_"}};

// What the readers of files say to those at a command line.
constexpr std::array kPhrases = {Renamed{"with --feature-names", "as the columns of a DataFrame"},
                                 Renamed{"--feature-names", "the columns of a DataFrame"},
                                 Renamed{"give the vector as name<TAB>value lines",
                                         "give a pandas Series with the names as its index"}};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

bool is_whole(const py::handle& value) {
  return PyIndex_Check(value.ptr()) != 0 && !py::isinstance<py::bool_>(value);
}

bool is_number(const py::handle& value) {
  return PyFloat_Check(value.ptr()) != 0 || is_whole(value) ||
         (PyNumber_Check(value.ptr()) != 0 && !py::isinstance<py::bool_>(value) &&
          py::hasattr(value, "dtype"));
}

// As the command line would have it.
std::string to_text(const py::handle& value) {
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  try {
    if (is_whole(value)) {
      const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
      if (!number) throw py::error_already_set();
      return py::str(number);
    }
    if (is_number(value)) return py::repr(py::float_(py::reinterpret_borrow<py::object>(value)));
  } catch (const py::error_already_set&) {
    // An array of several numbers looks like one; it is refused as it is written.
    return py::repr(value);
  }
  return py::repr(value);
}

bool to_flag(const std::string& name, const py::handle& value) {
  const bool is_numpy =
      py::hasattr(value, "dtype") && value.attr("dtype").attr("kind").cast<std::string>() == "b";
  if (!py::isinstance<py::bool_>(value) && !is_numpy) {
    throw InputError(name + " must be True or False, not '" + to_text(value) + "'");
  }
  return py::bool_(py::reinterpret_borrow<py::object>(value));
}

std::string_view type_name(OptionType type) {
  switch (type) {
    case OptionType::flag:
      return "flag";
    case OptionType::whole:
      return "whole";
    case OptionType::number:
      return "number";
    case OptionType::choice:
      return "choice";
    case OptionType::number_or_choice:
      return "number_or_choice";
    case OptionType::flag_or_choice:
      return "flag_or_choice";
    case OptionType::text:
      break;
  }
  return "text";
}

}  // namespace

std::string with_parameter_names(std::string message) {
  for (const Renamed& parameter : kParameters) {
    replace_all(message, "`" + std::string(parameter.here) + "`",
                "`" + std::string(parameter.in_python) + "`");
  }
  for (const Renamed& phrase : kPhrases) replace_all(message, phrase.here, phrase.in_python);
  return message;
}

std::string parameter_name(std::string_view field) {
  for (const Renamed& parameter : kParameters) {
    if (parameter.here == field) return std::string(parameter.in_python);
  }
  return std::string(field);
}

void set_options(std::span<const OptionRecord> table, void* options, const py::dict& values) {
  for (const OptionRecord& record : table) {
    const py::str field{std::string(record.field)};
    if (!values.contains(field)) continue;
    const py::object value = values[field];
    if (value.is_none()) continue;
    const std::string name = "`" + std::string(record.field) + "`";
    if (record.type == OptionType::flag) {
      *std::get<bool*>(record.field_of(options)) = to_flag(name, value);
      continue;
    }
    const bool is_flag =
        record.type == OptionType::flag_or_choice && !py::isinstance<py::str>(value);
    const std::string text =
        is_flag ? std::string(to_flag(name, value) ? "true" : "false") : to_text(value);
    set_option(record, options, name, text, choices_of(record), listing_of(record));
  }
}

py::list describe_table(std::span<const OptionRecord> table, const void* defaults) {
  py::list all;
  for (const OptionRecord& record : table) {
    py::dict entry;
    entry["field"] = std::string(record.field);
    entry["parameter"] = parameter_name(record.field);
    entry["type"] = std::string(type_name(record.type));
    entry["group"] = std::string(record.group);
    entry["help"] = std::string(record.help);
    entry["min"] = record.min;
    entry["max"] = record.max;
    entry["above_min"] = record.above_min;
    entry["choices"] = choices_of(record);
    entry["listing"] = listing_of(record);
    entry["default_text"] = std::string(record.default_text);
    entry["default"] = to_python(option_value(record, defaults));
    entry["in_grid"] = record.in_grid;
    entry["is_switched_off"] = record.is_switched_off;
    all.append(entry);
  }
  return all;
}

py::object to_python(const OptionValue& value) {
  return std::visit(
      [](const auto& content) -> py::object {
        using Type = std::remove_cvref_t<decltype(content)>;
        if constexpr (std::is_same_v<Type, std::monostate>) {
          return py::none();
        } else {
          return py::cast(content);
        }
      },
      value);
}

py::array_t<std::int64_t> to_indices(std::span<const NodeId> nodes) {
  py::array_t<std::int64_t> result(static_cast<py::ssize_t>(nodes.size()));
  std::copy(nodes.begin(), nodes.end(), result.mutable_data());
  return result;
}

py::array_t<double> to_array(const std::vector<double>& values) {
  return to_array(std::span<const double>(values));
}

std::span<const double> view_vector(const py::array_t<double, py::array::c_style>& array,
                                    std::string_view name) {
  if (array.ndim() != 1) {
    throw InputError("`" + std::string(name) + "` must have one dimension, not " +
                     std::to_string(array.ndim()));
  }
  return {array.data(), static_cast<std::size_t>(array.size())};
}

std::vector<std::string> to_names(const py::object& names) {
  std::vector<std::string> all;
  if (names.is_none()) return all;
  for (const py::handle name : names) all.push_back(py::str(name));
  return all;
}

FeatureGraph join_graph(const EdgeHandle& edges, const Dataset& data) {
  const std::int64_t nodes = edges.table.node_count();
  const std::int64_t features = data.design->columns();
  if (edges.has_exact_size && nodes != features) {
    throw InputError("`graph`: " + std::to_string(nodes) + " nodes for " +
                     std::to_string(features) + " features; node i is feature i");
  }
  // Nodes without names are columns, whatever these are called.
  Dataset columns;
  columns.source = data.source;
  columns.design = data.design;
  JoinedGraph joined = join_features(edges.table, edges.table.names.empty() ? columns : data);
  FeatureGraph graph(std::move(joined.graph));
  graph.grid = edges.grid;
  if (!joined.report.is_complete()) graph.notes.push_back(joined.report.describe());
  return graph;
}

}  // namespace graphsparse::python
