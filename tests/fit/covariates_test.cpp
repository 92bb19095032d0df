// Covariates, which every model has without penalty, and features that are in every support.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/fit/fit.hpp"
#include "graphsparse/fit/trainer.hpp"
#include "graphsparse/graph/builders.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;

constexpr RowIndex kRows = 60;
constexpr NodeId kSide = 6;
constexpr NodeId kGenes = kSide * kSide;  // nodes of a grid, then age and sex

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (NodeId j = 0; j < kGenes; ++j) all.push_back("g" + std::to_string(j));
  all.insert(all.end(), {"age", "sex"});
  return all;
}

// Genes g7, g8, g9, age and sex count.
class CovariatesTest : public testing::Test {
 protected:
  explicit CovariatesTest(double age_scale = 1.0) {
    RandomStream stream(4, "covariates");
    for (RowIndex row = 0; row < kRows; ++row) {
      double z = 1.0;
      for (NodeId j = 0; j < kGenes; ++j) {
        values_.push_back(stream.normal());
        if (j >= 7 && j <= 9) z += 2.0 * values_.back();
      }
      const double age = 50.0 + 10.0 * stream.normal();
      const double sex = stream.uniform() < 0.5 ? 0.0 : 1.0;
      z += 0.3 * (age - 50.0) - 2.0 * sex;
      values_.push_back(age * age_scale);
      values_.push_back(sex);
      numbers_.push_back(z + 0.1 * stream.normal());
      classes_.push_back(z + stream.normal() > 0.0 ? 1.0 : -1.0);
    }
  }

  Dataset data(bool has_classes = false) const {
    return make_dataset(std::make_shared<const DenseMatrix<double>>(kRows, kGenes + 2, values_),
                        has_classes ? classes_ : numbers_, names());
  }

  // The covariates are nodes of this graph, too, which must make no difference.
  static FeatureGraph graph() {
    const Graph grid = make_grid(kSide, kSide);
    std::vector<Edge> edges;
    for (EdgeId e = 0; e < grid.edge_count(); ++e) edges.push_back(grid.edge(e));
    for (NodeId j = 0; j < kGenes; ++j) edges.push_back({j, kGenes, 1.0});
    edges.push_back({0, kGenes + 1, 1.0});
    return FeatureGraph(Graph::from_edges(kGenes + 2, edges));
  }

  static FitSpec spec(const std::string& solver = "graph-rand-htp") {
    FitSpec spec;
    spec.solver = solver;
    spec.sparsity = 3;
    spec.effort = "3";
    spec.covariates = "age,sex";
    return spec;
  }

  static std::vector<std::string> selected(const Fit& fit) {
    std::vector<std::string> all;
    for (const ModelFeature& feature : fit.model.features) all.push_back(feature.name);
    return all;
  }

  // The slope of the mean loss along a column; 0 at a minimum without penalty.
  double slope_along(const Fit& fit, NodeId column, bool has_classes) const {
    const std::vector<double> z = fit.model.predict_linear(data(has_classes));
    double sum = 0.0;
    for (std::size_t i = 0; i < z.size(); ++i) {
      const double y = has_classes ? classes_[i] : numbers_[i];
      const double slope = has_classes ? -y / (1.0 + std::exp(y * z[i])) : z[i] - y;
      const double value =
          column < 0 ? 1.0 : values_[i * (kGenes + 2) + static_cast<std::size_t>(column)];
      sum += slope * value / static_cast<double>(kRows);
    }
    return sum;
  }

  std::vector<double> values_;
  std::vector<double> numbers_;
  std::vector<double> classes_;
};

TEST_F(CovariatesTest, areInTheModelBesideTheSupport) {
  const Fit one = fit(data(), graph(), spec());
  EXPECT_THAT(selected(one), ElementsAre("g7", "g8", "g9"));
  ASSERT_EQ(one.model.covariates.size(), 2U);
  EXPECT_NEAR(one.model.covariates[0].coefficient, 0.3, 0.02);
  EXPECT_NEAR(one.model.covariates[1].coefficient, -2.0, 0.1);
  EXPECT_EQ(one.model.statistics.components, 1);
}

TEST_F(CovariatesTest, haveNoPenaltyHoweverLargeThatOfTheFeaturesIs) {
  for (const bool has_classes : {false, true}) {
    for (const std::string solver : {"graph-rand-htp", "iht", "cosamp", "ridge"}) {
      FitSpec strict = spec(solver);
      if (solver == "iht") strict.max_epochs = 5000;
      if (solver == "iht") strict.tolerance = 1e-14;
      if (has_classes) strict.loss = "logistic";
      strict.l2 = 1e6;
      const Fit one = fit(data(has_classes), graph(), strict);
      for (const ModelFeature& feature : one.model.features) {
        EXPECT_NEAR(feature.coefficient, 0.0, 1e-4) << solver;
      }
      if (solver == "iht") continue;  // its steps are those that the penalty allows
      for (const NodeId column : {-1, kGenes, kGenes + 1}) {
        EXPECT_NEAR(slope_along(one, column, has_classes), 0.0, 1e-5)
            << solver << " " << has_classes << " " << column;
      }
    }
  }
}

