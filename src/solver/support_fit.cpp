#include "solver/support_fit.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace graphsparse {
namespace {

constexpr int kHalvings = 20;
constexpr int kUnboundedHalvings = 60;  // exponentials need more
// Damping adds this much of a majoriser's curvature, from the first to all of it.
constexpr double kFirstDamping = 1e-3;
constexpr double kDampingFactor = 10.0;
constexpr double kShortStep = 0.1;
constexpr double kRounding = 1e-13;  // of an objective
// A step of Newton's that still moves predictors by more, relatively, is on its way to infinity.
constexpr double kStillMoving = 1e-3;
// Steps towards a minimum that may be at infinity each move predictors by about 1.
constexpr int kStepsToInfinity = 60;
constexpr int kMostSteps = 500;

double largest(const Eigen::VectorXd& vector) {
  return vector.size() == 0 ? 0.0 : vector.lpNorm<Eigen::Infinity>();
}

}  // namespace

SupportFit::SupportFit(const Problem& problem, std::vector<RowIndex> rows)
    : problem_(problem),
      rows_(std::move(rows)),
      traits_(problem.loss->traits()),
      is_squares_(traits_.is_quadratic),
      objective_(problem),
      spread_(*problem.design, rows_),
      everywhere_(*problem.design, rows_, true),
      target_(static_cast<Eigen::Index>(rows_.size())) {
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    root_weight_.push_back(is_squares_ ? std::sqrt(problem.weight(rows_[k])) : 1.0);
    target_[static_cast<Eigen::Index>(k)] =
        root_weight_[k] * problem.target[static_cast<std::size_t>(rows_[k])];
  }
}

Eigen::Index SupportFit::width(const Support& support) const {
  return static_cast<Eigen::Index>(support.size()) + (problem_.intercept ? 1 : 0);
}

void SupportFit::fit(Point& point) {
  if (width(point.support) == 0) return;
  load_columns(point.support);
  if (is_squares_) {
    solve_squares(point);
  } else {
    solve_newton(point, {});
  }
  loaded_ = point.support;
}

bool SupportFit::minimize(Point& point, double largest_slope) {
  if (width(point.support) == 0) return true;
  load_columns(point.support);
  bool has_minimum = true;
  if (is_squares_) {
    solve_squares(point);
    if (!(largest(expand(point).gradient) <= largest_slope)) {
      const auto count = static_cast<double>(rows_.size());
      store(orthogonal_fit(penalties(point.support, count)), point);
    }
  } else {
    const int steps = may_have_no_minimum() ? kStepsToInfinity : kMostSteps;
    has_minimum = solve_newton(point, {steps, 0.0, largest_slope});
  }
  loaded_ = point.support;
  return has_minimum;
}

