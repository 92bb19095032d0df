// Every option of a fit, one record each: type, field, default, then the fields of OptionRecord in
// their order. Included several times, with GRAPHSPARSE_OPTION meaning what is to be made of the
// records; that is why it has no include guard. Adding an option: a record here, and the line that
// uses it.
#ifndef GRAPHSPARSE_OPTION
#define GRAPHSPARSE_OPTION(type, field, value, ...)
#endif

GRAPHSPARSE_OPTION(std::string, solver, "", .type = OptionType::choice, .group = kSearchOptions,
                   .value_name = "NAME", .help = "The method; see below", .is_common = true,
                   .choices = "<solvers>", .default_text = "rand-htp, with the structure graph",
                   .is_identity = true)
GRAPHSPARSE_OPTION(std::string, loss, "", .type = OptionType::choice, .group = kModelOptions,
                   .value_name = "NAME", .help = "What is minimized", .is_common = true,
                   .choices = "<losses>", .default_text = "squares; logistic for convex solvers",
                   .is_identity = true)
GRAPHSPARSE_OPTION(std::uint64_t, seed, 0, .type = OptionType::whole, .value_name = "N",
                   .help = "Random numbers: the same seed gives the same result", .is_common = true,
                   .max = 9223372036854775807.0, .is_identity = true)
GRAPHSPARSE_OPTION(std::optional<std::int64_t>, sparsity, std::nullopt, .type = OptionType::whole,
                   .group = kModelOptions, .value_name = "N",
                   .help = "Number of features wanted (convex solvers: see --lambda)",
                   .used_by = kUsedByThresholding, .is_common = true, .in_grid = true, .min = 1)
GRAPHSPARSE_OPTION(std::int64_t, components, 1, .type = OptionType::whole, .group = kModelOptions,
                   .value_name = "N", .help = "Largest number of connected components",
                   .used_by = kUsedByGraphs, .is_common = true, .in_grid = true, .min = 1)
GRAPHSPARSE_OPTION(std::string, projection, "tree-dp", .type = OptionType::choice,
                   .group = kSearchOptions, .value_name = "NAME",
                   .help = "How to find connected supports; see 'graphsparse project --help'",
                   .used_by = kUsedByGraphs, .choices = "<projections>",
                   .old_values =
                       "dp=tree-dp|paper=bisection|paper-warm=bisection-warm|"
                       "paper-largest=bisection-largest")
GRAPHSPARSE_OPTION(std::optional<double>, slack, std::nullopt, .type = OptionType::number,
                   .group = kSearchOptions, .value_name = "X",
                   .help = "Accept up to (1 + X) times the sparsity", .used_by = kUsedByGraphs,
                   .in_grid = true, .default_text = "0.1 for the authors' projections, else 0")
GRAPHSPARSE_OPTION(std::optional<double>, budget, std::nullopt, .type = OptionType::number,
                   .group = kSearchOptions, .value_name = "X",
                   .help = "Bound on the cost of the edges, for --projection budget",
                   .used_by = kUsedByGraphs)
GRAPHSPARSE_OPTION(std::string, root, "", .type = OptionType::text, .group = kModelOptions,
                   .value_name = "NAME", .help = "A feature that must be in the support",
                   .used_by = kUsedByGraphs)
GRAPHSPARSE_OPTION(std::string, covariates, "", .type = OptionType::text, .group = kModelOptions,
                   .value_name = "LIST",
                   .help =
                       "Columns of the data that every model has beside the selected features, as "
                       "in age,sex: not penalized, not counted, no nodes of the graph",
                   .used_by = kUsedByThresholding)
GRAPHSPARSE_OPTION(std::string, always, "", .type = OptionType::text, .group = kModelOptions,
                   .value_name = "LIST",
                   .help =
                       "Features that are in every support, as in A,B, connected with the others "
                       "or not; they count for --sparsity",
                   .used_by = kUsedByThresholding)
GRAPHSPARSE_OPTION(std::string, head, "", .type = OptionType::flag_or_choice,
                   .group = kSearchOptions, .value_name = "[plain|boosted]",
                   .help =
                       "Restrict gradients by a head projection, as in the paper (plain), or by "
                       "several until 0.95 of the norm is certain, as its theory has it (boosted)",
                   .used_by = kUsedByGradientSteps, .choices = "plain|boosted")
GRAPHSPARSE_OPTION(std::int64_t, block_size, 0, .type = OptionType::whole, .group = kSearchOptions,
                   .value_name = "N", .help = "Rows per block of the stochastic solvers",
                   .used_by = kUsedByBlocks, .in_grid = true, .min = 1, .default_text = "automatic")
GRAPHSPARSE_OPTION(std::string, step, "auto", .type = OptionType::number_or_choice,
                   .group = kSearchOptions, .value_name = "X|auto|backtracking|armijo",
                   .help = "Constant step X times the problem's own unit, or how to find it",
                   .used_by = kUsedBySteps, .in_grid = true, .above_min = true,
                   .choices = "auto|backtracking|armijo", .old_values = "paper-backtracking=armijo")
GRAPHSPARSE_OPTION(std::optional<std::int64_t>, max_epochs, std::nullopt, .type = OptionType::whole,
                   .group = kSearchOptions, .value_name = "N", .help = "Passes over the data",
                   .in_grid = true, .default_text = "500")
GRAPHSPARSE_OPTION(std::optional<double>, tolerance, std::nullopt, .type = OptionType::number,
                   .group = kSearchOptions, .value_name = "X",
                   .help = "Relative residual or change at which a fit has converged",
                   .in_grid = true, .default_text = "1e-08; 1e-06 for convex solvers")
