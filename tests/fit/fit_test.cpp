// The front door: what a program does with one header.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
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
  std::shared_ptr<const DesignMatrix> design;
  std::vector<double> target;

  Planted() {
    RandomStream stream(7, "fit test");
    signal = normal_signal(random_walk_support(grid, 70, 8, stream), grid.node_count(), stream);
    Measurements seen = measure_linear(signal, 80, 0.0, stream);
    target = seen.target;
    design =
        std::make_shared<const DenseMatrix<double>>(80, grid.node_count(), std::move(seen.design));
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
TEST(Fit, theScaleOfTheTargetDoesNotMatter) {
  Planted planted;
  const Fit plain = fit(planted.data(), planted.grid, spec_of(8));
  for (double& value : planted.target) value = std::ldexp(value, 300);
  const Fit scaled = fit(planted.data(), planted.grid, spec_of(8));
  EXPECT_EQ(scaled.result.x.support, plain.result.x.support);
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

}  // namespace
}  // namespace graphsparse
