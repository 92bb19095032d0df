#include "baseline/extrapolation.hpp"

#include <Eigen/Cholesky>
#include <cmath>

namespace graphsparse::baseline {

// Minimizes |sum_k weight_k (x_k+1 - x_k)| under sum_k weight_k = 1.
bool Extrapolation::find_weights(std::size_t compared) {
  constexpr int size = static_cast<int>(kDifferences);
  using Square = Eigen::Matrix<double, size, size>;
  Square products = Square::Zero();
  for (std::size_t k = 0; k < compared; ++k) {
    Eigen::Matrix<double, size, 1> differences;
    for (int i = 0; i < size; ++i) {
      const auto place = static_cast<std::size_t>(i);
      differences(i) = iterates_[place + 1][k] - iterates_[place][k];
    }
    products += differences * differences.transpose();
  }
  // Differences of late sweeps are nearly parallel.
  constexpr double regularization = 1e-12;
  const double trace = products.trace();
  if (!(trace > 0.0)) return false;
  products += regularization * trace * Square::Identity();
  const Eigen::Matrix<double, size, 1> solution =
      products.ldlt().solve(Eigen::Matrix<double, size, 1>::Ones());
  const double sum = solution.sum();
  if (!std::isfinite(sum) || sum == 0.0) return false;
  for (int i = 0; i < size; ++i) weights_[static_cast<std::size_t>(i)] = solution(i) / sum;
  return true;
}

double Extrapolation::combined(std::size_t k) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < kDifferences; ++i) sum += weights_[i] * iterates_[i + 1][k];
  return sum;
}

}  // namespace graphsparse::baseline
