// The front door: what a program does with one header.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "graphsparse/fit/trainer.hpp"
#include "graphsparse/graphsparse.hpp"
#include "io/temporary_folder.hpp"
#include "support/allocation_meter.hpp"
#include "support/planted.hpp"

namespace graphsparse {
namespace {

using test_support::input_error_of;
using testing::HasSubstr;

struct Planted {
  Graph grid = make_grid(12, 12);
  PlantedSignal signal;
  std::vector<double> values;
  std::shared_ptr<const DesignMatrix> design;
  std::vector<double> target;

  Planted() {
    RandomStream stream(7, "fit test");
    signal = normal_signal(random_walk_support(grid, 70, 8, stream), grid.node_count(), stream);
    Measurements seen = measure_linear(signal, 80, 0.0, stream);
    target = seen.target;
    values = seen.design;
    use_values();
  }
  void use_values() {
    design = std::make_shared<const DenseMatrix<double>>(80, grid.node_count(), values);
  }
  Dataset data() const { return make_dataset(design, target); }
};

FitSpec spec_of(std::int64_t sparsity) {
  FitSpec spec;
  spec.sparsity = sparsity;
  return spec;
}

TEST(Fit, findsAPlantedSignalAndPredictsWithIt) {
  const Planted planted;
  const Dataset data = planted.data();
  const Fit found = fit(data, planted.grid, spec_of(8));
  EXPECT_EQ(found.result.termination, Termination::converged);
  EXPECT_EQ(found.result.x.support, planted.signal.support);
  const std::vector<double> predictions = found.model.predict(data);
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    EXPECT_NEAR(predictions[i], planted.target[i], 1e-6);
  }
}

TEST(Fit, aSavedModelPredictsTheSame) {
  const Planted planted;
  const Dataset data = planted.data();
  const Fit found = fit(data, planted.grid, spec_of(8));
  const test_support::TemporaryFolder folder;
  const std::string path = folder.file("model.json");
  found.model.save(path);
  const Model loaded = Model::load(path);
  const std::vector<double> before = found.model.predict(data);
  const std::vector<double> after = loaded.predict(data);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(after[i], before[i], 1e-12);
  EXPECT_EQ(loaded.spec, found.model.spec);
}

TEST(Fit, wordsAreClasses) {
  const Planted planted;
  std::vector<std::string> labels;
  for (const double y : planted.target) labels.emplace_back(y > 0.0 ? "yes" : "no");
  FitSpec spec = spec_of(8);
  spec.loss = "logistic";
  spec.l2 = 0.1;
  spec.standardize = true;
  const Dataset data = make_dataset(planted.design, labels);
  const Fit found = fit(data, planted.grid, spec);
  EXPECT_EQ(found.model.classes, (std::vector<std::string>{"no", "yes"}));
  const std::vector<std::string> classes = found.model.predict_classes(data);
  std::size_t right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) right += classes[i] == labels[i] ? 1U : 0U;
  EXPECT_GT(right, labels.size() * 3 / 4);
}

// The design is a hundred times as large as anything else.
TEST(Fit, aCallersArrayIsNotCopied) {
  constexpr RowIndex kRows = 400;
  constexpr NodeId kColumns = 10000;
  RandomStream stream(3, "array");
  std::vector<float> values(static_cast<std::size_t>(kRows) * kColumns);
  for (float& value : values) value = static_cast<float>(stream.normal());
  std::vector<double> target;
  for (std::size_t i = 0; i < kRows; ++i) {
    target.push_back(values[i * kColumns + 5000] + values[i * kColumns + 5001]);
  }
  const Graph grid = make_grid(100, 100);
  test_support::AllocationMeter meter;
  const Dataset data =
      make_dataset(view_row_major(std::span<const float>(values), kRows, kColumns), target);
  const Fit found = fit(data, FeatureGraph::view(grid), spec_of(2));
  EXPECT_LT(meter.live_bytes(), static_cast<std::int64_t>(values.size() * sizeof(float)) / 4);
  EXPECT_EQ(found.result.x.support, (Support{5000, 5001}));
}

