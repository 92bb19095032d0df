// The files that `fit` and `cv` write.
#pragma once

#include <string>
#include <vector>

#include "app.hpp"
#include "graphsparse/fit/fit.hpp"
#include "graphsparse/io/data_file.hpp"
#include "graphsparse/io/subnetwork_file.hpp"
#include "graphsparse/solver/diagnosis.hpp"
#include "output.hpp"

namespace graphsparse::cli {

inline constexpr const char* kResultGroup = "Results";

// Empty: not asked for.
struct FitResults {
  std::string model;
  std::string report;
  std::string figure;
  std::vector<std::string> exports;
  std::string out;
};

// --model, --report, --figure, --export.
void add_result_options(CLI::App& app, FitResults& results);
void add_export_option(CLI::App& app, std::vector<std::string>& exports);

// Fail before the fit where writing would fail after it. Throw UsageError or InputError.
void check_results(const FitResults& results, bool has_graph);
void check_names(const FitResults& results, const Dataset& data);

// What is drawn of a fit; empty where not asked for.
struct FitPictures {
  std::string page;    // in HTML
  std::string figure;  // in SVG
};

// The model, the exports with further attributes of their nodes, the page and the figure.
void write_models(const FitResults& results, const Fit& fit, const FitPictures& pictures,
                  const std::vector<NodeAttribute>& attributes = {});

// Throws UsageError for a name that says that the page is to be something else, such as a PDF.
void check_report_name(const std::string& path);

// Says that the page has no scripts, where this build has none.
void note_static_page(bool quiet);

// How `fit --diagnose` tells what the theory says of a run.

Json diagnosis_to_json(const Diagnosis& diagnosis);

std::string diagnosis_to_table(const Diagnosis& diagnosis);

// What a fit prints.

// `with_times`: also how many seconds had passed at the end of each epoch.
Json fit_to_json(const Fit& fit, bool with_times);

std::string fit_to_table(const Fit& fit);

}  // namespace graphsparse::cli
