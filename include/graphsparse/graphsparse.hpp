// All that a program needs to fit, predict and save:
//
//   #include <graphsparse/graphsparse.hpp>
//
//   graphsparse::Dataset data = graphsparse::read_dataset({.data = "X.csv", .target = "y"});
//   graphsparse::FeatureGraph graph = graphsparse::read_feature_graph("network.tsv", data);
//   graphsparse::FitSpec spec;
//   spec.sparsity = 40;
//   graphsparse::Fit fit = graphsparse::fit(data, graph, spec);
//   fit.model.save("model.json");
//   std::vector<double> predictions = fit.model.predict(new_data);
//
// Every option of a fit is a field of FitSpec (core/fit_option_records.hpp lists them with their
// meaning). Bad input throws InputError, whose message names the field; how a fit went numerically
// is told by the result. Cross-validation, projections, Steiner forests and simulated data are here
// too: other languages are served through this header alone.
#pragma once

#include <string>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/fit_spec.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/matrix_view.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "graphsparse/fit/feature_graph.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/fit/fit.hpp"
#include "graphsparse/fit/model.hpp"
#include "graphsparse/fit/options.hpp"
#include "graphsparse/fit/trainer.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/graph/graph.hpp"
#include "graphsparse/io/data_file.hpp"
#include "graphsparse/io/edge_table.hpp"
#include "graphsparse/io/feature_graph.hpp"
#include "graphsparse/io/join.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "graphsparse/reference/projection_sizes.hpp"
#include "graphsparse/reference/projection_table.hpp"
#include "graphsparse/selection/cross_validation.hpp"
#include "graphsparse/selection/cv_spec.hpp"
#include "graphsparse/work/tasks.hpp"

namespace graphsparse {

// A self-contained HTML page: facts, a picture of the selected subgraph, coefficients, convergence.
// Throws InputError where the path cannot be written.
void write_report(const Fit& fit, const std::string& path);

}  // namespace graphsparse