TEST(Fit, aFitOnAllRowsOfAPathIsTheFit) {
  const Planted planted;
  const Dataset data = planted.data();
  const FeatureGraph graph(planted.grid);
  const Trainer trainer(data, graph, {spec_of(8)});
  const Fit whole = trainer.fit();
  const std::vector<Fit> path = trainer.fit_path(all_rows(data.design->rows()), 0);
  ASSERT_EQ(path.size(), 1U);
  EXPECT_EQ(path[0].result.x.support, whole.result.x.support);
  EXPECT_EQ(path[0].result.x.w, whole.result.x.w);
}

TEST(Fit, messagesNameTheField) {
  const Planted planted;
  const Dataset data = planted.data();
  EXPECT_THAT(input_error_of([&] { fit(data, planted.grid, FitSpec{}); }), HasSubstr("`sparsity`"));
  EXPECT_THAT(input_error_of([&] { fit(data, spec_of(8)); }), HasSubstr("`graph`"));
  FitSpec spec = spec_of(8);
  spec.balanced = true;
  EXPECT_THAT(input_error_of([&] { fit(data, planted.grid, spec); }), HasSubstr("`balanced`"));
  EXPECT_THAT(input_error_of([&] { fit(data, make_grid(3, 3), spec_of(2)); }),
              HasSubstr("`graph`"));
  spec = spec_of(8);
  spec.solver = "no-such";
  EXPECT_THAT(input_error_of([&] { fit(data, planted.grid, spec); }), HasSubstr("no-such"));
}

// A power of two changes no digit.
TEST(Fit, theScaleOfDataAndTargetDoesNotMatter) {
  const Planted planted;
  for (const std::string_view solver : {"graph-rand-htp", "graph-sto-iht", "amp", "graph-cosamp"}) {
    FitSpec spec = spec_of(8);
    spec.solver = solver;
    spec.effort = "3";
    const Fit plain = fit(planted.data(), planted.grid, spec);
    Planted scaled = planted;
    for (double& value : scaled.target) value = std::ldexp(value, 300);
    EXPECT_EQ(fit(scaled.data(), planted.grid, spec).result.x.support, plain.result.x.support)
        << solver;
    for (double& value : scaled.values) value = std::ldexp(value, 300);
    scaled.use_values();
    const Fit both = fit(scaled.data(), planted.grid, spec);
    EXPECT_EQ(both.result.x.support, plain.result.x.support) << solver;
    EXPECT_THAT(both.result.x.w, testing::Pointwise(testing::DoubleNear(1e-7), plain.result.x.w))
        << solver;
  }
}

TEST(Fit, valuesThatNoOptionHasAreRefused) {
  const Planted planted;
  const Dataset data = planted.data();
  const auto message = [&](auto change) {
    FitSpec spec = spec_of(8);
    change(spec);
    return input_error_of([&] { fit(data, planted.grid, spec); });
  };
  EXPECT_THAT(message([](FitSpec& spec) { spec.row_order = "foo"; }), HasSubstr("`row_order`"));
  EXPECT_THAT(message([](FitSpec& spec) { spec.protocol = "author"; }), HasSubstr("`protocol`"));
  EXPECT_THAT(message([](FitSpec& spec) { spec.step = "foo"; }), HasSubstr("`step`"));
  EXPECT_THAT(message([](FitSpec& spec) { spec.components = 0; }), HasSubstr("components is 0"));
  EXPECT_THAT(message([](FitSpec& spec) { spec.sparsity = 0; }), HasSubstr("sparsity is 0"));
  FitSpec old_name = spec_of(8);
  old_name.projection = "dp";
  EXPECT_NO_THROW(fit(data, planted.grid, old_name));
}

TEST(Fit, targetsThatAreNoNumbersAreRefused) {
  Planted planted;
  planted.target[3] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(input_error_of([&] { fit(planted.data(), planted.grid, spec_of(8)); }),
              HasSubstr("not finite"));
}

TEST(Fit, theModelOfAnEarlierFitIsACandidate) {
  const Planted planted;
  const Dataset data = planted.data();
  const Fit good = fit(data, planted.grid, spec_of(8));
  FitSpec weak = spec_of(8);
  weak.solver = "graph-sto-iht";
  weak.max_epochs = 1;
  FitHooks hooks;
  hooks.init = &good.model;
  EXPECT_LE(fit(data, planted.grid, weak, hooks).result.objective,
            good.result.objective * (1.0 + 1e-9) + 1e-18);
}

