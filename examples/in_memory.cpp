// A fit on arrays that the program has already: they are looked at where they are, never copied.
#include <cstdio>
#include <graphsparse/graphsparse.hpp>
#include <vector>

int main() {
  constexpr std::size_t kRows = 60;
  constexpr std::size_t kColumns = 100;
  // Features on a 10 x 10 grid; the target is the sum of three of them that touch each other.
  std::vector<float> values(kRows * kColumns);
  std::vector<double> target(kRows);
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t j = 0; j < kColumns; ++j) {
      values[i * kColumns + j] = static_cast<float>((i * 7919 + j * 104729 + i * i * j) % 101) - 50;
    }
    target[i] = values[i * kColumns + 44] + values[i * kColumns + 45] + values[i * kColumns + 55];
  }
  const graphsparse::Dataset data = graphsparse::make_dataset(
      graphsparse::view_row_major(std::span<const float>(values), kRows, kColumns), target);
  graphsparse::FitSpec spec;
  spec.sparsity = 3;
  const graphsparse::Fit fit = graphsparse::fit(data, graphsparse::make_grid(10, 10), spec);
  for (const auto& feature : fit.model.features) {
    std::printf("%s %.3f\n", feature.name.c_str(), feature.coefficient);
  }
  std::printf("first prediction %.3f, target %.3f\n", fit.model.predict(data)[0], target[0]);
  return fit.model.features.size() == 3 ? 0 : 1;
}
