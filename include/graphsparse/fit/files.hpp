// From files to what a fit needs: data, target, weights, graph, groups and a start, joined by name.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graphsparse/fit/feature_graph.hpp"
#include "graphsparse/fit/model.hpp"
#include "graphsparse/fit/options.hpp"
#include "graphsparse/io/data_file.hpp"

namespace graphsparse {

// Empty: not given.
struct FitFiles {
#define GRAPHSPARSE_OPTION(type, field, value, ...) type field = value;  // NOLINT
#include "graphsparse/fit/file_option_records.hpp"

  DataRequest data_request() const;
  EdgeOptions edge_options() const;
  FitInputs inputs() const { return {!graph.empty(), !feature_groups.empty()}; }
};

std::span<const OptionRecord> file_option_table();

// Names separated by commas, as in "a,b"; one with a comma stands in double quotes. Throws
// InputError that begins with `field`.
std::vector<std::string> split_names(const std::string& text, const std::string& field);

inline constexpr std::string_view kEdgeGroups = "edges";  // as feature groups: those of the graph

// All that was read.
struct FitData {
  Dataset data;
  FeatureGraph graph;
  std::optional<Model> init;
  std::vector<std::int32_t> sample_groups;  // numbers; empty: none
};

// Reads them all; the spec says which kind of groups the method takes. `sample_groups` names a
// column of the labels' table, else of the data's, or FILE:COLUMN: samples of one group belong
// together. With ranks the rows of the data are spread over them, and all must read. Throws
// InputError.
FitData read_fit_files(const FitFiles& files, const FitSpec& spec,
                       const std::string& sample_groups = {}, const Communicator* ranks = nullptr);

// Data without the rest, such as new samples to predict.
Dataset read_dataset(const DataRequest& request);

// A dataset from memory. The target may be empty where there is nothing to fit.
Dataset make_dataset(std::shared_ptr<const DesignMatrix> design,
                     std::span<const double> target = {},
                     std::vector<std::string> feature_names = {});
// The same with classes or numbers as words.
Dataset make_dataset(std::shared_ptr<const DesignMatrix> design, std::vector<std::string> target,
                     std::vector<std::string> feature_names = {});

}  // namespace graphsparse
