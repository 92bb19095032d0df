#include "graphsparse/selection/cross_validation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/selection/cv_spec.hpp"
#include "io/temporary_folder.hpp"
#include "selection/random_cohort.hpp"

namespace graphsparse {
namespace {

std::vector<Setting> grid(const std::vector<std::string>& axes) {
  std::vector<GridAxis> parsed;
  for (const std::string& axis : axes) parsed.push_back(parse_grid_axis(axis));
  return make_settings(parsed, grid_option_names(false));
}

FitSpec logistic(const std::string& solver, std::int64_t epochs = 15) {
  FitSpec spec;
  spec.solver = solver;
  spec.max_epochs = epochs;
  spec.loss = "logistic";
  spec.standardize = true;
  return spec;
}

CrossValidationResult validate(const Dataset& data, const CrossValidationPlan& plan,
                               const std::vector<Setting>& settings, const FitSpec& spec,
                               const WorkHooks& hooks = {}) {
  TrainerOptions options;
  options.warm_start = true;
  const FeatureGraph none;
  const Trainer trainer(data, none, apply_settings(spec, settings), options);
  return cross_validate(trainer, {}, plan, hooks);
}

CrossValidationPlan nested_plan() {
  CrossValidationPlan plan;
  plan.folds = 4;
  plan.repeats = 2;
  plan.nested = true;
  plan.inner_folds = 3;
  plan.seed = 11;
  return plan;
}

void expect_same(const CrossValidationResult& a, const CrossValidationResult& b) {
  ASSERT_TRUE(a.is_complete);
  ASSERT_TRUE(b.is_complete);
  EXPECT_EQ(a.best, b.best);
  EXPECT_EQ(a.stability, b.stability);
  ASSERT_EQ(a.scores.size(), b.scores.size());
  for (std::size_t i = 0; i < a.scores.size(); ++i) {
    EXPECT_EQ(a.scores[i].values, b.scores[i].values);
  }
  ASSERT_EQ(a.outer.size(), b.outer.size());
  for (std::size_t k = 0; k < a.outer.size(); ++k) {
    EXPECT_EQ(a.outer[k].setting, b.outer[k].setting);
    EXPECT_EQ(a.outer[k].predictors, b.outer[k].predictors);
    EXPECT_EQ(a.outer[k].support, b.outer[k].support);
  }
}

class CrossValidationTest : public testing::Test {
 protected:
  RandomCohort cohort_{48, 60, 6, 5};
  CrossValidationData data_ = cohort_.data();
  Dataset dataset_ = cohort_.dataset();
  std::vector<Setting> settings_ = grid({"sparsity=2,6,12", "blocks=1,2"});

  // Models without features.
  std::vector<Fit> constants() const {
    Fit constant;
    constant.result.x = Point(data_.design->columns());
    return std::vector<Fit>(settings_.size(), constant);
  }
};

TEST_F(CrossValidationTest, findsThatInformativeFeaturesPredict) {
  const auto result = validate(dataset_, nested_plan(), settings_, logistic("sto-iht"));
  ASSERT_EQ(result.outer.size(), 8U);
  double sum = 0.0;
  for (const OuterModel& model : result.outer) sum += model.scores.auc;
  EXPECT_GT(sum / 8.0, 0.7);
  const auto stable = std::accumulate(result.stability.begin(), result.stability.begin() + 6, 0.0);
  const auto others = std::accumulate(result.stability.begin() + 6, result.stability.end(), 0.0);
  EXPECT_GT(stable / 6.0, 4.0 * others / 54.0);
}

TEST_F(CrossValidationTest, everySampleIsTestedOnceARepeat) {
  const auto result = validate(dataset_, nested_plan(), settings_, logistic("iht", 3));
  std::map<std::int64_t, std::vector<RowIndex>> tested;
  for (const OuterModel& model : result.outer) {
    auto& rows = tested[model.repeat];
    rows.insert(rows.end(), model.test_rows.begin(), model.test_rows.end());
    EXPECT_EQ(model.predictors.size(), model.test_rows.size());
  }
  for (auto& [repeat, rows] : tested) {
    std::sort(rows.begin(), rows.end());
    EXPECT_EQ(rows, all_rows(48));
  }
}

// By the book: the fewest features among those within one standard error of the best.
TEST_F(CrossValidationTest, oneStandardErrorChoosesFewerFeatures) {
  const std::vector<double> sizes = {1, 2, 3, 4, 6, 9, 12, 20};
  const std::vector<Setting> settings = grid({"sparsity=1,2,3,4,6,9,12,20"});
  CrossValidationPlan plan = nested_plan();
  const Dataset dataset = RandomCohort(150, 40, 8, 5).dataset();
  const auto usual = validate(dataset, plan, settings, logistic("iht"));
  EXPECT_EQ(usual.best, usual.best_mean);
  plan.one_se = true;
  const auto result = validate(dataset, plan, settings, logistic("iht"));
  EXPECT_EQ(result.best_mean, usual.best);
  const MeanStd& best = result.scores[result.best_mean];
  const double samples = static_cast<double>(best.values.size());
  const double deviation = best.deviation * std::sqrt(samples / (samples - 1.0));
  const double limit = best.mean - deviation / std::sqrt(static_cast<double>(plan.folds));
  std::size_t expected = result.best_mean;
  for (std::size_t i = settings.size(); i-- > 0;) {
    if (result.scores[i].mean >= limit && sizes[i] < sizes[expected]) expected = i;
  }
  EXPECT_EQ(result.best, expected);
  EXPECT_LT(sizes[result.best], sizes[usual.best]);
  // Inside the training parts alike.
  double fewer = 0.0;
  for (std::size_t k = 0; k < result.outer.size(); ++k) {
    const double difference = sizes[usual.outer[k].setting] - sizes[result.outer[k].setting];
    EXPECT_GE(difference, 0.0);
    fewer += difference;
  }
  EXPECT_GT(fewer, 0.0);
}

TEST_F(CrossValidationTest, oneStandardErrorTakesTheBestOfEquallySmallSettings) {
  const std::vector<Setting> settings = grid({"sparsity=6", "l2=30,0.01"});
  CrossValidationPlan plan = nested_plan();
  plan.one_se = true;
  plan.metric = &find_metric("log-loss");
  const auto result = validate(dataset_, plan, settings, logistic("iht"));
  EXPECT_EQ(result.best, result.best_mean);
}

TEST_F(CrossValidationTest, isTheSameForAnyNumberOfThreads) {
  CrossValidationPlan plan = nested_plan();
  const auto one = validate(dataset_, plan, settings_, logistic("sto-iht"));
  plan.threads = 3;
  const auto three = validate(dataset_, plan, settings_, logistic("sto-iht"));
  expect_same(one, three);
}

// Stops after so many tasks.
class Impatient final : public Watcher {
 public:
  explicit Impatient(std::int64_t tasks) : tasks_(tasks) {}
  void progress(std::int64_t done, std::int64_t /*total*/) override { done_ = done; }
  bool wants_stop() override { return done_ >= tasks_; }
  std::int64_t done() const { return done_; }

