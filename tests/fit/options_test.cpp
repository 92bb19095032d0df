// What the options of a fit mean together.
#include "graphsparse/fit/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "fit/method.hpp"
#include "graphsparse/baseline/regularization_path.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

FitSpec thresholding(const std::string& solver = "graph-sto-iht") {
  FitSpec spec;
  spec.solver = solver;
  spec.sparsity = 5;
  return spec;
}

FitSpec convex(const std::string& solver = "l1-logistic") {
  FitSpec spec;
  spec.solver = solver;
  return spec;
}

FitSpec authors(const std::string& solver = "graph-sto-iht") {
  FitSpec spec = thresholding(solver);
  spec.protocol = "authors";
  spec.loss = "logistic";
  return spec;
}

struct Contradiction {
  FitSpec spec;
  std::function<void(FitSpec&)> change;
  std::string message;
};

TEST(FitOptions, thatContradictEachOtherAreRefused) {
  const FitInputs inputs{.has_graph = true, .has_feature_groups = false};
  const std::vector<Contradiction> contradictions = {
      {thresholding(), [](FitSpec& spec) { spec.sparsity.reset(); }, "`sparsity` is required"},
      {thresholding("group-iht"), [](FitSpec&) {}, "needs `feature_groups`"},
      {thresholding(), [](FitSpec& spec) { spec.huber_threshold = 2.0; }, "`huber_threshold`"},
      {thresholding(), [](FitSpec& spec) { spec.balanced = true; }, "`balanced` is for two"},
      {thresholding(), [](FitSpec& spec) { spec.budget = 3.0; }, "`budget` go together"},
      {thresholding(), [](FitSpec& spec) { spec.projection = "budget"; }, "go together"},
      {thresholding("iht"), [](FitSpec& spec) { spec.head = "boosted"; },
       "with `structure` none take `head` plain"},
      {thresholding(), [](FitSpec& spec) { spec.blocks = spec.block_size = 2; }, "exclude each"},
      {thresholding("niht"), [](FitSpec& spec) { spec.step = "0.5"; }, "by its own rule"},
      {thresholding("cosamp"), [](FitSpec& spec) { spec.step = "armijo"; }, "takes no steps"},
      {convex(), [](FitSpec& spec) { spec.step = "0.5"; }, "by its own rule"},
      {thresholding(), [](FitSpec& spec) { spec.consensus = true; }, "needs several runs"},
      {thresholding(), [](FitSpec& spec) { spec.effort = "much"; }, "`effort`"},
      {thresholding(), [](FitSpec& spec) { spec.structure = "none"; }, "contradicts"},
      {convex(), [](FitSpec& spec) { spec.loss = "squares"; }, "leave out `loss` squares"},
      {convex("group-lasso"), [](FitSpec&) {}, "needs `feature_groups` FILE"},
      {convex(), [](FitSpec& spec) { spec.l2 = 0.1; }, "`l2` is not for `solver` l1-logistic"},
      {convex(), [](FitSpec& spec) { spec.lambda = spec.lambda_ratio = 0.1; }, "exclude each"},
      {convex(), [](FitSpec& spec) { spec.covariates = "a"; }, "`covariates` is not for"},
      {convex(), [](FitSpec& spec) { spec.always = "a"; }, "`always` is not for"},
      {authors(), [](FitSpec& spec) { spec.loss = "squares"; }, "is for two classes"},
      {authors("graph-niht"), [](FitSpec&) {}, "finds the step by its own rule"},
      {authors(), [](FitSpec& spec) { spec.step = "0.5"; }, "has a `step` of its own"},
      {authors(), [](FitSpec& spec) { spec.sampling = "norm"; }, "has a `sampling` of its own"},
      {authors(), [](FitSpec& spec) { spec.effort = "3"; }, "has an `effort` of one run"},
      {authors(), [](FitSpec& spec) { spec.covariates = "a"; }, "has no `covariates`"},
  };
  for (const Contradiction& one : contradictions) {
    FitSpec spec = one.spec;
    one.change(spec);
    EXPECT_THAT(input_error_of([&] { (void)resolve_defaults(spec, inputs); }),
                HasSubstr(one.message));
  }
}

TEST(FitOptions, withoutAGraphNameTheSolversThatNeedNone) {
  EXPECT_THAT(input_error_of([] { (void)resolve_defaults(thresholding(), {}); }),
              HasSubstr("needs `graph`; solvers without one are iht, sto-iht, niht, cosamp"));
}