GRAPHSPARSE_OPTION(std::optional<double>, huber_threshold, std::nullopt, .type = OptionType::number,
                   .group = kModelOptions, .value_name = "X",
                   .help =
                       "huber: errors beyond it count linearly; about 1.345 deviations of the "
                       "noise",
                   .used_by = kUsedByThresholding, .above_min = true, .default_text = "1.345")
GRAPHSPARSE_OPTION(std::optional<double>, l2, std::nullopt, .type = OptionType::number,
                   .group = kModelOptions, .value_name = "X",
                   .help = "Penalty (X / 2) |w|^2, never on the intercept",
                   .used_by = kUsedByThresholding, .is_common = true, .in_grid = true,
                   .default_text = "0; for ridge in proportion to sparsity / samples")
GRAPHSPARSE_OPTION(bool, intercept, true, .type = OptionType::flag, .group = kModelOptions,
                   .help = "Fit without an intercept", .is_switched_off = true)
GRAPHSPARSE_OPTION(bool, standardize, false, .type = OptionType::flag, .group = kModelOptions,
                   .help = "Shift features to mean 0 and scale them to deviation 1",
                   .is_common = true)
GRAPHSPARSE_OPTION(bool, balanced, false, .type = OptionType::flag, .group = kModelOptions,
                   .help = "Weights that make both classes count the same", .is_common = true)
GRAPHSPARSE_OPTION(std::optional<double>, lambda, std::nullopt, .type = OptionType::number,
                   .group = kConvexOptions, .value_name = "X", .help = "Penalty",
                   .used_by = kUsedByConvex, .in_grid = true, .above_min = true)
GRAPHSPARSE_OPTION(
    std::optional<double>, lambda_ratio, std::nullopt, .type = OptionType::number,
    .group = kConvexOptions, .value_name = "X",
    .help = "Penalty as a share of lambda_max, the smallest one that selects no feature",
    .used_by = kUsedByConvex, .in_grid = true, .above_min = true, .default_text = "0.1",
    .excludes = "lambda")
GRAPHSPARSE_OPTION(std::int64_t, screen, 0, .type = OptionType::whole, .group = kConvexOptions,
                   .value_name = "N",
                   .help = "Use only so many features, those most correlated with the label",
                   .used_by = kUsedByConvex, .min = 1, .default_text = "all", .old_name = "keep")
GRAPHSPARSE_OPTION(std::string, structure, "", .type = OptionType::choice, .group = kModelOptions,
                   .value_name = "NAME",
                   .help = "Which supports are allowed, for any solver; see below",
                   .used_by = kUsedByThresholding, .is_common = true, .choices = "<structures>",
                   .default_text = "as the solver's name says")
GRAPHSPARSE_OPTION(std::int64_t, blocks, 0, .type = OptionType::whole, .group = kSearchOptions,
                   .value_name = "N",
                   .help = "Blocks to cut the rows into, instead of --block-size",
                   .used_by = kUsedByBlocks, .in_grid = true, .min = 1, .default_text = "automatic")
GRAPHSPARSE_OPTION(std::string, row_order, "", .type = OptionType::choice, .group = kSearchOptions,
                   .value_name = "NAME",
                   .help =
                       "Order of the rows before blocks are cut; stratified: classes mixed "
                       "evenly",
                   .used_by = kUsedByThresholding, .choices = "stratified|as-given|classes-apart",
                   .default_text = "as-given; in cv stratified")
GRAPHSPARSE_OPTION(std::string, protocol, "ours", .type = OptionType::choice,
                   .group = kSearchOptions, .value_name = "NAME",
                   .help =
                       "ours, or authors: the loss, line search, intercept, blocks and 40 "
                       "epochs of the authors' program for two classes (convex solvers: "
                       "their class weights alone)",
                   .choices = "ours|authors")
GRAPHSPARSE_OPTION(
    std::optional<std::int64_t>, patience, std::nullopt, .type = OptionType::whole,
    .group = kSearchOptions, .value_name = "N",
    .help = "Epochs without a better objective until a fit has converged; 0: no limit",
    .used_by = kUsedByThresholding, .in_grid = true,
    .default_text = "100; 200 for stochastic solvers")
GRAPHSPARSE_OPTION(std::string, effort, "", .type = OptionType::number_or_choice,
                   .group = kSearchOptions, .value_name = "quick|normal|thorough|N",
                   .help =
                       "Runs from different starts, of which the best is taken: 1, 10, 100 or N; "
                       "from 2 on solvers that refit end by exchanging single features",
                   .used_by = kUsedByThresholding, .is_common = true, .min = 1, .max = 1000000,
                   .choices = "quick|normal|thorough",
                   .default_text = "normal for rand-htp, else quick; in cv quick")
GRAPHSPARSE_OPTION(std::optional<double>, time_limit, std::nullopt, .type = OptionType::number,
                   .group = kSearchOptions, .value_name = "S",
                   .help =
                       "Begin no further run after so many seconds; the result then depends on "
                       "the machine",
                   .used_by = kUsedByThresholding, .above_min = true, .default_text = "none")
GRAPHSPARSE_OPTION(bool, consensus, false, .type = OptionType::flag, .group = kSearchOptions,
                   .help =
                       "Select the features that the best runs agree on instead of those of the "
                       "best run",
                   .used_by = kUsedByThresholding)
GRAPHSPARSE_OPTION(std::string, sampling, "", .type = OptionType::choice, .group = kSearchOptions,
                   .value_name = "NAME",
                   .help =
                       "Rows of a block: random of n fixed blocks (the paper), shuffled: each row "
                       "once per epoch, norm: drawn by their squared norms",
                   .used_by = kUsedByBlocks, .choices = "random|shuffled|norm",
                   .default_text = "random; shuffled for nsto-iht")

#undef GRAPHSPARSE_OPTION
