// The options of a fit that are files and columns of files, one record each; see
// core/fit_option_records.hpp.
#ifndef GRAPHSPARSE_OPTION
#define GRAPHSPARSE_OPTION(type, field, value, ...)
#endif

GRAPHSPARSE_OPTION(std::string, data, "", .group = kDataOptions, .value_name = "FILE",
                   .help =
                       "Samples x features: .csv .tsv .txt with a header, .gct .npy .npz .h5ad "
                       ".mtx .svm .mat:VARIABLE, also compressed (.gz)",
                   .is_common = true, .is_required = true, .is_of_samples = true)
GRAPHSPARSE_OPTION(std::string, id_column, "", .group = kDataOptions, .value_name = "NAME",
                   .help = "Column of the table with the sample ids", .is_of_samples = true)
GRAPHSPARSE_OPTION(std::string, feature_names, "", .group = kDataOptions,
                   .value_name = "FILE[:COLUMN]", .help = "Feature names of a matrix that has none",
                   .is_of_samples = true)
GRAPHSPARSE_OPTION(std::string, sample_names, "", .group = kDataOptions,
                   .value_name = "FILE[:COLUMN]", .help = "Sample ids of a matrix that has none",
                   .is_of_samples = true)
GRAPHSPARSE_OPTION(std::string, target, "", .group = kDataOptions, .value_name = "NAME",
                   .help = "Column of the table with the target", .is_common = true)
GRAPHSPARSE_OPTION(std::string, labels, "", .group = kDataOptions, .value_name = "FILE[:COLUMN]",
                   .help = "The target in a file of its own", .is_common = true,
                   .excludes = "target")
GRAPHSPARSE_OPTION(bool, transpose, false, .type = OptionType::flag, .group = kDataOptions,
                   .help = "Features are the rows of the table, samples its columns",
                   .is_of_samples = true)
GRAPHSPARSE_OPTION(std::string, missing, "error", .type = OptionType::choice, .group = kDataOptions,
                   .help =
                       "Missing values: filled by the mean or median of the training samples, or "
                       "the features that have any left out (drop)",
                   .choices = "error|mean|median|drop", .is_of_samples = true)
GRAPHSPARSE_OPTION(
    std::string, duplicates, "error", .type = OptionType::choice, .group = kDataOptions,
    .help = "Features of the same name: averaged, or the one of largest variance kept",
    .choices = "error|mean|max-variance", .is_of_samples = true)
GRAPHSPARSE_OPTION(std::string, unlabelled, "error", .type = OptionType::choice,
                   .group = kDataOptions, .help = "Samples without a label",
                   .choices = "error|drop")
GRAPHSPARSE_OPTION(std::string, drop_columns, "", .group = kDataOptions, .value_name = "LIST",
                   .help = "Columns that are no features, as in a,b", .is_of_samples = true)
GRAPHSPARSE_OPTION(
    std::string, graph, "", .group = kModelOptions, .value_name = "GRAPH",
    .help = "Edge list (.tsv .csv .txt .sif .graphml .mtx .npz .h5ad:NETWORK) or grid:WxH",
    .is_common = true)
GRAPHSPARSE_OPTION(std::string, edge_values, "", .type = OptionType::choice, .group = kModelOptions,
                   .help = "What the values of edges mean", .choices = "cost|confidence|ignore",
                   .default_text = "confidence where called score or weight, else cost")
GRAPHSPARSE_OPTION(std::optional<double>, min_score, std::nullopt, .type = OptionType::number,
                   .group = kModelOptions, .value_name = "X",
                   .help = "Drop edges with a lower score")
GRAPHSPARSE_OPTION(std::string, exclude, "", .group = kModelOptions, .value_name = "LIST",
                   .help = "Nodes to leave out of graph and data, as in A,B")
GRAPHSPARSE_OPTION(std::string, weights, "", .group = kModelOptions, .value_name = "FILE[:COLUMN]",
                   .help = "A weight for each sample; 0 leaves it out")
GRAPHSPARSE_OPTION(std::string, feature_groups, "", .group = kModelOptions, .value_name = "FILE",
                   .help =
                       "feature<TAB>group lines (or .gmt) for group solvers; 'edges' for "
                       "group-lasso",
                   .used_by = kUsedByGroups | kUsedByConvex)
GRAPHSPARSE_OPTION(bool, ignore_unknown, false, .type = OptionType::flag, .group = kModelOptions,
                   .help = "Leave out members of groups that are no features of the data",
                   .used_by = kUsedByConvex)
GRAPHSPARSE_OPTION(std::string, init, "", .group = kSearchOptions, .value_name = "MODEL.json",
                   .help = "Start from this model", .used_by = kUsedByThresholding,
                   .old_name = "start")

#undef GRAPHSPARSE_OPTION
