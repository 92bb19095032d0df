// `fit --export`: the selected features with the edges between them, for other programs.
#pragma once

#include <string>
#include <vector>

#include "cli_fwd.hpp"
#include "fit_options.hpp"
#include "fit_problem.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse::cli {

CLI::Option* add_export_option(CLI::App& app, std::vector<std::string>& paths);

// Fails before the fit where write_export() would fail after it. Throws UsageError or InputError.
void check_exports(const std::vector<std::string>& paths, const FitOptions& options);

void write_export(const std::string& path, const FitProblem& fit, const Result& result);

}  // namespace graphsparse::cli