TEST(Fit, aModelOfOtherClassesIsNoStart) {
  const Planted planted;
  std::vector<std::string> labels;
  std::vector<std::string> others;
  for (const double y : planted.target) {
    labels.emplace_back(y > 0.0 ? "yes" : "no");
    others.emplace_back(y > 0.0 ? "ill" : "well");
  }
  FitSpec spec = spec_of(4);
  spec.solver = "iht";
  spec.loss = "logistic";
  spec.l2 = 0.1;
  spec.max_epochs = 5;
  const Fit first = fit(make_dataset(planted.design, labels), spec);
  FitHooks hooks;
  hooks.init = &first.model;
  EXPECT_NO_THROW(fit(make_dataset(planted.design, labels), spec, hooks));
  EXPECT_THAT(
      input_error_of([&] { fit(make_dataset(planted.design, others), spec, hooks); }),
      HasSubstr("the model tells no from yes, but the labels of the data are ill and well"));
}

TEST(Fit, aStartHasNoInterceptWhereTheFitHasNone) {
  const Planted planted;
  FitSpec spec = spec_of(8);
  spec.solver = "iht";
  const Fit first = fit(planted.data(), spec);
  spec.intercept = false;
  FitHooks hooks;
  hooks.init = &first.model;
  EXPECT_EQ(fit(planted.data(), spec, hooks).result.x.intercept, 0.0);
}

TEST(Fit, featuresAreRankedByTheSizeOfTheirCoefficients) {
  Fit made;
  made.model.features = {{"a", 1.0}, {"b", -3.0}, {"c", -1.0}, {"d", 2.0}};
  EXPECT_EQ(made.by_size(), (std::vector<std::size_t>{1, 3, 0, 2}));
  EXPECT_EQ(made.name(1), "b");
  EXPECT_EQ(made.coefficient(3), 2.0);
}

TEST(Fit, hasFailedWhereItDivergedWithoutAGain) {
  Fit made;
  made.result.x = Point(3);
  made.result.x.support = {1};
  made.result.x.w[1] = 2.0;
  made.result.start_objective = 5.0;
  made.result.objective = 4.0;
  made.result.termination = Termination::max_epochs;
  EXPECT_FALSE(made.has_failed());
  made.result.termination = Termination::diverged;
  EXPECT_FALSE(made.has_failed());  // what it saw before is better than its start
  made.result.objective = 5.0;
  EXPECT_TRUE(made.has_failed());
  made.result.objective = 4.0;
  made.result.x.w[1] = 0.0;
  EXPECT_TRUE(made.has_failed());  // only the intercept is better
}

TEST(Fit, writesItsSubnetwork) {
  const Planted planted;
  const Fit found = fit(planted.data(), planted.grid, spec_of(8));
  const Subnetwork network = selected_subnetwork(found);
  EXPECT_EQ(network.names.size(), 8U);
  EXPECT_EQ(network.edges.size(), found.edges.size());
  EXPECT_GE(network.edges.size(), 7U);
  const test_support::TemporaryFolder folder;
  const std::string path = folder.file("net.tsv");
  export_subgraph(found, path);
  const std::vector<std::string> files = subgraph_files(path);
  ASSERT_EQ(files.size(), 2U);
  for (const std::string& file : files) EXPECT_TRUE(std::filesystem::exists(file)) << file;
  EXPECT_THROW((void)subgraph_files(folder.file("net.xyz")), InputError);
  FitSpec spec = spec_of(8);
  spec.solver = "iht";
  EXPECT_THAT(input_error_of([&] { export_subgraph(fit(planted.data(), spec), path); }),
              HasSubstr("`export` writes a part of the graph"));
}

