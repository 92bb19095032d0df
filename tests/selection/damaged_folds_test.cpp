// Damaged files of finished folds: refused, or as if there had been no damage; never a crash.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/selection/cross_validation.hpp"
#include "io/temporary_folder.hpp"
#include "selection/random_cohort.hpp"
#include "work/mutations.hpp"

namespace graphsparse {
namespace {

using test_support::kMutations;
using test_support::mutated;
using test_support::mutated_values;
using test_support::read_file;
using test_support::TemporaryFolder;
using ::testing::HasSubstr;

class DamagedFolds : public testing::Test {
 protected:
  DamagedFolds() {
    plan_.folds = 2;
    plan_.nested = true;
    whole_ = *run();
    content_ = read_file(path_);
  }

  // With the file as it is; nothing where it was refused.
  std::optional<CrossValidationResult> run() const {
    FitSpec spec;
    spec.solver = "iht";
    spec.max_epochs = 3;
    spec.loss = "logistic";
    spec.row_order = "stratified";
    spec.sparsity = 1;
    FitSpec larger = spec;
    larger.sparsity = 2;
    const Dataset data = cohort_.dataset();
    const FeatureGraph none;
    const Trainer trainer(data, none, {spec, larger});
    try {
      Checkpoint checkpoint(path_, key_);
      return cross_validate(trainer, {}, plan_, {&checkpoint});
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(path_));
      EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
      return std::nullopt;
    }
  }

  void expect_whole(const CrossValidationResult& result, std::uint64_t seed) const {
    ASSERT_TRUE(result.is_complete);
    EXPECT_EQ(result.best, whole_.best) << seed;
    EXPECT_EQ(result.stability, whole_.stability) << seed;
    for (std::size_t k = 0; k < whole_.outer.size(); ++k) {
      EXPECT_EQ(result.outer[k].predictors, whole_.outer[k].predictors) << seed;
    }
  }

  RandomCohort cohort_{16, 6, 2, 3};
  CrossValidationPlan plan_;
  TemporaryFolder folder_;
  std::string path_ = folder_.file("folds.partial");
  WorkKey key_{"cv"};
  CrossValidationResult whole_;
  std::string content_;
};

TEST_F(DamagedFolds, areRefusedOrMakeNoDifference) {
  for (std::uint64_t seed = 0; seed < kMutations; ++seed) {
    RandomStream stream(seed, "mutation");
    const std::string damaged = mutated(content_, stream);
    folder_.write("folds.partial", damaged);
    const auto result = run();
    if (result) {
      EXPECT_TRUE(content_.starts_with(damaged)) << seed << ": only a cut may be passed over";
      expect_whole(*result, seed);
      EXPECT_EQ(read_file(path_), content_) << seed;
    } else {
      EXPECT_EQ(read_file(path_), damaged) << seed;
    }
    const auto files = std::filesystem::directory_iterator(folder_.path());
    EXPECT_EQ(std::distance(begin(files), end(files)), 1) << seed;
  }
}

// With checksums that are right: values are refused, or are ones that the task could have given.
TEST_F(DamagedFolds, withForgedChecksumsNeverReachBeyondTheirTask) {
  const std::vector<Checkpoint::Record> records = Checkpoint(path_, key_).records();
  std::size_t refused = 0;
  for (std::uint64_t seed = 0; seed < kMutations; ++seed) {
    RandomStream stream(seed, "forgery");
    std::filesystem::remove(path_);
    {
      Checkpoint forged(path_, key_);
      const std::size_t place = stream.below(records.size());
      for (std::size_t i = 0; i < records.size(); ++i) {
        forged.add(records[i].task,
                   i == place ? mutated_values(records[i].result, stream) : records[i].result);
      }
    }
    const auto result = run();
    if (!result) {
      ++refused;
    } else {
      EXPECT_TRUE(result->is_complete) << seed;
    }
  }
  EXPECT_GT(refused, kMutations / 2);
}

TEST_F(DamagedFolds, withTasksThatCannotBeAreRefused) {
  for (const std::string name : {"repeat=0 fold=2", "repeat=0 fold=0 inner=2", "repeat=-1 fold=0",
                                 "repeat=00 fold=0", "repeat=0 fold=0 ", "fold=0", "x"}) {
    std::filesystem::remove(path_);
    { Checkpoint(path_, key_).add(name, "0"); }
    EXPECT_FALSE(run().has_value()) << name;
  }
  std::filesystem::remove(path_);
  { Checkpoint(path_, key_).add("repeat=3 fold=1 inner=0", "anything"); }
  EXPECT_TRUE(run().has_value());
}

}  // namespace
}  // namespace graphsparse
