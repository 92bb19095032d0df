// Cross-validation, and the tables of options.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "convert.hpp"
#include "datasets.hpp"
#include "watched.hpp"

namespace graphsparse::python {
namespace {

// Names of options as Python has them, with whole numbers where the option has these.
py::dict to_parameters(const Setting& setting) {
  py::dict values;
  for (const auto& [name, value] : setting.values) {
    const OptionRecord* record = find_fit_option(name);
    const py::str parameter(parameter_name(record->field));
    if (record->type == OptionType::whole) {
      values[parameter] = static_cast<std::int64_t>(value);
    } else {
      values[parameter] = value;
    }
  }
  return values;
}

py::dict describe_outer(const OuterModel& model) {
  py::dict values;
  values["repeat"] = model.repeat;
  values["fold"] = model.fold;
  values["setting"] = model.setting;
  values["support"] = to_indices(model.support);
  values["test_rows"] = to_array(std::span<const RowIndex>(model.test_rows));
  values["predictors"] = to_array(model.predictors);
  py::dict scores;
  for (const Metric& metric : metric_table()) {
    scores[py::str(std::string(metric.name))] = model.scores.*metric.value;
  }
  values["scores"] = scores;
  return values;
}

py::dict describe_result(const CrossValidationResult& result, const std::vector<Setting>& settings,
                         const Metric& metric) {
  py::dict all;
  py::list parameters;
  py::list scores;
  py::list outer;
  for (const Setting& setting : settings) parameters.append(to_parameters(setting));
  for (const MeanStd& score : result.scores) scores.append(to_array(score.values));
  for (const OuterModel& model : result.outer) outer.append(describe_outer(model));
  all["settings"] = parameters;
  all["scores"] = scores;
  all["outer"] = outer;
  all["best"] = result.best;
  all["stability"] = to_array(result.stability);
  all["metric"] = std::string(metric.name);
  all["larger_is_better"] = metric.larger_is_better;
  all["failures"] = result.failures.size();
  return all;
}

struct CvRequest {
  FitSpec spec;
  CvSpec cv;
  std::vector<Setting> settings;
  std::vector<std::int32_t> groups;
  std::int64_t threads = 1;
};

struct CvOutcome {
  CrossValidationResult result;
  const Metric* metric = nullptr;
  std::shared_ptr<Fit> refit = std::make_shared<Fit>();
};

CvOutcome validate(const CvRequest& request, const FitInput& input, Watch& watch) {
  const Trainer trainer(input.data, input.graph, apply_settings(request.spec, request.settings),
                        make_trainer_options(request.cv, request.spec));
  const CrossValidationPlan plan =
      make_plan(request.cv, request.spec, trainer.response(), request.threads);
  CvOutcome outcome;
  outcome.metric = plan.metric;
  outcome.result = cross_validate(trainer, request.groups, plan, {nullptr, &watch});
  if (!outcome.result.is_complete) return outcome;
  *outcome.refit = trainer.refit(outcome.result.best, [&watch] { return watch.wants_stop(); });
  return outcome;
}

py::tuple cross_validate_estimator(const py::dict& given, const py::dict& options,
                                   const py::dict& cv_options, const std::vector<std::string>& grid,
                                   const py::object& groups, std::int64_t threads,
                                   const py::object& tell) {
  CvRequest request;
  set_options(fit_option_table(), &request.spec, options);
  set_options(cv_option_table(), &request.cv, cv_options);
  request.settings = parse_grid(grid, request.spec);
  request.threads = threads;
  const FitRequest fit_request = make_request(given);
  const FitInput input = make_input(fit_request);
  if (!groups.is_none()) request.groups = groups.cast<std::vector<std::int32_t>>();
  if (!request.groups.empty() &&
      static_cast<RowIndex>(request.groups.size()) != input.data.design->rows()) {
    throw InputError("`groups`: " + std::to_string(request.groups.size()) + " for " +
                     std::to_string(input.data.design->rows()) + " rows");
  }
  Watch watch;
  CvOutcome outcome;
  run_watched(
      watch, [&] { outcome = validate(request, input, watch); }, tell);
  return py::make_tuple(outcome.refit, input.graph.notes,
                        describe_result(outcome.result, request.settings, *outcome.metric));
}

py::list describe_losses() {
  py::list losses;
  for (const LossRow& row : loss_table()) {
    const Response response = row.make()->traits().response;
    losses.append(py::make_tuple(std::string(row.name), std::string(row.summary),
                                 response == Response::classes));
  }
  return losses;
}

}  // namespace

void bind_selection(py::module_& module) {
  module.def("fit_options", [] {
    const FitSpec defaults;
    return describe_table(fit_option_table(), &defaults);
  });
  module.def("cv_options", [] {
    const CvSpec defaults;
    return describe_table(cv_option_table(), &defaults);
  });
  module.def("losses", &describe_losses);
  module.def("is_convex", [](const std::string& solver) {
    FitSpec spec;
    spec.solver = solver;
    return is_convex(spec);
  });
  module.def("cross_validate", &cross_validate_estimator, py::arg("given"), py::arg("options"),
             py::arg("cv_options"), py::arg("grid"), py::arg("groups"), py::arg("threads"),
             py::arg("tell"));
}

}  // namespace graphsparse::python
