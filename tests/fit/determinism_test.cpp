// The same bytes of model for any number of threads, with and without wide registers: a selection
// of solvers, losses and kinds of data on enough rows and columns for threads and several chunks.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "data/dense_kernels.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/mapped_matrix.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "graphsparse/fit/files.hpp"
#include "graphsparse/fit/trainer.hpp"
#include "graphsparse/graph/builders.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

constexpr NodeId kSide = 56;
constexpr NodeId kFeatures = kSide * kSide;
constexpr RowIndex kSamples = 700;  // three chunks, and above 2 million values

// Of `large_file` pages are given back, as where the file is larger than the memory.
enum class Kind { dense, sparse, mapped, large_file };

struct Choice {
  const char* solver;
  const char* loss;
  Kind kind;
  bool weighted;
  bool standardize;
};

// Three neighbours on the grid decide; every value that a sparse matrix leaves out is 0.
Dataset make_data(const Choice& choice, const test_support::TemporaryFolder& folder) {
  RandomStream stream(11, "determinism");
  std::vector<float> values;
  std::vector<double> target;
  for (RowIndex row = 0; row < kSamples; ++row) {
    double z = 0.0;
    for (NodeId column = 0; column < kFeatures; ++column) {
      const bool is_stored = choice.kind != Kind::sparse || stream.uniform() < 0.1;
      values.push_back(is_stored ? static_cast<float>(stream.normal()) : 0.0F);
      if (column >= 200 && column < 203) z += 2.0 * static_cast<double>(values.back());
    }
    z += 0.3 * stream.normal();
    const bool has_classes = std::string(choice.loss) == "logistic";
    target.push_back(!has_classes ? z : z > 0.0 ? 1.0 : -1.0);
  }
  std::shared_ptr<const DesignMatrix> design;
  if (choice.kind == Kind::sparse) {
    std::vector<MatrixEntry> entries;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] == 0.0F) continue;
      const auto place = static_cast<std::int64_t>(i);
      entries.push_back({place / kFeatures, static_cast<NodeId>(place % kFeatures),
                         static_cast<double>(values[i])});
    }
    design = std::make_shared<SparseMatrix>(kSamples, kFeatures, std::move(entries));
  } else if (choice.kind != Kind::dense) {
    const auto* const bytes = reinterpret_cast<const char*>(values.data());
    const std::string path = folder.write("x", {bytes, values.size() * sizeof(float)});
    const std::size_t most_kept = choice.kind == Kind::large_file ? 0 : SIZE_MAX;
    design = std::make_shared<MappedMatrix<float>>(path, 0, kSamples, kFeatures, most_kept);
  } else {
    design = std::make_shared<DenseMatrix<float>>(kSamples, kFeatures, std::move(values));
  }
  Dataset data = make_dataset(std::move(design), std::move(target));
  for (RowIndex row = 0; choice.weighted && row < kSamples; ++row) {
    data.weights.push_back(0.5 + stream.uniform());
  }
  return data;
}

class Determinism : public testing::TestWithParam<Choice> {};

TEST_P(Determinism, neitherThreadsNorRegistersChangeAModel) {
  const Choice& choice = GetParam();
  const test_support::TemporaryFolder folder;
  const Dataset data = make_data(choice, folder);
  const Graph graph = make_grid(kSide, kSide);
  FitSpec spec;
  spec.solver = choice.solver;
  spec.loss = choice.loss;
  spec.sparsity = 3;
  spec.standardize = choice.standardize;
  spec.max_epochs = 3;
  spec.effort = "quick";
  const auto model_of = [&](std::int64_t threads) {
    FitHooks hooks;
    hooks.threads = threads;
    return format_model(fit(data, FeatureGraph::view(graph), spec, hooks).model);
  };
  const bool before = uses_wide_kernels();
  const std::string one = model_of(1);
  for (const std::int64_t threads : {2, 4}) EXPECT_EQ(model_of(threads), one) << threads;
  choose_wide_kernels(false);
  EXPECT_EQ(model_of(1), one);
  choose_wide_kernels(before);
}

INSTANTIATE_TEST_SUITE_P(
    Selection, Determinism,
    testing::Values(Choice{"graph-sto-iht", "squares", Kind::dense, false, false},
                    Choice{"graph-rand-htp", "squares", Kind::dense, true, true},
                    Choice{"graph-iht", "logistic", Kind::dense, true, false},
                    Choice{"graph-sto-iht", "logistic", Kind::sparse, false, true},
                    Choice{"sparse-iht", "squares", Kind::sparse, true, false},
                    Choice{"graph-rand-htp", "logistic", Kind::mapped, false, true},
                    Choice{"graph-svrg", "squares", Kind::mapped, true, false},
                    Choice{"graph-sto-iht", "squares", Kind::large_file, true, true}));

}  // namespace
}  // namespace graphsparse
