#include "baseline/group_step.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace graphsparse::baseline {
namespace {

using Eigen::Index;
using ConstColumn = Eigen::Map<const Eigen::VectorXd>;

ConstColumn map_of(const double* values, std::size_t size) {
  return {values, static_cast<Index>(size)};
}

}  // namespace

double dot(const double* a, std::span<const double> b) {
  return map_of(a, b.size()).dot(map_of(b.data(), b.size()));
}

double weighted_square(const double* a, std::span<const double> weights) {
  return map_of(a, weights.size()).cwiseAbs2().dot(map_of(weights.data(), weights.size()));
}

double step_alone(double gradient, double curvature, double kappa, double& v) {
  if (curvature <= 0.0) return 0.0;
  const double linear = curvature * v - gradient;
  const double after = std::copysign(std::max(std::abs(linear) - kappa, 0.0), linear) / curvature;
  const double change = after - v;
  const double fall = -(gradient * change + 0.5 * curvature * change * change +
                        kappa * (std::abs(after) - std::abs(v)));
  v = after;
  return fall;
}

void GroupCurvature::decompose(const ColumnStore& columns, std::span<const NodeId> members,
                               std::span<const double> curvatures) {
  if (members.size() <= curvatures.size()) {
    decompose_small(columns, members, curvatures);
  } else {
    decompose_large(columns, members, curvatures);
  }
}

void GroupCurvature::decompose_small(const ColumnStore& columns, std::span<const NodeId> members,
                                     std::span<const double> curvatures) {
  const auto size = static_cast<Index>(members.size());
  const auto h = map_of(curvatures.data(), curvatures.size());
  Eigen::MatrixXd gram(size, size);
  for (Index i = 0; i < size; ++i) {
    const auto a = map_of(columns.column(members[static_cast<std::size_t>(i)]), curvatures.size());
    for (Index j = 0; j <= i; ++j) {
      const auto b =
          map_of(columns.column(members[static_cast<std::size_t>(j)]), curvatures.size());
      gram(i, j) = (a.array() * b.array() * h.array()).sum();
      gram(j, i) = gram(i, j);
    }
  }
  if (size == 2) {
    // In closed form.
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> eigen;
    eigen.computeDirect(gram.topLeftCorner<2, 2>());
    basis_ = eigen.eigenvectors();
    values_ = eigen.eigenvalues();
  } else {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(gram);
    basis_ = eigen.eigenvectors();
    values_ = eigen.eigenvalues();
  }
  values_ = values_.cwiseMax(0.0);
}

// The eigenvectors of A'HA are those of H^(1/2) A A' H^(1/2), taken through A'H^(1/2).
void GroupCurvature::decompose_large(const ColumnStore& columns, std::span<const NodeId> members,
                                     std::span<const double> curvatures) {
  const auto rows = static_cast<Index>(curvatures.size());
  const Eigen::VectorXd root = map_of(curvatures.data(), curvatures.size()).cwiseSqrt();
  Eigen::MatrixXd scaled(rows, static_cast<Index>(members.size()));
  for (std::size_t k = 0; k < members.size(); ++k) {
    scaled.col(static_cast<Index>(k)) =
        map_of(columns.column(members[k]), curvatures.size()).cwiseProduct(root);
  }
  const Eigen::MatrixXd outer = scaled * scaled.transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(outer);
  constexpr double negligible = 1e-12;
  const double least = negligible * std::max(eigen.eigenvalues()(rows - 1), 0.0);
  const Index rank = (eigen.eigenvalues().array() > least).count();
  values_ = eigen.eigenvalues().tail(rank);
  basis_ = scaled.transpose() * eigen.eigenvectors().rightCols(rank);
  for (Index r = 0; r < rank; ++r) basis_.col(r) /= std::sqrt(values_(r));
}

// b = (B + kappa / t)^-1 q with t = |b|, hence sum_i q_i^2 / (values_i t + kappa)^2 = 1. One over
// the root of that sum is concave and increases in t, so Newton's method from 0 comes from below
// and needs no safeguard.
double GroupCurvature::length_of_solution(double kappa) const {
  double t = 0.0;
  for (int round = 0; round < 100; ++round) {
    double squares = 0.0;
    double slope = 0.0;
    for (Index i = 0; i < values_.size(); ++i) {
      const double divisor = values_(i) * t + kappa;
      const double ratio = linear_(i) / divisor;
      squares += ratio * ratio;
      slope += ratio * ratio * values_(i) / divisor;
    }
    if (!(slope > 0.0)) return t;
    const double change = (1.0 - 1.0 / std::sqrt(squares)) * squares * std::sqrt(squares) / slope;
    t += change;
    if (!(change > 1e-14 * t)) break;
  }
  return t;
}

double GroupCurvature::step(std::span<const double> gradient, double kappa, std::span<double> v) {
  Eigen::Map<Eigen::VectorXd> after(v.data(), static_cast<Index>(v.size()));
  before_.noalias() = basis_.transpose() * after;
  gradient_.noalias() = basis_.transpose() * map_of(gradient.data(), gradient.size());
  linear_ = values_.cwiseProduct(before_) - gradient_;
  const double length_before = after.norm();
  double length = 0.0;
  if (linear_.norm() > kappa) length = length_of_solution(kappa);
  if (length <= 0.0) {
    linear_.setZero();
    after.setZero();
    length = 0.0;
  } else {
    linear_ = linear_.cwiseQuotient((values_.array() + kappa / length).matrix());
    after.noalias() = basis_ * linear_;
  }
  linear_ -= before_;
  return -(gradient_.dot(linear_) + 0.5 * values_.dot(linear_.cwiseAbs2()) +
           kappa * (length - length_before));
}

}  // namespace graphsparse::baseline