TEST(FitOptions, thatAreNotGivenAreFilledIn) {
  FitSpec spec = resolve_defaults(thresholding(), {.has_graph = true});
  EXPECT_EQ(spec.loss, "squares");
  EXPECT_EQ(spec.structure, "graph");
  EXPECT_EQ(spec.effort, "quick");
  EXPECT_EQ(spec.l2, 0.0);
  EXPECT_EQ(spec.slack, 0.0);
  EXPECT_FALSE(spec.lambda_ratio.has_value());
  spec = thresholding("");
  spec.projection = "paper";
  spec.step = "paper-backtracking";
  spec.loss = "huber";
  spec = resolve_defaults(spec, {.has_graph = true});
  EXPECT_EQ(spec.solver, "graph-rand-htp");
  EXPECT_EQ(spec.effort, "normal");
  EXPECT_EQ(spec.projection, "bisection");
  EXPECT_EQ(spec.step, "armijo");
  EXPECT_EQ(spec.slack, 0.1);
  EXPECT_EQ(spec.huber_threshold, 1.345);
}

TEST(FitOptions, ofConvexSolversAreFilledIn) {
  FitSpec given = convex();
  given.sparsity = 7;
  given.protocol = "authors";
  const FitSpec spec = resolve_defaults(given, {});
  EXPECT_EQ(spec.loss, "logistic");
  EXPECT_EQ(spec.lambda_ratio, 0.1);
  EXPECT_EQ(spec.tolerance, 1e-6);
  EXPECT_EQ(spec.max_epochs, 1000);
  EXPECT_TRUE(spec.balanced);
  EXPECT_FALSE(spec.sparsity.has_value());
  FitSpec exact = convex();
  exact.lambda = 0.5;
  exact.slack = 0.25;
  exact.tolerance = 1e-9;
  exact.max_epochs = 3;
  const FitSpec kept = resolve_defaults(exact, {});
  EXPECT_EQ(kept.lambda, 0.5);
  EXPECT_FALSE(kept.lambda_ratio.has_value());
  EXPECT_EQ(kept.slack, 0.25);
  EXPECT_EQ(kept.tolerance, 1e-9);
  EXPECT_EQ(kept.max_epochs, 3);
}

TEST(FitOptions, ofTheAuthorsAreTheirs) {
  const FitSpec spec = resolve_defaults(authors(), {.has_graph = true});
  EXPECT_TRUE(spec.balanced);
  EXPECT_TRUE(spec.standardize);
  EXPECT_EQ(spec.step, "armijo");
  EXPECT_EQ(spec.max_epochs, 40);
  EXPECT_EQ(spec.tolerance, 0.0);
  EXPECT_EQ(spec.row_order, "classes-apart");
  EXPECT_EQ(spec.effort, "quick");
  FitSpec own = authors();
  own.sampling = "random";
  own.max_epochs = 3;
  own.tolerance = 0.5;
  own.row_order = "as-given";
  const FitSpec kept = resolve_defaults(own, {.has_graph = true});
  EXPECT_EQ(kept.max_epochs, 3);
  EXPECT_EQ(kept.tolerance, 0.5);
  EXPECT_EQ(kept.row_order, "as-given");
}

TEST(FitOptions, becomeOptionsOfTheSolver) {
  FitSpec spec = thresholding("sto-iht");
  spec.sampling = "norm";
  spec.patience = 3;
  spec.block_size = 4;
  spec.step = "0.25";
  SolverOptions options = solver_options(resolve_defaults(spec, {}));
  EXPECT_EQ(options.sampler, SamplerKind::weighted_rows);
  EXPECT_EQ(options.patience, 3);
  EXPECT_EQ(options.block_size, 4);
  EXPECT_EQ(options.step, StepKind::constant);
  EXPECT_EQ(options.step_factor, 0.25);
  EXPECT_FALSE(options.head);
  // Solvers that take all rows have no blocks to sample.
  spec.solver = "iht";
  spec.step = "backtracking";
  options = solver_options(resolve_defaults(spec, {}));
  EXPECT_EQ(options.sampler, SamplerKind::all_rows);
  EXPECT_EQ(options.step, StepKind::backtracking);
  // Random steps stay random, around another size.
  spec = thresholding("graph-rand-htp");
  spec.step = "0.25";
  spec.head = "plain";
  options = solver_options(resolve_defaults(spec, {.has_graph = true}));
  EXPECT_EQ(options.step, StepKind::random);
  EXPECT_EQ(options.step_factor, 0.25);
  EXPECT_TRUE(options.head);
}

