// Fits and models.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "convert.hpp"
#include "datasets.hpp"
#include "watched.hpp"

namespace graphsparse::python {
namespace {

py::dict options_of(const FitSpec& spec) {
  py::dict values;
  for (const OptionRecord& record : fit_option_table()) {
    values[py::str(parameter_name(record.field))] = to_python(option_value(record, &spec));
  }
  return values;
}

py::object to_python(const std::optional<RestartStatistics>& restarts) {
  if (!restarts) return py::none();
  py::dict values;
  values["runs"] = restarts->runs;
  values["hits"] = restarts->hits;
  values["overlap"] = restarts->overlap;
  values["best_objective"] = restarts->best_objective;
  values["average"] = restarts->is_average;
  return values;
}

py::dict statistics_of(const Model& model) {
  const FitStatistics& statistics = model.statistics;
  py::dict values;
  values["objective"] = statistics.objective;
  values["residual_norm"] = statistics.residual_norm;
  values["epochs"] = statistics.epochs;
  values["iterations"] = statistics.iterations;
  values["stop_reason"] = statistics.stop_reason;
  values["pcst_calls"] = statistics.pcst_calls;
  values["components"] = statistics.components;
  values["samples"] = statistics.samples;
  values["restarts"] = to_python(statistics.restarts);
  values["lambda_"] = statistics.lambda;
  values["lambda_max"] = statistics.lambda_max;
  values["duality_gap"] = statistics.duality_gap;
  return values;
}

template <class Member>
auto feature_values(Member member) {
  return [member](const Model& model) {
    std::vector<double> values;
    for (const ModelFeature& feature : model.features) values.push_back(feature.*member);
    return to_array(values);
  };
}

py::dict numbers_of(const Model& model) {
  py::dict all;
  for (const FeatureNumber& number : model.known_numbers()) {
    std::vector<double> values;
    for (const ModelFeature& feature : model.features) {
      values.push_back(*(feature.*number.value));
    }
    all[py::str(std::string(number.name))] = to_array(values);
  }
  return all;
}

py::object to_array_or_none(const std::vector<double>& values) {
  if (values.empty()) return py::none();
  return to_array(values);
}

Dataset new_data(const Matrix& matrix, const py::object& names) {
  Dataset data = make_dataset(matrix.design, std::span<const double>(), to_names(names));
  data.source = "the data";
  return data;
}

py::array_t<double> predict_linear(const Model& model, const Matrix& matrix,
                                   const py::object& names) {
  const Dataset data = new_data(matrix, names);
  std::vector<double> values;
  {
    py::gil_scoped_release release;
    values = model.predict_linear(data);
  }
  return to_array(values);
}

py::array_t<double> predict(const Model& model, const Matrix& matrix, const py::object& names) {
  const Dataset data = new_data(matrix, names);
  std::vector<double> values;
  {
    py::gil_scoped_release release;
    values = model.predict(data);
  }
  return to_array(values);
}

py::list history_of(const Fit& fit) {
  py::list rows;
  for (const EpochRecord& record : fit.result.history) {
    rows.append(py::make_tuple(record.epoch, record.objective, record.support_size, record.step,
                               record.seconds, record.pcst_calls));
  }
  return rows;
}

py::list edges_of(const Fit& fit) {
  py::list edges;
  for (const Edge& edge : fit.edges) edges.append(py::make_tuple(edge.u, edge.v, edge.cost));
  return edges;
}

// All that a report or an export needs, so that a fit survives the way to another process.
py::tuple get_state(const Fit& fit) {
  const Result& result = fit.result;
  py::object grid = py::none();
  if (fit.grid) grid = py::make_tuple(fit.grid->width, fit.grid->height);
  py::object path = py::none();
  if (fit.path) {
    path = py::make_tuple(fit.path->lambda, fit.path->lambda_max, fit.path->duality_gap,
                          fit.path->groups, fit.path->group_count);
  }
  return py::make_tuple(
      format_model(fit.model), fit.model.source, static_cast<int>(result.termination),
      result.message, result.objective, result.start_objective, result.residual_norm, result.epochs,
      result.iterations, result.block_size, result.pcst_calls, result.seconds, history_of(fit),
      edges_of(fit), grid, path, fit.has_residual, fit.samples, fit.used_samples, fit.edge_count,
      fit.has_graph, to_array(fit.predictors), to_array(fit.target), fit.data_source, fit.notes);
}

void set_history(const py::list& rows, std::vector<EpochRecord>& history) {
  for (const py::handle row : rows) {
    const auto t = py::reinterpret_borrow<py::tuple>(row);
    history.push_back({.epoch = t[0].cast<std::int64_t>(),
                       .objective = t[1].cast<double>(),
                       .support_size = t[2].cast<std::int64_t>(),
                       .step = t[3].cast<double>(),
                       .seconds = t[4].cast<double>(),
                       .pcst_calls = t[5].cast<std::int64_t>()});
  }
}

std::vector<double> to_vector(const py::object& array) {
  const py::array_t<double, py::array::c_style | py::array::forcecast> values(array);
  return {values.data(), values.data() + values.size()};
}

std::shared_ptr<Fit> set_state(const py::tuple& state) {
  if (state.size() != 25) throw InputError("the pickled fit is of another version of graphsparse");
  auto fit = std::make_shared<Fit>();
  const auto source = state[1].cast<std::string>();
  fit->model = parse_model(state[0].cast<std::string>(), source.empty() ? "the model" : source);
  fit->model.source = source;
  Result& result = fit->result;
  result.termination = static_cast<Termination>(state[2].cast<int>());
  result.message = state[3].cast<std::string>();
  result.objective = state[4].cast<double>();
  result.start_objective = state[5].cast<double>();
  result.residual_norm = state[6].cast<double>();
  result.epochs = state[7].cast<std::int64_t>();
  result.iterations = state[8].cast<std::int64_t>();
  result.block_size = state[9].cast<std::int64_t>();
  result.pcst_calls = state[10].cast<std::int64_t>();
  result.seconds = state[11].cast<double>();
  set_history(state[12], result.history);
  for (const py::handle row : py::list(state[13])) {
    const auto t = py::reinterpret_borrow<py::tuple>(row);
    fit->edges.push_back({t[0].cast<NodeId>(), t[1].cast<NodeId>(), t[2].cast<double>()});
  }
  if (!state[14].is_none()) {
    const py::tuple grid = state[14];
    fit->grid = GridSize{grid[0].cast<std::int64_t>(), grid[1].cast<std::int64_t>()};
  }
  if (!state[15].is_none()) {
    const py::tuple path = state[15];
    fit->path =
        PathStatistics{path[0].cast<double>(), path[1].cast<double>(), path[2].cast<double>(),
                       path[3].cast<std::vector<std::string>>(), path[4].cast<std::size_t>()};
  }
  fit->has_residual = state[16].cast<bool>();
  fit->samples = state[17].cast<std::int64_t>();
  fit->used_samples = state[18].cast<std::int64_t>();
  fit->edge_count = state[19].cast<std::int64_t>();
  fit->has_graph = state[20].cast<bool>();
  fit->predictors = to_vector(state[21]);
  fit->target = to_vector(state[22]);
  fit->data_source = state[23].cast<std::string>();
  fit->notes = state[24].cast<std::vector<std::string>>();
  fit->restarts = fit->model.statistics.restarts;
  return fit;
}

py::tuple fit_estimator(const py::dict& given, const py::dict& options, std::int64_t threads,
                        const py::object& init, const py::object& tell) {
  FitSpec spec;
  set_options(fit_option_table(), &spec, options);
  const FitRequest request = make_request(given);
  const FitInput input = make_input(request);
  std::optional<Model> start;
  if (!init.is_none()) {
    start = init.cast<Model>();
    if (start->source.empty()) start->source = "`init`";
  }
  Watch watch;
  auto result = std::make_shared<Fit>();
  run_watched(
      watch, threads,
      [&] {
        FitHooks hooks = watch.hooks();
        hooks.threads = threads;
        hooks.init = start ? &*start : nullptr;
        *result = fit(input.data, input.graph, spec, hooks);
      },
      tell);
  return py::make_tuple(result, input.graph.notes);
}

void bind_model(py::module_& module) {
  py::class_<Model, std::shared_ptr<Model>>(module, "Model", "A fitted model.")
      .def_static("load", &Model::load, py::arg("path"))
      .def_static("parse", &parse_model, py::arg("text"), py::arg("source"))
      .def("to_text", &format_model)
      .def("save", &Model::save, py::arg("path"))
      .def("predict_linear", &predict_linear, py::arg("matrix"), py::arg("names"))
      .def("predict", &predict, py::arg("matrix"), py::arg("names"))
      .def_property_readonly("options", [](const Model& m) { return options_of(m.spec); })
      .def_property_readonly("statistics", &statistics_of)
      .def_property_readonly("names",
                             [](const Model& m) {
                               std::vector<std::string> names;
                               for (const ModelFeature& f : m.features) names.push_back(f.name);
                               return names;
                             })
      .def_property_readonly("coefficients", feature_values(&ModelFeature::coefficient))
      .def_property_readonly("mean", feature_values(&ModelFeature::mean))
      .def_property_readonly("scale", feature_values(&ModelFeature::scale))
      .def_property_readonly("numbers", &numbers_of)
      .def_property_readonly("loss", [](const Model& m) { return m.spec.loss; })
      .def_readonly("source", &Model::source)
      .def_readonly("version", &Model::version)
      .def_readonly("classes", &Model::classes)
      .def_readonly("feature_count", &Model::feature_count)
      .def_readonly("has_feature_names", &Model::has_feature_names)
      .def_readonly("intercept", &Model::intercept)
      .def(py::pickle([](const Model& m) { return py::make_tuple(format_model(m), m.source); },
                      [](const py::tuple& state) {
                        const auto source = state[1].cast<std::string>();
                        Model model = parse_model(state[0].cast<std::string>(), source);
                        model.source = source;
                        return std::make_shared<Model>(std::move(model));
                      }));
}

}  // namespace

void bind_fits(py::module_& module) {
  bind_model(module);
  py::class_<Fit, std::shared_ptr<Fit>>(module, "Fit", "What a fit has found, and how it went.")
      .def_readonly("model", &Fit::model)
      .def_property_readonly("support",
                             [](const Fit& fit) { return to_indices(fit.result.x.support); })
      .def_property_readonly("iterations", [](const Fit& fit) { return fit.result.iterations; })
      .def_property_readonly("seconds", [](const Fit& fit) { return fit.result.seconds; })
      .def_property_readonly("history", &history_of)
      .def_property_readonly("edges", &edges_of)
      .def_property_readonly("restarts", [](const Fit& fit) { return to_python(fit.restarts); })
      .def_property_readonly("frequency",
                             [](const Fit& fit) { return to_array_or_none(fit.frequency); })
      .def_property_readonly("probability",
                             [](const Fit& fit) { return to_array_or_none(fit.probability); })
      .def_readonly("notes", &Fit::notes)
      .def_readonly("has_graph", &Fit::has_graph)
      .def_property_readonly("grid",
                             [](const Fit& fit) -> py::object {
                               if (!fit.grid) return py::none();
                               return py::make_tuple(fit.grid->width, fit.grid->height);
                             })
      .def_property_readonly("has_failed", &Fit::has_failed)
      .def("report", &write_report, py::arg("path"))
      .def("export", &export_subgraph, py::arg("path"))
      .def(py::pickle(&get_state, &set_state));
  module.def("fit", &fit_estimator, py::arg("given"), py::arg("options"), py::arg("threads"),
             py::arg("init"), py::arg("tell"));
}

}  // namespace graphsparse::python
