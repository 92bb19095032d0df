// Small versions of the paper's figures, with the lines they must give.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"
#include "experiments/task_pool.hpp"
#include "graphsparse/core/error.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse::experiments {
namespace {

using test_support::input_error_of;
using test_support::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

// Stops after so many tasks.
class Impatient final : public Watcher {
 public:
  explicit Impatient(std::int64_t tasks) : tasks_(tasks) {}
  void progress(std::int64_t done, std::int64_t /*total*/) override { done_ = done; }
  bool wants_stop() override { return done_ >= tasks_; }

 private:
  std::int64_t tasks_;
  std::atomic<std::int64_t> done_ = 0;
};

Request small(const TemporaryFolder& folder) {
  Request request;
  request.trials = 1;
  request.out_folder = folder.path().string();
  return request;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

template <class Figure>
std::vector<std::string> csv_lines(Figure run, const Request& request) {
  Watcher watcher;
  const std::optional<Report> report = run(request, watcher);
  EXPECT_TRUE(report.has_value());
  if (!report) return {};
  EXPECT_THAT(report->svg, HasSubstr("<svg"));
  return lines(report->csv);
}

TEST(Figure1, drawsAWalkFromTheCentre) {
  const TemporaryFolder folder;
  Request request = small(folder);
  request.sparsities = {8};
  EXPECT_THAT(csv_lines(run_fig1, request),
              ElementsAre("s,node,row,column", "8,85,5,5", "8,101,6,5", "8,102,6,6", "8,117,7,5",
                          "8,118,7,6", "8,119,7,7", "8,120,7,8", "8,136,8,8"));
}

TEST(Figure2, givesTheseErrors) {
  const TemporaryFolder folder;
  const std::vector<std::string> csv = csv_lines(run_fig2, small(folder));
  EXPECT_EQ(csv.size(), 1U + 12 * 30 + 16 * 1000);
  EXPECT_THAT(csv, IsSupersetOf({"b,4,29,0.57189", "b,8,29,-6.98072", "b,180,29,-7.40998",
                                 "eta,0.5,990,-6.98941", "eta,1.6,990,-6.92741"}));
}

TEST(Figure3, givesTheseRequirements) {
  const TemporaryFolder folder;
  Request request = small(folder);
  request.methods = {"IHT", "StoIHT", "GraphIHT"};
  request.observations = {60, 120, 180};
  const std::vector<std::string> csv = csv_lines(run_fig3, request);
  EXPECT_EQ(csv.size(), 1U + 2 * 3 * 32);
  EXPECT_THAT(csv, IsSupersetOf({"0.0,IHT,8,180", "0.0,StoIHT,8,60", "0.0,StoIHT,64,180",
                                 "0.0,GraphIHT,64,60", "0.5,IHT,64,180", "0.5,StoIHT,8,60",
                                 "0.5,GraphIHT,8,60"}));
}

TEST(Figure4, givesTheseProbabilities) {
  const TemporaryFolder folder;
  Request request = small(folder);
  request.trials = 3;
  request.sparsities = {8};
  request.observations = {30, 60};
  EXPECT_THAT(csv_lines(run_fig4, request),
              ElementsAre("panel,m,method,prob,trials,ratio", "8,30,IHT,0,3,3.75",
                          "8,30,StoIHT,0,3,3.75", "8,30,GraphIHT,0,3,3.75",
                          "8,30,GraphStoIHT,0,3,3.75", "8,60,IHT,0,3,7.5", "8,60,StoIHT,1,3,7.5",
                          "8,60,GraphIHT,0.666667,3,7.5", "8,60,GraphStoIHT,1,3,7.5"));
}

TEST(Figure4, doesNotDependOnTheNumberOfThreads) {
  const TemporaryFolder folder;
  const TemporaryFolder other;
  Request request = small(folder);
  request.trials = 4;
  request.sparsities = {8, 20};
  request.observations = {50};
  Request parallel = request;
  parallel.threads = 3;
  parallel.out_folder = other.path().string();
  EXPECT_EQ(csv_lines(run_fig4, request), csv_lines(run_fig4, parallel));
}

TEST(Figure4, goesOnWhereItWasStopped) {
  const TemporaryFolder folder;
  const TemporaryFolder other;
  Request request = small(folder);
  request.trials = 6;
  request.sparsities = {8};
  request.observations = {40};
  Impatient impatient(2);
  EXPECT_FALSE(run_fig4(request, impatient).has_value());
  ASSERT_TRUE(std::filesystem::exists(partial_file(request.out_folder, "fig4")));

  // Fewer tasks are left than there were.
  Impatient patient(100);
  const std::optional<Report> resumed = run_fig4(request, patient);
  ASSERT_TRUE(resumed.has_value());
  Request whole = request;
  whole.out_folder = other.path().string();
  EXPECT_EQ(lines(resumed->csv), csv_lines(run_fig4, whole));
}

// Stops when it has been asked so many times.
class Pestered final : public Watcher {
 public:
  explicit Pestered(int patience) : patience_(patience) {}
  bool wants_stop() override { return patience_-- <= 0; }

 private:
  std::atomic<int> patience_;
};

// A problem of figure 5 takes a minute, a point of figure 3 and a fold of table 2 several.
TEST(Figures, abandonRunningWorkWhenInterrupted) {
  for (const Experiment& experiment : experiment_table()) {
    const bool has_long_tasks =
        experiment.name == "fig3" || experiment.name == "fig5" || experiment.name == "table2";
    if (!has_long_tasks) continue;
    for (const int questions : {0, 1, 20}) {
      const TemporaryFolder folder;
      Request request = small(folder);
      request.trials = 5;
      request.threads = 2;
      Pestered watcher(questions);
      EXPECT_FALSE(experiment.run(request, watcher)) << experiment.name;
      EXPECT_FALSE(std::filesystem::exists(partial_file(request.out_folder, experiment.work())))
          << experiment.name << ": nothing is finished";
    }
  }
}

TEST(Figure4, withOurConventionsHasOurSolversBesideThePapers) {
  const TemporaryFolder folder;
  Request request = small(folder);
  request.convention = Convention::ours;
  request.sparsities = {8};
  request.observations = {40};
  EXPECT_THAT(csv_lines(run_fig4, request),
              ElementsAre("panel,m,method,prob,trials,ratio", "8,40,IHT,1,1,5", "8,40,StoIHT,0,1,5",
                          "8,40,GraphIHT,1,1,5", "8,40,GraphStoIHT,1,1,5",
                          "8,40,GraphNStoIHT,1,1,5", "8,40,GraphRandHTP,1,1,5"));
}

TEST(Figure5, givesTheseProbabilitiesForGeneratedImages) {
  const TemporaryFolder folder;
  Request request = small(folder);
  request.sparsities = {236};
  request.observations = {826};
  request.methods = {"iht", "graph-sto-iht", "cosamp"};
  EXPECT_THAT(csv_lines(run_fig5, request),
              ElementsAre("panel,m,method,prob,trials,ratio", "background,826,IHT,1,1,3.5",
                          "background,826,GraphStoIHT,1,1,3.5", "background,826,CoSaMP,1,1,3.5"));
}

// A solver's searches that follow the prizes on a graph as small as this recover 1 of 6.
TEST(Figure5, oursRecoversASupportThatIsALargePartOfItsGraph) {
  const TemporaryFolder folder;
  Request request = small(folder);
  request.convention = Convention::ours;
  request.trials = 6;
  request.sparsities = {236};
  request.observations = {448};
  request.methods = {"graph-sto-iht"};
  EXPECT_THAT(csv_lines(run_fig5, request),
              ElementsAre("panel,m,method,prob,trials,ratio",
                          "background,448,GraphStoIHT,0.833333,6,1.898"));
}

TEST(Figure6, givesTheseProbabilitiesForGeneratedShapes) {
  const TemporaryFolder folder;
  Request request = small(folder);
  request.sparsities = {26};
  request.observations = {150};
  EXPECT_THAT(csv_lines(run_fig6, request),
              ElementsAre("panel,m,method,prob,trials,ratio", "Graph-01,150,IHT,1,1,5.769",
                          "Graph-01,150,StoIHT,1,1,5.769", "Graph-01,150,GraphIHT,1,1,5.769",
                          "Graph-01,150,GraphStoIHT,1,1,5.769"));
}

TEST(Figure7, givesTheseProbabilities) {
  const TemporaryFolder folder;
  Request request = small(folder);
  request.observations = {120};
  EXPECT_THAT(csv_lines(run_fig7, request),
              ElementsAre("panel,m,method,prob,trials,ratio", "grid,120,IHT,1,1,4.8",
                          "grid,120,StoIHT,1,1,4.8", "grid,120,GraphIHT,1,1,4.8",
                          "grid,120,GraphStoIHT,1,1,4.8", "grid,120,NIHT,1,1,4.8",
                          "grid,120,CoSaMP,1,1,4.8", "grid,120,GraphCoSaMP,1,1,4.8"));
}

TEST(Table1, hasTheFactorsOfTheText) {
  const TemporaryFolder folder;
  EXPECT_THAT(csv_lines(run_table1, small(folder)),
              IsSupersetOf({"delta,GraphIHT,GraphStoIHT", "0.014,0.497962,0.987796",
                            "0.052,0.992108,1.822730"}));
}

TEST(Figures, nameWhatTheyDoNotHave) {
  const TemporaryFolder folder;
  Watcher watcher;
  Request request = small(folder);
  request.sparsities = {9};
  EXPECT_THAT(input_error_of([&] { run_fig4(request, watcher); }),
              HasSubstr("--sparsity 9: fig4 has the sparsities 8, 20, 28, 36"));
  request.sparsities = {};
  request.methods = {"GraphIHTT"};
  EXPECT_THAT(input_error_of([&] { run_fig4(request, watcher); }),
              HasSubstr("there is no method 'GraphIHTT'"));
}

// Before the work, which may take hours: no task is begun.
TEST(Figures, findABadPublishedFileBeforeTheWork) {
  const TemporaryFolder folder;
  Watcher watcher;
  Request request = small(folder);
  request.data_folder = folder.path().string();
  const std::string name = "fig4_recovery_random_walk.csv";
  folder.write(name, "s,m,method,prob\n8,5,IH");
  EXPECT_THAT(input_error_of([&] { run_fig4(request, watcher); }), HasSubstr(name + ":2"));
  folder.write(name, "junk\n");
  EXPECT_THAT(input_error_of([&] { run_fig4(request, watcher); }), HasSubstr("only a header"));
  EXPECT_FALSE(std::filesystem::exists(partial_file(request.out_folder, "fig4")));
}

TEST(Figures, nameTheFileThatTheDataFolderLacks) {
  const TemporaryFolder folder;
  Watcher watcher;
  Request request = small(folder);
  request.data_folder = folder.path().string();
  EXPECT_THAT(input_error_of([&] { run_fig5(request, watcher); }),
              HasSubstr("no file image50_background.csv"));
  EXPECT_THAT(input_error_of([&] { run_fig2(request, watcher); }),
              HasSubstr("no file fig2a_error_vs_epoch_by_b.csv"));
}

}  // namespace
}  // namespace graphsparse::experiments