TEST(Fit, whatIsKnownOfFeaturesStandsInTheSubnetwork) {
  const Planted planted;
  FitSpec spec = spec_of(8);
  spec.effort = "3";
  spec.consensus = true;
  const Fit found = fit(planted.data(), planted.grid, spec);
  const Subnetwork network = selected_subnetwork(found);
  ASSERT_EQ(network.attributes.size(), 1U);
  EXPECT_EQ(network.attributes[0].name, "frequency");
  EXPECT_EQ(network.attributes[0].values.size(), 8U);
}

TEST(Fit, saysThatAFeatureIsTheTargetItself) {
  Planted planted;
  std::vector<double> column(80);
  const NodeId copied = 17;
  planted.design->gather(all_rows(80), {&copied, 1}, column);
  for (std::size_t i = 0; i < 80; ++i) planted.target[i] = 3.0 - 2.0 * column[i];
  FitSpec spec = spec_of(1);
  spec.solver = "iht";
  EXPECT_THAT(
      fit(planted.data(), spec).notes,
      testing::Contains(HasSubstr("the only feature selected, '17', is the target itself")));
  spec.sparsity = 2;
  EXPECT_THAT(fit(planted.data(), spec).notes,
              testing::Contains(HasSubstr("the feature selected, '17', is the target itself")));
}

TEST(Fit, saysThatCostsOfEdgesAreNotUsed) {
  const Planted planted;
  std::vector<Edge> edges;
  for (EdgeId e = 0; e < planted.grid.edge_count(); ++e) {
    edges.push_back(planted.grid.edge(e));
    edges.back().cost = 2.0;
  }
  const Graph costly = Graph::from_edges(planted.grid.node_count(), edges);
  const auto is_about_costs = HasSubstr("the edges of the graph have costs");
  EXPECT_THAT(fit(planted.data(), costly, spec_of(8)).notes, testing::Contains(is_about_costs));
  EXPECT_THAT(fit(planted.data(), planted.grid, spec_of(8)).notes,
              testing::Not(testing::Contains(is_about_costs)));
  FitSpec budget = spec_of(8);
  budget.projection = "budget";
  budget.budget = 20.0;
  EXPECT_THAT(fit(planted.data(), costly, budget).notes,
              testing::Not(testing::Contains(is_about_costs)));
}

TEST(Fit, needsADesignATargetAndASpec) {
  const Planted planted;
  EXPECT_THAT(input_error_of([&] { fit(make_dataset(planted.design), planted.grid, spec_of(2)); }),
              HasSubstr("`target`: the data has none"));
  EXPECT_THAT(input_error_of([] { fit(Dataset{}, spec_of(2)); }), HasSubstr("no design matrix"));
  const Dataset data = planted.data();
  const FeatureGraph none;
  EXPECT_THAT(input_error_of([&] { Trainer(data, none, {}); }),
              HasSubstr("there is no spec to fit"));
  Dataset weighted = planted.data();
  weighted.weights.assign(80, 1.0);
  FitSpec authors = spec_of(2);
  authors.protocol = "authors";
  EXPECT_THAT(input_error_of([&] { fit(weighted, authors); }), HasSubstr("has weights of its own"));
}

TEST(Fit, targetsThatTheLossCannotHaveAreNamed) {
  Planted planted;
  FitSpec spec = spec_of(2);
  spec.solver = "iht";
  spec.loss = "poisson";
  EXPECT_THAT(input_error_of([&] { fit(planted.data(), spec); }), HasSubstr("the target"));
  std::fill(planted.target.begin(), planted.target.end(), 0.0);
  EXPECT_THAT(input_error_of([&] { fit(planted.data(), spec); }), HasSubstr("the target"));
}

TEST(Fit, aPathThatIsCancelledEnds) {
  const Planted planted;
  const Dataset data = planted.data();
  const FeatureGraph graph(planted.grid);
  std::vector<FitSpec> specs = {spec_of(4), spec_of(6), spec_of(8)};
  const Trainer trainer(data, graph, specs);
  int asked = 0;
  const std::vector<Fit> cut = trainer.fit_path(all_rows(80), 0, [&asked] { return ++asked > 3; });
  ASSERT_EQ(cut.size(), 3U);
  EXPECT_TRUE(cut[2].result.x.support.empty());
  EXPECT_GT(asked, 3);
}

}  // namespace
}  // namespace graphsparse