TEST_F(CovariatesTest, goThroughEverySolver) {
  for (const SolverRow& row : solver_table()) {
    for (const std::string structure : {"graph", "none"}) {
      FitSpec any = spec(std::string(row.name));
      any.structure = structure;
      any.effort = "quick";
      any.always = "g20";
      const Fit one = fit(data(), graph(), any);
      EXPECT_EQ(one.model.covariates.size(), 2U) << row.name;
      EXPECT_LE(one.model.features.size(), 3U) << row.name;
      EXPECT_THAT(selected(one), testing::Contains("g20")) << row.name << " " << structure;
      for (const ModelFeature& covariate : one.model.covariates) {
        EXPECT_NE(covariate.coefficient, 0.0) << row.name << " " << structure;
      }
    }
  }
}

TEST_F(CovariatesTest, scaleOfACovariateDoesNotMatter) {
  for (const std::string solver : {"graph-iht", "graph-sto-iht", "rand-htp"}) {
    const Fit one = fit(data(), graph(), spec(solver));
    const std::vector<double> before = one.model.predict(data());
    std::vector<double> kept = values_;
    for (std::size_t i = kGenes; i < values_.size(); i += kGenes + 2) values_[i] *= 4096.0;
    const Fit other = fit(data(), graph(), spec(solver));
    const std::vector<double> after = other.model.predict(data());
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(before[i], after[i], 1e-6);
    values_ = kept;
  }
}

TEST_F(CovariatesTest, modelFilePredictsTheSame) {
  const TemporaryFolder folder;
  for (const bool standardize : {false, true}) {
    FitSpec each = spec();
    each.standardize = standardize;
    const Fit one = fit(data(), graph(), each);
    one.model.save(folder.file("m.json"));
    const Model read = Model::load(folder.file("m.json"));
    EXPECT_EQ(read.predict(data()), one.model.predict(data()));
    EXPECT_EQ(format_model(read), format_model(one.model));
    for (std::size_t i = 0; i < one.predictors.size(); ++i) {
      EXPECT_NEAR(one.predictors[i], one.model.predict_linear(data())[i], 1e-9);
    }
  }
  FitSpec without = spec();
  without.covariates = {};
  EXPECT_THAT(format_model(fit(data(), graph(), without).model),
              HasSubstr("\"format_version\": 1,"));
}

TEST_F(CovariatesTest, foldsPredictWithThem) {
  const Dataset all = data();
  const FeatureGraph network = graph();
  const Trainer trainer(all, network, {spec()});
  std::vector<RowIndex> training;
  for (RowIndex row = 0; row < kRows; row += 2) training.push_back(row);
  const Fit one = trainer.fit_path(training, 0)[0];
  EXPECT_THAT(one.result.x.support, IsSupersetOf(one.covariates));
  const std::vector<RowIndex> rows = all_rows(kRows);
  const std::vector<double> z = predict_linear(one, *all.design, rows);
  double squares = 0.0;
  for (std::size_t i = 1; i < z.size(); i += 2) squares += std::pow(z[i] - numbers_[i], 2);
  EXPECT_LT(squares / static_cast<double>(kRows / 2), 0.1);  // the target's variance is above 20
}

TEST_F(CovariatesTest, aWarmStartKeepsThem) {
  const Fit one = fit(data(), graph(), spec());
  FitHooks hooks;
  hooks.init = &one.model;
  FitSpec again = spec("graph-iht");
  again.max_epochs = 1;
  const Fit other = fit(data(), graph(), again, hooks);
  EXPECT_LE(other.result.objective, one.result.objective * (1.0 + 1e-9));
}

TEST_F(CovariatesTest, featuresThatAreAlwaysThereCountForTheSparsity) {
  FitSpec with = spec();
  with.sparsity = 5;
  with.always = "g30,g20";
  const Fit one = fit(data(), graph(), with);
  EXPECT_EQ(one.model.features.size(), 5U);
  EXPECT_THAT(selected(one), IsSupersetOf({"g20", "g30", "g7", "g8", "g9"}));
  EXPECT_EQ(one.model.statistics.components, 3);
}

TEST_F(CovariatesTest, whatMakesNoSenseIsRefused) {
  const auto error_of = [&](const std::string& covariates, const std::string& always,
                            const std::string& solver = "graph-rand-htp") {
    FitSpec bad = spec(solver);
    bad.covariates = covariates;
    bad.always = always;
    return input_error_of([&] { (void)fit(data(true), graph(), bad); });
  };
  EXPECT_THAT(error_of("Age", ""), HasSubstr("`covariates`: no feature is called 'Age'; did you "
                                             "mean 'age'?"));
  EXPECT_THAT(error_of("", "g99"), HasSubstr("`always`: no feature is called 'g99'"));
  EXPECT_THAT(error_of("age,age", ""), HasSubstr("'age' twice"));
  EXPECT_THAT(error_of("age", "age"), HasSubstr("in `covariates` and in `always`"));
  EXPECT_THAT(error_of("", "g1,g2,g3"), HasSubstr("a larger `sparsity` is needed"));
  EXPECT_THAT(error_of("age", "", "l1-logistic"), HasSubstr("not for `solver` l1-logistic"));
}

}  // namespace
}  // namespace graphsparse
