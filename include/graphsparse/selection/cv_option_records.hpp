// The options of a cross-validation, one record each; see core/fit_option_records.hpp.
#ifndef GRAPHSPARSE_OPTION
#define GRAPHSPARSE_OPTION(type, field, value, ...)
#endif

GRAPHSPARSE_OPTION(std::int64_t, folds, 5, .type = OptionType::whole, .group = kFoldOptions,
                   .value_name = "N", .help = "Parts of the samples, each the test set once",
                   .is_common = true, .min = 2, .max = 1e6)
GRAPHSPARSE_OPTION(std::int64_t, repeats, 1, .type = OptionType::whole, .group = kFoldOptions,
                   .value_name = "N", .help = "How often the data is cut into folds",
                   .is_common = true, .min = 1, .max = 1e6)
GRAPHSPARSE_OPTION(bool, nested, false, .type = OptionType::flag, .group = kFoldOptions,
                   .help = "Choose from the grid inside each training part, for an honest estimate",
                   .is_common = true)
GRAPHSPARSE_OPTION(std::int64_t, inner_folds, 0, .type = OptionType::whole, .group = kFoldOptions,
                   .value_name = "N", .help = "Folds inside a training part, for --nested",
                   .min = 2, .max = 1e6, .default_text = "as --folds")
GRAPHSPARSE_OPTION(std::string, groups, "", .type = OptionType::text, .group = kFoldOptions,
                   .value_name = "NAME|FILE:COLUMN",
                   .help =
                       "Samples of one group stay in one fold: a column of the --labels table, "
                       "else of the --data table, or FILE:COLUMN",
                   .is_common = true)
GRAPHSPARSE_OPTION(std::string, metric, "", .type = OptionType::choice, .group = kFoldOptions,
                   .value_name = "NAME", .help = "The score that decides which setting is best",
                   .is_common = true,
                   .choices = "auc|balanced-error|accuracy|f1|pr-auc|log-loss|brier|mse|r2",
                   .default_text = "auc for classes, else mse")
GRAPHSPARSE_OPTION(bool, one_se, false, .type = OptionType::flag, .group = kFoldOptions,
                   .help =
                       "Choose the setting with the fewest features whose mean score is within one "
                       "standard error of the best",
                   .is_common = true)
GRAPHSPARSE_OPTION(bool, cold_start, false, .type = OptionType::flag, .group = kFoldOptions,
                   .help = "Fit each sparsity from 0 instead of from the next smaller one")

#undef GRAPHSPARSE_OPTION