TEST(FitOptions, areUsedByKindsOfMethods) {
  const auto unused = [](const FitSpec& spec) {
    const std::vector<std::string> given = {"components", "block-size", "step",    "lambda",
                                            "sparsity",   "head",       "no-such", "standardize"};
    return unused_options(spec, fit_option_table(), given);
  };
  EXPECT_THAT(unused(thresholding()), ElementsAre("lambda"));
  EXPECT_THAT(unused(thresholding("iht")), ElementsAre("components", "block-size", "lambda"));
  EXPECT_THAT(unused(thresholding("graph-niht")), ElementsAre("block-size", "step", "lambda"));
  EXPECT_THAT(unused(thresholding("cosamp")),
              ElementsAre("components", "head", "block-size", "step", "lambda"));
  EXPECT_THAT(unused(convex()),
              ElementsAre("sparsity", "components", "head", "block-size", "step"));
  EXPECT_EQ(uses_of(thresholding("group-iht")) & kUsedByGroups, kUsedByGroups);
  EXPECT_EQ(uses_of(convex("group-lasso")), kUsedByConvex | kUsedByGroups);
  EXPECT_EQ(uses_of(convex()), kUsedByConvex);
}

TEST(FitOptions, knowWhichMethodsNeedAGraph) {
  EXPECT_TRUE(needs_graph(thresholding()));
  EXPECT_FALSE(needs_graph(thresholding("iht")));
  EXPECT_FALSE(needs_graph(convex()));
  EXPECT_TRUE(is_convex(convex("group-lasso")));
  FitSpec bare;
  bare.structure = "none";
  EXPECT_FALSE(needs_graph(bare));
  EXPECT_EQ(find_method(bare).choice->name(), "sparse-rand-htp");
}

TEST(FitOptions, haveChoicesThatTablesName) {
  const auto choices = [](const char* field) { return choices_of(*find_fit_option(field)); };
  EXPECT_THAT(choices("loss"), Contains("huber"));
  EXPECT_THAT(choices("structure"), Contains("graph"));
  EXPECT_THAT(choices("projection"), Contains("tree-dp"));
  EXPECT_THAT(choices("sampling"), ElementsAre("random", "shuffled", "norm"));
  const std::vector<std::string> solvers = choices("solver");
  EXPECT_THAT(solvers, Contains("group-iht"));
  EXPECT_THAT(solvers, Contains("l1-logistic"));
  EXPECT_EQ(listing_of(*find_fit_option("sampling")), "random, shuffled, norm");
  const std::string listing = listing_of(*find_fit_option("solver"));
  for (const SolverRow& row : solver_table()) {
    EXPECT_THAT(listing, HasSubstr(std::string(row.name)));
    EXPECT_THAT(describe_solvers(), HasSubstr(std::string(row.summary)));
  }
  for (const BaselineRow& row : baseline_table()) {
    EXPECT_THAT(listing, HasSubstr(std::string(row.name)));
    EXPECT_THAT(describe_solvers(), HasSubstr(std::string(row.summary)));
  }
  for (const StructureRow& row : structure_table()) {
    EXPECT_THAT(describe_solvers(), HasSubstr("'" + std::string(row.prefix) + "iht'"));
  }
}

TEST(FitOptions, ofAGridAreNumbers) {
  FitSpec spec;
  set_grid_option(spec, "sparsity", 12.0);
  EXPECT_EQ(spec.sparsity, 12);
  set_grid_option(spec, "step", 0.5);
  EXPECT_EQ(spec.step, "0.5");
  for (const std::string name : {"no-such", "solver"}) {
    EXPECT_THAT(input_error_of([&] { set_grid_option(spec, name, 1.0); }),
                HasSubstr("there is no grid over '" + name + "'"));
  }
}

TEST(FitOptions, thatAProgramSetsAreCheckedLikeThoseOfACommand) {
  const FitInputs inputs{.has_graph = true};
  FitSpec spec = thresholding();
  spec.sampling = "best";
  EXPECT_THAT(input_error_of([&] { (void)resolve_defaults(spec, inputs); }),
              HasSubstr("`sampling`"));
  spec = thresholding();
  spec.head = "third";
  EXPECT_THAT(input_error_of([&] { (void)resolve_defaults(spec, inputs); }), HasSubstr("`head`"));
  spec = thresholding();
  spec.tolerance = -1.0;
  EXPECT_THAT(input_error_of([&] { (void)resolve_defaults(spec, inputs); }),
              HasSubstr("tolerance"));
  spec.tolerance = 0.0;
  EXPECT_NO_THROW((void)resolve_defaults(spec, inputs));
}

}  // namespace
}  // namespace graphsparse