 private:
  std::int64_t tasks_;
  std::atomic<std::int64_t> done_ = 0;
};

TEST_F(CrossValidationTest, goesOnAfterAnInterruptionAsIfThereHadBeenNone) {
  const CrossValidationPlan plan = nested_plan();
  const auto whole = validate(dataset_, plan, settings_, logistic("sto-iht"));
  const test_support::TemporaryFolder folder;
  const WorkKey key{"test"};
  {
    Checkpoint checkpoint(folder.file("folds"), key);
    Impatient watcher(13);
    const auto part =
        validate(dataset_, plan, settings_, logistic("sto-iht"), {&checkpoint, &watcher});
    EXPECT_FALSE(part.is_complete);
    EXPECT_EQ(checkpoint.records().size(), 13U);
  }
  Checkpoint checkpoint(folder.file("folds"), key);
  Impatient watcher(1000);
  const auto rest =
      validate(dataset_, plan, settings_, logistic("sto-iht"), {&checkpoint, &watcher});
  EXPECT_EQ(watcher.done(), static_cast<std::int64_t>(make_tasks(data_, plan).size()) - 13);
  expect_same(whole, rest);
}

// A file of two repeats is good for one, and the other way round; a nested one for a plain one.
TEST_F(CrossValidationTest, goesOnWithAnotherNumberOfRepeats) {
  const test_support::TemporaryFolder folder;
  const WorkKey key{"test"};
  CrossValidationPlan plan = nested_plan();
  {
    Checkpoint checkpoint(folder.file("folds"), key);
    validate(dataset_, plan, settings_, logistic("iht", 3), {&checkpoint});
  }
  plan.repeats = 1;
  plan.nested = false;
  const auto fresh = validate(dataset_, plan, settings_, logistic("iht", 3));
  Checkpoint checkpoint(folder.file("folds"), key);
  Impatient watcher(1000);
  const auto again =
      validate(dataset_, plan, settings_, logistic("iht", 3), {&checkpoint, &watcher});
  EXPECT_EQ(watcher.done(), 0);
  expect_same(fresh, again);
}

TEST_F(CrossValidationTest, outerModelsAreThoseOfThePlainFolds) {
  CrossValidationPlan plan = nested_plan();
  const auto nested = validate(dataset_, plan, settings_, logistic("iht"));
  plan.nested = false;
  const auto plain = validate(dataset_, plan, settings_, logistic("iht"));
  EXPECT_EQ(nested.best, plain.best);
  for (std::size_t k = 0; k < nested.outer.size(); ++k) {
    EXPECT_EQ(nested.outer[k].scores.auc, plain.scores[nested.outer[k].setting].values[k]);
    EXPECT_EQ(plain.outer[k].setting, plain.best);
  }
}

TEST_F(CrossValidationTest, samplesOfAGroupAreNeverInTrainingAndTest) {
  std::vector<std::int32_t> groups;
  for (std::int32_t sample = 0; sample < 48; ++sample) groups.push_back(sample / 4);
  data_.groups = groups;
  const FitPart watchful = [&](Rows rows, std::uint64_t, const Cancelled&) {
    std::map<std::int32_t, int> count;
    for (const RowIndex row : rows) ++count[groups[static_cast<std::size_t>(row)]];
    for (const auto& [group, size] : count) EXPECT_EQ(size, 4) << group;
    return constants();
  };
  const auto result = cross_validate(data_, nested_plan(), settings_.size(), watchful);
  EXPECT_TRUE(result.is_complete);
  EXPECT_EQ(result.outer[0].scores.auc, 0.5);
  EXPECT_EQ(result.best, 0U);
}

TEST_F(CrossValidationTest, trainingSetsHaveTrialsOfTheirOwn) {
  std::set<std::uint64_t> trials;
  const FitPart recorder = [&](Rows, std::uint64_t trial, const Cancelled&) {
    trials.insert(trial);
    return constants();
  };
  cross_validate(data_, nested_plan(), settings_.size(), recorder);
  EXPECT_EQ(trials.size(), make_tasks(data_, nested_plan()).size());
}

TEST_F(CrossValidationTest, passesOnWhatALearnerThrows) {
  CrossValidationPlan plan = nested_plan();
  plan.threads = 2;
  EXPECT_THROW(validate(dataset_, plan, grid({"sparsity=1000"}), logistic("iht")), InputError);
  EXPECT_THROW(cross_validate(data_, plan, 0, FitPart()), InputError);
}

TEST_F(CrossValidationTest, refitsOnAllSamplesAsInTheFolds) {
  const FeatureGraph none;
  const Trainer trainer(dataset_, none, apply_settings(logistic("iht"), settings_));
  EXPECT_EQ(trainer.refit(2).model.features.size(), 6U);
}

TEST_F(CrossValidationTest, tellsWhichFitsFailed) {
  const FitPart failing = [&](Rows, std::uint64_t trial, const Cancelled&) {
    std::vector<Fit> fits = constants();
    if (trial == 2) fits[1].result.termination = Termination::diverged;
    return fits;
  };
  const auto result = cross_validate(data_, nested_plan(), settings_.size(), failing);
  ASSERT_EQ(result.failures.size(), 1U);
  EXPECT_EQ(result.failures[0].failed, (std::vector<std::size_t>{1}));
}

TEST(CrossValidation, samplesOfWeightZeroAreInNoPart) {
  const RandomCohort cohort(40, 5, 2, 1);
  std::vector<double> weights(40, 1.0);
  weights[7] = 0.0;
  Dataset data = cohort.dataset();
  data.weights = weights;
  const auto result = validate(data, {}, grid({"sparsity=2"}), logistic("iht"));
  std::size_t tested = 0;
  for (const OuterModel& model : result.outer) {
    tested += model.test_rows.size();
    EXPECT_EQ(std::count(model.test_rows.begin(), model.test_rows.end(), 7), 0);
  }
  EXPECT_EQ(tested, 39U);
}

TEST(CrossValidation, innerFoldsWithoutAClassAreToldBeforeTheWork) {
  std::vector<double> labels(30, -1.0);
  std::fill(labels.begin(), labels.begin() + 5, 1.0);
  const RandomCohort cohort(30, 4, 0, 1);
  CrossValidationPlan plan;
  plan.nested = true;
  try {
    make_tasks({cohort.design.get(), labels}, plan);
    FAIL() << "four positives cannot be in five inner folds";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("inner fold 5 of 5"));
  }
}

// Random labels and 5,000 random features: nothing can be predicted, and a score that says
// otherwise has seen what it must not see.
TEST(CrossValidation, nestedScoresDoNotLeakButTheBestOfManyDoes) {
  const std::vector<Setting> settings = grid({"sparsity=1,2,3,5,10,20,50", "l2=0.001,0.1,1"});
  CrossValidationPlan plan;
  plan.nested = true;
  plan.inner_folds = 3;
  plan.threads = 2;
  double nested = 0.0;
  double plain = 0.0;
  constexpr int cohorts = 8;
  for (std::uint64_t seed = 0; seed < cohorts; ++seed) {
    const RandomCohort cohort(60, 5000, 0, seed);
    const auto result = validate(cohort.dataset(), plan, settings, logistic("iht", 5));
    for (const OuterModel& model : result.outer) {
      nested += model.scores.auc / static_cast<double>(cohorts * result.outer.size());
    }
    plain += result.scores[result.best].mean / cohorts;
  }
  RecordProperty("nested", std::to_string(nested));
  RecordProperty("plain", std::to_string(plain));
  // docs/cv.md quotes both.
  EXPECT_NEAR(nested, 0.515, 0.0005);
  EXPECT_NEAR(plain, 0.640, 0.0005);
}

}  // namespace
}  // namespace graphsparse