Eigen::VectorXd SupportFit::values_here(std::span<const double> one_a_row) const {
  const std::vector<double> values = rows_here().values_here(one_a_row);
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

Eigen::VectorXd SupportFit::target_here() const {
  return values_here({target_.data(), static_cast<std::size_t>(target_.size())});
}

Eigen::VectorXd SupportFit::times_transposed(const Eigen::VectorXd& v) const {
  const std::vector<double> sums =
      rows_here().sum(static_cast<std::size_t>(columns_.cols()),
                      [&](std::size_t first, std::size_t count, std::span<double> part) {
                        const auto begin = static_cast<Eigen::Index>(first);
                        const auto size = static_cast<Eigen::Index>(count);
                        Eigen::Map<Eigen::VectorXd>(part.data(), columns_.cols()).noalias() =
                            columns_.middleRows(begin, size).transpose() * v.segment(begin, size);
                      });
  return Eigen::Map<const Eigen::VectorXd>(sums.data(), columns_.cols());
}

ColumnBlock SupportFit::block_of(const Eigen::MatrixXd& columns, std::size_t first) {
  const auto stride = static_cast<std::size_t>(columns.rows());
  return {columns.data() + first, static_cast<std::size_t>(columns.cols()), stride};
}

Eigen::MatrixXd SupportFit::inner_products(const Eigen::MatrixXd& others) {
  const std::vector<double> sums = rows_here().sum(
      static_cast<std::size_t>(columns_.cols() * others.cols()),
      [&](std::size_t first, std::size_t count, std::span<double> part) {
        products_.compute(block_of(columns_, first), block_of(others, first), count, part.data());
      });
  return Eigen::Map<const Eigen::MatrixXd>(sums.data(), columns_.cols(), others.cols());
}

Eigen::MatrixXd SupportFit::symmetric_products(const Eigen::MatrixXd& multiples) {
  const Eigen::Index width = columns_.cols();
  const std::vector<double> sums =
      rows_here().sum(static_cast<std::size_t>(width * width),
                      [&](std::size_t first, std::size_t count, std::span<double> part) {
                        products_.compute_symmetric(block_of(multiples, first),
                                                    block_of(columns_, first), count, part.data());
                      });
  return Eigen::Map<const Eigen::MatrixXd>(sums.data(), width, width);
}

// Where rows are spread over ranks each has the columns of its own rows, unless they are so few
// that all of them are fewer values than the columns' inner products.
void SupportFit::begin_columns(const Support& support) {
  const bool is_small =
      spread_.is_one_chunk() || width(support) > static_cast<Eigen::Index>(rows_.size());
  const bool is_wide = problem_.design->share() != nullptr && is_small;
  if (is_wide == is_wide_) return;
  is_wide_ = is_wide;
  loaded_.clear();
  columns_.resize(0, 0);
  gram_.resize(0, 0);
  kernel_.resize(0, 0);
}

// Columns that the last support had are moved, only new ones are read from the data.
void SupportFit::load_columns(const Support& support) {
  begin_columns(support);
  const auto rows = static_cast<Eigen::Index>(rows_here().here().size());
  old_place_.assign(static_cast<std::size_t>(width(support)), -1);
  fresh_.clear();
  auto old = loaded_.begin();
  for (std::size_t i = 0; i < support.size(); ++i) {
    while (old != loaded_.end() && *old < support[i]) ++old;
    if (old != loaded_.end() && *old == support[i]) {
      old_place_[i] = static_cast<Eigen::Index>(old - loaded_.begin());
    } else {
      fresh_.push_back(support[i]);
    }
  }
  if (problem_.intercept && columns_.cols() > 0) {
    old_place_[support.size()] = static_cast<Eigen::Index>(loaded_.size());
  }
  Eigen::MatrixXd read(rows, static_cast<Eigen::Index>(fresh_.size()));
  const std::span<double> values(read.data(), static_cast<std::size_t>(read.size()));
  const RowShare* const share = is_wide_ ? nullptr : problem_.design->share();
  const DesignMatrix& design = share != nullptr ? *share->here : *problem_.design;
  design.gather(rows_here().rows_here(), fresh_, values);
  next_columns_.resize(rows, width(support));
  Eigen::Index next_fresh = 0;
  for (Eigen::Index i = 0; i < next_columns_.cols(); ++i) {
    const Eigen::Index place = old_place_[static_cast<std::size_t>(i)];
    if (place >= 0) {
      next_columns_.col(i) = columns_.col(place);
      continue;
    }
    const bool is_intercept = i == static_cast<Eigen::Index>(support.size());
    for (Eigen::Index k = 0; k < rows; ++k) {
      const double root = root_weight_[rows_here().here()[static_cast<std::size_t>(k)]];
      next_columns_(k, i) = root * (is_intercept ? 1.0 : read(k, next_fresh));
    }
    if (!is_intercept) ++next_fresh;
  }
  columns_.swap(next_columns_);
}

// Inner products of columns that stayed are moved; only those with a new column are computed.
void SupportFit::load_gram(const Support& support) {
  const Eigen::Index size = width(support);
  next_gram_.resize(size, size);
  const auto is_fresh = [&](Eigen::Index j) {
    return old_place_[static_cast<std::size_t>(j)] < 0 || gram_.size() == 0;
  };
  std::vector<Eigen::Index> fresh;
  for (Eigen::Index j = 0; j < size; ++j) {
    if (is_fresh(j)) fresh.push_back(j);
  }
  if (!fresh.empty()) {
    const bool are_all = static_cast<Eigen::Index>(fresh.size()) == size;
    const Eigen::MatrixXd products =
        are_all ? symmetric_products(columns_) : inner_products(columns_(Eigen::all, fresh));
    for (std::size_t k = 0; k < fresh.size(); ++k) {
      const auto from = static_cast<Eigen::Index>(k);
      next_gram_.col(fresh[k]) = products.col(from);
      next_gram_.row(fresh[k]) = products.col(from).transpose();
    }
  }
  for (Eigen::Index j = 0; j < size; ++j) {
    if (is_fresh(j)) continue;
    const Eigen::Index place_j = old_place_[static_cast<std::size_t>(j)];
    for (Eigen::Index i = 0; i < size; ++i) {
      if (!is_fresh(i)) next_gram_(i, j) = gram_(old_place_[static_cast<std::size_t>(i)], place_j);
    }
  }
  gram_.swap(next_gram_);
}

// C C' of the columns. From one support to the next most columns stay, so the products of those
// that came are added and of those that went subtracted.
void SupportFit::load_kernel() {
  std::vector<Eigen::Index> came;
  std::vector<bool> stays(static_cast<std::size_t>(next_columns_.cols()), false);
  for (Eigen::Index j = 0; j < columns_.cols(); ++j) {
    const Eigen::Index place = old_place_[static_cast<std::size_t>(j)];
    if (place < 0) {
      came.push_back(j);
    } else {
      stays[static_cast<std::size_t>(place)] = true;
    }
  }
  std::vector<Eigen::Index> went;
  for (Eigen::Index j = 0; j < next_columns_.cols(); ++j) {
    if (!stays[static_cast<std::size_t>(j)]) went.push_back(j);
  }
  const bool is_cheaper_anew =
      static_cast<Eigen::Index>(came.size() + went.size()) >= columns_.cols();
  if (kernel_.size() == 0 || is_cheaper_anew) {
    kernel_.setZero(columns_.rows(), columns_.rows());
    kernel_.selfadjointView<Eigen::Lower>().rankUpdate(columns_);
    return;
  }
  const auto add = [this](const Eigen::MatrixXd& columns, double sign) {
    // Eigen divides by the number of columns.
    if (columns.cols() > 0) kernel_.selfadjointView<Eigen::Lower>().rankUpdate(columns, sign);
  };
  add(columns_(Eigen::all, came), 1.0);
  add(next_columns_(Eigen::all, went), -1.0);
}

// More columns than rows: of all exact fits C v = y the one of least norm, v = C' (C C')^-1 y.
Eigen::VectorXd SupportFit::least_norm_fit() {
  load_kernel();
  const Eigen::VectorXd target = target_here();
  cholesky_.compute(kernel_);
  if (cholesky_.info() != Eigen::Success) {
    kernel_.resize(0, 0);
    return columns_.completeOrthogonalDecomposition().solve(target);
  }
  Eigen::VectorXd dual = cholesky_.solve(target);
  // Refined with the columns themselves: the sums and differences in the kernel have rounded.
  dual += cholesky_.solve(target - columns_ * (columns_.transpose() * dual));
  return columns_.transpose() * dual;
}

// More columns than rows and a penalty: the minimum is v = C'a with (C C' + penalty) a = y - c u
// for the intercept c along its column u, and u'a = 0, a system as small as the rows.
Eigen::VectorXd SupportFit::penalized_dual_fit(Eigen::Index size, double penalty) {
  const auto features = columns_.leftCols(size);
  const Eigen::VectorXd target = target_here();
  kernel_.setZero(columns_.rows(), columns_.rows());
  kernel_.selfadjointView<Eigen::Lower>().rankUpdate(features);
  kernel_.diagonal().array() += penalty;
  cholesky_.compute(kernel_);
  kernel_.resize(0, 0);
  // A penalty below the rounding of the kernel is none.
  if (cholesky_.info() != Eigen::Success) {
    return columns_.completeOrthogonalDecomposition().solve(target);
  }
  Eigen::VectorXd dual = cholesky_.solve(target);
  Eigen::VectorXd solution(columns_.cols());
  if (problem_.intercept) {
    const auto ones = columns_.col(size);
    const Eigen::VectorXd along = cholesky_.solve(ones);
    solution[size] = ones.dot(dual) / ones.dot(along);
    dual -= solution[size] * along;
  }
  solution.head(size) = features.transpose() * dual;
  return solution;
}

void SupportFit::solve_squares(Point& point) {
  const auto size = static_cast<Eigen::Index>(point.support.size());
  const auto count = static_cast<double>(rows_.size());
  const double penalty = problem_.l2 * count;
  const auto rows = static_cast<Eigen::Index>(rows_.size());
  if (width(point.support) > rows && problem_.l2 == 0.0) {
    gram_.resize(0, 0);
    store(least_norm_fit(), point);
    return;
  }
  if (size > rows) {
    gram_.resize(0, 0);
    store(problem_.unpenalized.empty() ? penalized_dual_fit(size, penalty)
                                       : orthogonal_fit(penalties(point.support, count)),
          point);
    return;
  }
  kernel_.resize(0, 0);
  load_gram(point.support);
  Eigen::MatrixXd penalized = gram_;
  const Eigen::VectorXd each = penalties(point.support, count);
  penalized.diagonal().head(size) += each;
  cholesky_.compute(penalized);
  if (cholesky_.info() != Eigen::Success) {
    store(orthogonal_fit(Eigen::VectorXd::Zero(size)), point);
    return;
  }
  const Eigen::VectorXd target = target_here();
  Eigen::VectorXd solution = cholesky_.solve(times_transposed(target));
  // One step of refinement makes up for the squared condition number of the normal equations.
  Eigen::VectorXd residual = times_transposed(target - columns_ * solution);
  residual.head(size) -= each.cwiseProduct(solution.head(size));
  solution += cholesky_.solve(residual);
  store(solution, point);
}

Eigen::VectorXd SupportFit::penalties(const Support& support, double factor) const {
  Eigen::VectorXd each(static_cast<Eigen::Index>(support.size()));
  for (Eigen::Index i = 0; i < each.size(); ++i) {
    each[i] = problem_.penalty(support[static_cast<std::size_t>(i)]) * factor;
  }
  return each;
}

void SupportFit::store(const Eigen::VectorXd& solution, Point& point) const {
  for (std::size_t i = 0; i < point.support.size(); ++i) {
    point.w[static_cast<std::size_t>(point.support[i])] = solution[static_cast<Eigen::Index>(i)];
  }
  if (problem_.intercept) {
    point.intercept = solution[static_cast<Eigen::Index>(point.support.size())];
  }
}

// R of a QR decomposition of the columns and the target beside them, from those of chunks of rows.
Eigen::MatrixXd SupportFit::triangle() const {
  const Eigen::Index width = columns_.cols() + 1;
  const Eigen::VectorXd target = target_here();
  const auto reduce = [width](const Eigen::MatrixXd& rows, std::span<double> result) {
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(rows);
    const Eigen::Index height = std::min(rows.rows(), width);
    Eigen::Map<Eigen::MatrixXd> upper(result.data(), width, width);
    upper.setZero();
    upper.topRows(height) = qr.matrixQR().topRows(height).triangularView<Eigen::Upper>();
  };
  const std::vector<double> total = rows_here().sum(
      static_cast<std::size_t>(width * width),
      [&](std::size_t first, std::size_t count, std::span<double> part) {
        const auto begin = static_cast<Eigen::Index>(first);
        const auto size = static_cast<Eigen::Index>(count);
        Eigen::MatrixXd rows(size, width);
        rows.leftCols(width - 1) = columns_.middleRows(begin, size);
        rows.col(width - 1) = target.segment(begin, size);
        reduce(rows, part);
      },
      [&](std::span<double> left, std::span<const double> right) {
        Eigen::MatrixXd rows(2 * width, width);
        rows.topRows(width) = Eigen::Map<const Eigen::MatrixXd>(left.data(), width, width);
        rows.bottomRows(width) = Eigen::Map<const Eigen::MatrixXd>(right.data(), width, width);
        reduce(rows, left);
      });
  return Eigen::Map<const Eigen::MatrixXd>(total.data(), width, width);
}

// Slower than the normal equations, and exact where those have lost too much to rounding.
Eigen::VectorXd SupportFit::orthogonal_fit(const Eigen::VectorXd& penalties) const {
  const Eigen::Index size = penalties.size();
  Eigen::MatrixXd top = columns_;
  Eigen::VectorXd right = target_here();
  if (!rows_here().is_one_chunk()) {
    const Eigen::MatrixXd upper = triangle();
    top = upper.leftCols(columns_.cols());
    right = upper.col(columns_.cols());
  }
  if (penalties.isZero(0.0)) return top.completeOrthogonalDecomposition().solve(right);
  const Eigen::Index rows = top.rows();
  Eigen::MatrixXd stacked = Eigen::MatrixXd::Zero(rows + size, top.cols());
  stacked.topRows(rows) = top;
  stacked.bottomLeftCorner(size, size).diagonal() = penalties.cwiseSqrt();
  Eigen::VectorXd target = Eigen::VectorXd::Zero(rows + size);
  target.head(rows) = right;
  return stacked.completeOrthogonalDecomposition().solve(target);
}

bool SupportFit::may_have_no_minimum() const { return traits_.needs_penalty && problem_.l2 == 0.0; }

SupportFit::Expansion SupportFit::expand(const Point& point) {
  objective_.move_to(rows_, point);
  const auto size = static_cast<Eigen::Index>(point.support.size());
  Expansion here;
  here.value = objective_.value(point);
  here.place.resize(width(point.support));
  for (Eigen::Index i = 0; i < size; ++i) {
    here.place[i] = point.w[static_cast<std::size_t>(point.support[static_cast<std::size_t>(i)])];
  }
  if (problem_.intercept) here.place[size] = point.intercept;
  Eigen::VectorXd slopes = values_here(objective_.derivatives());
  if (is_squares_) {  // the columns have the roots of the weights already
    for (Eigen::Index k = 0; k < slopes.size(); ++k) {
      const double root = root_weight_[rows_here().here()[static_cast<std::size_t>(k)]];
      slopes[k] /= root > 0.0 ? root : 1.0;
    }
  }
  here.gradient = times_transposed(slopes);
  here.penalties = penalties(point.support, 1.0);
  here.gradient.head(size) += here.penalties.cwiseProduct(here.place.head(size));
  return here;
}

// The objective must be at the point. Returns whether there is a direction.
bool SupportFit::find_direction(const Expansion& here, double damping) {
  const auto count = static_cast<Eigen::Index>(rows_.size());
  const Eigen::Index size = here.place.size() - (problem_.intercept ? 1 : 0);
  Eigen::VectorXd curvatures =
      Eigen::Map<const Eigen::VectorXd>(objective_.second_derivatives().data(), count);
  if (damping > 0.0) curvatures += damping * majorising_curvatures(curvatures);
  const Eigen::VectorXd curvatures_here =
      values_here({curvatures.data(), static_cast<std::size_t>(curvatures.size())});
  gram_ = symmetric_products(curvatures_here.asDiagonal() * columns_);
  gram_.diagonal().head(size) += here.penalties;
  // Keeps the system solvable where a feature is constant or the classes are nearly separated.
  gram_.diagonal().array() += 1e-9 * (gram_.trace() / static_cast<double>(gram_.cols())) + 1e-300;
  cholesky_.compute(gram_);
  if (cholesky_.info() != Eigen::Success) return false;
  direction_ = cholesky_.solve(here.gradient);
  return direction_.allFinite();
}

// No smaller than the loss's anywhere, or where it has no bound than the largest here.
Eigen::VectorXd SupportFit::majorising_curvatures(const Eigen::VectorXd& curvatures) const {
  if (!traits_.curvature_bound) {
    return Eigen::VectorXd::Constant(curvatures.size(), curvatures.maxCoeff());
  }
  const double bound = *traits_.curvature_bound / objective_.row_count();
  const auto weights = objective_.weights();
  if (weights.empty()) return Eigen::VectorXd::Constant(curvatures.size(), bound);
  return bound * Eigen::Map<const Eigen::VectorXd>(weights.data(), curvatures.size());
}

// Returns the share of the direction that was taken; 0: none of it lowers the objective.
double SupportFit::search_line(const Expansion& here, bool is_exact, Point& point) {
  const double decrease = here.gradient.dot(direction_);
  const int halvings = traits_.curvature_bound ? kHalvings : kUnboundedHalvings;
  double step = 1.0;
  for (int halving = 0; halving < halvings; ++halving, step /= 2.0) {
    store(here.place - step * direction_, point);
    objective_.move_to(rows_, point);
    const double there = objective_.value(point);
    if (there <= here.value - 0.25 * step * decrease) return step;
    // Near the minimum differences of the objective are rounding, those of the slope are not.
    const bool is_level = is_exact && there <= here.value + kRounding * std::abs(here.value);
    if (is_level && largest(expand(point).gradient) <= 0.5 * largest(here.gradient)) return step;
  }
  store(here.place, point);
  objective_.move_to(rows_, point);
  return 0.0;
}

// Newton's direction still moves some predictor far.
bool SupportFit::is_still_moving() const {
  double farthest = 0.0;
  for (const double z : objective_.predictors()) farthest = std::max(farthest, std::abs(z));
  const double move = rows_here().largest(largest(columns_ * direction_));
  return move > kStillMoving * (1.0 + farthest);
}

// Where a step went out of all bounds a fit begins at zero.
void SupportFit::begin_finite(Point& point) {
  objective_.move_to(rows_, point);
  if (std::isfinite(objective_.value(point))) return;
  for (const NodeId feature : point.support) point.w[static_cast<std::size_t>(feature)] = 0.0;
  point.intercept = 0.0;
}

// Damped by a majoriser where Newton's own direction leads nowhere, as where few rows of Huber's
// loss have a curvature. Returns whether there is a minimum as far as it went.
bool SupportFit::solve_newton(Point& point, const NewtonGoal& goal) {
  begin_finite(point);
  double damping = 0.0;
  for (int step = 0; step < goal.steps; ++step) {
    const Expansion here = expand(point);
    const bool is_stationary = largest(here.gradient) <= goal.slope;
    if (is_stationary && !may_have_no_minimum()) return true;
    double taken = 0.0;
    if (find_direction(here, damping)) {
      if (is_stationary && !is_still_moving()) return true;
      const double decrease = here.gradient.dot(direction_);
      if (!(decrease > goal.decrease * (std::abs(here.value) + 1e-12))) break;
      taken = search_line(here, goal.is_exact(), point);
    }
    if (taken == 0.0 && damping >= 1.0) break;
    if (taken == 0.0 || (goal.is_exact() && taken < kShortStep)) {
      damping = std::min(1.0, std::max(kFirstDamping, kDampingFactor * damping));
    } else {
      damping = damping > kFirstDamping ? damping / kDampingFactor : 0.0;
    }
  }
  return !may_have_no_minimum();
}

}  // namespace graphsparse
