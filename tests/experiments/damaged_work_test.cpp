// Damaged files of finished trials: refused, or as if there had been no damage; never a crash.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"
#include "experiments/task_pool.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/core/random.hpp"
#include "io/temporary_folder.hpp"
#include "work/mutations.hpp"

namespace graphsparse::experiments {
namespace {

using test_support::input_error_of;
using test_support::kMutations;
using test_support::lines_of;
using test_support::mutated;
using test_support::mutated_values;
using test_support::read_file;
using test_support::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

class DamagedWork : public testing::Test {
 protected:
  DamagedWork() {
    request_.trials = 3;
    request_.sparsities = {8};
    request_.observations = {40, 60};
    request_.methods = {"IHT", "GraphIHT"};
    request_.out_folder = folder_.path().string();
  }

  // The table; nothing where the file was refused.
  std::optional<std::string> run(std::optional<Report> (*experiment)(const Request&, Watcher&),
                                 const std::string& path) const {
    Watcher watcher;
    try {
      return experiment(request_, watcher)->csv;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(path));
      EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
      return std::nullopt;
    }
  }

  TemporaryFolder folder_;
  Request request_;
};

TEST_F(DamagedWork, isRefusedOrMakesNoDifference) {
  const std::string path = partial_file(request_.out_folder, "fig4");
  const std::optional<std::string> whole = run(run_fig4, path);
  const std::string content = read_file(path);
  ASSERT_EQ(lines_of(content).size(), 7U);
  for (std::uint64_t seed = 0; seed < kMutations; ++seed) {
    RandomStream stream(seed, "mutation");
    const std::string damaged = mutated(content, stream);
    folder_.write("fig4.partial", damaged);
    const std::optional<std::string> result = run(run_fig4, path);
    if (result) {
      EXPECT_TRUE(content.starts_with(damaged)) << seed << ": only a cut may be passed over";
      EXPECT_EQ(result, whole) << seed;
    } else {
      EXPECT_EQ(read_file(path), damaged) << seed;
    }
    const auto files = std::filesystem::directory_iterator(folder_.path());
    EXPECT_EQ(std::distance(begin(files), end(files)), 1) << seed;
  }
}

// The key of a file that is there, as somebody would copy it who computes checksums anew.
class ForgedWork : public DamagedWork {
 protected:
  ForgedWork() { request_.methods = {"DenseRidge"}; }

  WorkKey key_in(const std::string& path) const {
    std::vector<std::string> fields;
    std::string line = lines_of(read_file(path)).front();
    for (std::size_t tab = line.find('\t'); tab != std::string::npos; tab = line.find('\t')) {
      fields.push_back(line.substr(0, tab));
      line.erase(0, tab + 1);
    }
    WorkKey key{fields[2]};
    for (std::size_t i = 3; i < fields.size(); ++i) {
      const std::size_t sign = fields[i].find('=');
      key.add(fields[i].substr(0, sign), fields[i].substr(sign + 1));
    }
    return key;
  }
};

TEST_F(ForgedWork, neverReachesBeyondItsTask) {
  request_.trials = 1;
  const std::string path = partial_file(request_.out_folder, "tables");
  ASSERT_TRUE(run(run_table5, path).has_value());
  const WorkKey key = key_in(path);
  const std::vector<Checkpoint::Record> records = Checkpoint(path, key).records();
  ASSERT_EQ(records.size(), 5U);
  std::size_t refused = 0;
  for (std::uint64_t seed = 0; seed < kMutations / 4; ++seed) {
    RandomStream stream(seed, "forgery");
    std::filesystem::remove(path);
    {
      Checkpoint forged(path, key);
      const std::size_t place = stream.below(records.size());
      for (std::size_t i = 0; i < records.size(); ++i) {
        // The beginning of the record, where counts, method and scores are.
        const std::string& whole = records[i].result;
        const std::size_t cut = std::min<std::size_t>(whole.size(), 60);
        forged.add(
            records[i].task,
            i == place ? mutated_values(whole.substr(0, cut), stream) + whole.substr(cut) : whole);
      }
    }
    if (!run(run_table5, path)) ++refused;
  }
  EXPECT_GT(refused, kMutations / 16);
}

TEST_F(DamagedWork, ofAnotherMethodOrWithMissingValuesIsRefused) {
  const std::string path = partial_file(request_.out_folder, "work");
  TaskPlan plan{"work"};
  plan.tasks = {"m=1"};
  const std::vector<std::string> methods = {"IHT", "GraphIHT"};
  plan.work = [](std::size_t, const Cancelled&) -> TaskResult { return {}; };
  plan.check = [&](std::size_t, const TaskResult& result) {
    expect_measurements(result, methods, 1);
  };
  Watcher watcher;
  for (const TaskResult& wrong : std::vector<TaskResult>{{{"GraphIHT", {1.0}}, {"IHT", {2.0}}},
                                                         {{"IHT", {1.0}}},
                                                         {{"IHT", {1.0}}, {"GraphIHT", {}}},
                                                         {{"IHT", {1.0, 2.0}}, {"GraphIHT", {1.0}}},
                                                         {}}) {
    std::filesystem::remove(path);
    TaskPlan writer = plan;
    writer.work = [&](std::size_t, const Cancelled&) { return wrong; };
    ASSERT_TRUE(run_tasks(writer, request_, watcher).has_value());
    EXPECT_THAT(input_error_of([&] { run_tasks(plan, request_, watcher); }),
                HasSubstr("work.partial"));
  }
}

TEST_F(DamagedWork, ofAnOlderVersionIsRefused) {
  folder_.write("fig4.partial.csv", "# graphsparse 0.1 fig4 as authors\ntask,method,values,end\n");
  Watcher watcher;
  EXPECT_THAT(input_error_of([&] { run_fig4(request_, watcher); }), HasSubstr("older version"));
}

// A cell draws other random numbers where its panel has another place.
TEST_F(DamagedWork, withOtherSparsitiesIsRefused) {
  Watcher watcher;
  request_.sparsities = {20};
  ASSERT_TRUE(run_fig4(request_, watcher).has_value());
  request_.sparsities = {8, 20};
  EXPECT_THAT(input_error_of([&] { run_fig4(request_, watcher); }),
              HasSubstr("the list of sparsities differs"));
}

TEST_F(DamagedWork, goesOnWithMoreTrialsAndWithFewer) {
  Watcher watcher;
  const TemporaryFolder other;
  Request fresh = request_;
  fresh.out_folder = other.path().string();
  fresh.trials = 5;
  ASSERT_TRUE(run_fig4(request_, watcher).has_value());
  request_.trials = 5;
  EXPECT_EQ(run_fig4(request_, watcher)->csv, run_fig4(fresh, watcher)->csv);
  request_.trials = 2;
  EXPECT_TRUE(run_fig4(request_, watcher).has_value());
}

}  // namespace
}  // namespace graphsparse::experiments
