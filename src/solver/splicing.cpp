#include "solver/splicing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace graphsparse {
namespace {

// Candidates to enter whose exchanges with all features of the support are ranked.
constexpr std::size_t kCandidates = 64;
// Exchanges that are fitted before the best of them is taken, and until none helps. A quadratic
// loss is its own model: its first one is the best.
constexpr int kFitsPerRound = 6;
constexpr int kFitsAtMost = 24;
constexpr int kQuadraticFitsAtMost = 3;
// An exchange must lower the objective by this share of it.
constexpr double kLeastDecrease = 1e-9;
constexpr int kMostRounds = 200;
// Multiply-adds of all rounds together, and of one.
constexpr double kMostWork = 4e9;
// Of the mean of the Hessian's diagonal: keeps it invertible.
constexpr double kRidge = 1e-10;
// Of a perturbation: the share of features that it drops, and the spread of its factors,
// exp(N(0, 1) * this).
constexpr double kDropped = 0.3;
constexpr double kSpread = 0.5;
// Perturbations in a row that may lead to nothing better, and multiply-adds of all of them.
constexpr int kIdlePerturbations = 50;
constexpr double kPerturbationWork = 1e8;
// Of the objective without features: what is below it cannot become better.
constexpr double kNothing = 1e-14;

}  // namespace

Splicing::Splicing(const Problem& problem, Rows rows, std::unique_ptr<ExchangeRule> rule)
    : problem_(problem),
      rows_(rows),
      rule_(std::move(rule)),
      objective_(problem),
      spread_(*problem.design, rows),
      fit_(problem, std::vector<RowIndex>(rows.begin(), rows.end())),
      is_quadratic_(problem.loss->traits().is_quadratic),
      squares_(static_cast<std::size_t>(problem.features()), 0.0) {
  std::vector<double> sums(squares_.size(), 0.0);
  const std::vector<double> zeros(squares_.size(), 0.0);
  problem.design->add_moments(rows, zeros, sums, squares_);
  work_ += 2.0 * static_cast<double>(rows.size()) * static_cast<double>(squares_.size());
  for (double& square : squares_) square /= static_cast<double>(rows.size());
}

std::int64_t Splicing::improve(Point& point) {
  fit_.fit(point);
  std::int64_t exchanges = 0;
  while (exchanges < kMostRounds && work_ < kMostWork && improve_once(point)) ++exchanges;
  return exchanges;
}

double Splicing::value_at(const Point& point) {
  objective_.move_to(rows_, point);
  return objective_.value(point);
}

// The tail projection of what each feature is worth, by a quadratic model of it alone: a feature of
// the support what its loss would cost, another what it would gain. Some features of the support
// are worth nothing, and what is left of them in the others' slopes counts.
void Splicing::perturb(Point& point, Structure& structure, RandomStream& stream) {
  Point reduced = point;
  for (const NodeId feature : point.support) {
    if (stream.uniform() < kDropped) reduced.w[static_cast<std::size_t>(feature)] = 0.0;
  }
  objective_.move_to(rows_, reduced);
  worth_.assign(point.w.size(), 0.0);
  problem_.design->add_transposed(rows_, objective_.derivatives(), worth_);
  const std::span<const double> curvatures = objective_.second_derivatives();
  const double curvature = std::accumulate(curvatures.begin(), curvatures.end(), 0.0);
  for (std::size_t j = 0; j < worth_.size(); ++j) {
    const double penalty = problem_.penalty(static_cast<NodeId>(j));
    const double diagonal = curvature * squares_[j] + penalty;
    const double w = reduced.w[j];
    const double slope = worth_[j] + penalty * w;
    const double size = diagonal > 0.0 ? std::abs(diagonal * w - slope) / std::sqrt(diagonal) : 0.0;
    worth_[j] = size * std::exp(kSpread * stream.normal());
  }
  work_ += 2.0 * static_cast<double>(rows_.size()) * static_cast<double>(worth_.size());
  Support support = structure.tail(worth_);
  for (const NodeId feature : point.support) {
    if (!std::binary_search(support.begin(), support.end(), feature)) {
      point.w[static_cast<std::size_t>(feature)] = 0.0;
    }
  }
  point.support = std::move(support);
}

bool Splicing::improve_once(Point& point) {
  if (point.support.empty()) return false;
  rule_->load(point.support);
  if (rule_->candidates().empty()) return false;
  expand(point);
  choose_candidates();
  if (entering_.empty()) return false;
  load_candidate_columns();
  rank_exchanges(point);
  return take_best(point);
}

// Value, slopes and curvatures at the point, and the inverse of the Hessian on its support.
void Splicing::expand(const Point& point) {
  objective_.move_to(rows_, point);
  value_ = objective_.value(point);
  const std::span<const NodeId> candidates = rule_->candidates();
  gradient_.resize(candidates.size());
  problem_.design->multiply_transposed(rows_, objective_.derivatives(), candidates, gradient_);
  const auto count = static_cast<Eigen::Index>(rows_.size());
  root_curvature_ = Eigen::Map<const Eigen::VectorXd>(objective_.second_derivatives().data(), count)
                        .cwiseMax(0.0)
                        .cwiseSqrt();
  const auto size = static_cast<Eigen::Index>(point.support.size());
  load_columns(point.support, problem_.intercept, columns_);
  Eigen::MatrixXd hessian = inner_products(columns_, columns_);
  for (Eigen::Index i = 0; i < size; ++i) {
    hessian(i, i) += problem_.penalty(point.support[static_cast<std::size_t>(i)]);
  }
  hessian.diagonal().array() += kRidge * hessian.trace() / static_cast<double>(hessian.cols());
  const Eigen::Index width = hessian.cols();
  inverse_ = hessian.llt().solve(Eigen::MatrixXd::Identity(width, width));
  const auto rows = static_cast<double>(count);
  const auto features = static_cast<double>(width);
  work_ += rows * static_cast<double>(candidates.size()) + rows * features * features +
           features * features * features;
}

// Of the rows here, times the roots of the curvatures; `ones` come last.
void Splicing::load_columns(std::span<const NodeId> features, bool ones,
                            Eigen::MatrixXd& columns) const {
  const auto count = static_cast<Eigen::Index>(spread_.here().size());
  const auto size = static_cast<Eigen::Index>(features.size());
  columns.resize(count, size + (ones ? 1 : 0));
  const RowShare* const share = problem_.design->share();
  const DesignMatrix& design = share != nullptr ? *share->here : *problem_.design;
  design.gather(spread_.rows_here(), features,
                {columns.data(), static_cast<std::size_t>(count * size)});
  if (ones) columns.col(size).setOnes();
  const std::vector<double> roots = spread_.values_here(
      {root_curvature_.data(), static_cast<std::size_t>(root_curvature_.size())});
  columns = Eigen::Map<const Eigen::VectorXd>(roots.data(), count).asDiagonal() * columns;
}

// Over the rows of all ranks. Of copies, whose layout is that of one chunk: so are the roundings.
Eigen::MatrixXd Splicing::inner_products(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) const {
  const std::vector<double> sums =
      spread_.sum(static_cast<std::size_t>(a.cols() * b.cols()),
                  [&](std::size_t first, std::size_t count, std::span<double> part) {
                    const auto begin = static_cast<Eigen::Index>(first);
                    const auto size = static_cast<Eigen::Index>(count);
                    const Eigen::MatrixXd left = a.middleRows(begin, size);
                    const Eigen::MatrixXd right = b.middleRows(begin, size);
                    Eigen::Map<Eigen::MatrixXd>(part.data(), left.cols(), right.cols()) =
                        left.transpose() * right;
                  });
  return Eigen::Map<const Eigen::MatrixXd>(sums.data(), a.cols(), b.cols());
}

std::vector<double> Splicing::square_norms(const Eigen::MatrixXd& columns) const {
  return spread_.sum(static_cast<std::size_t>(columns.cols()),
                     [&](std::size_t first, std::size_t count, std::span<double> part) {
                       for (std::size_t j = 0; j < part.size(); ++j) {
                         const Eigen::VectorXd column =
                             columns.col(static_cast<Eigen::Index>(j))
                                 .segment(static_cast<Eigen::Index>(first),
                                          static_cast<Eigen::Index>(count));
                         part[j] = column.squaredNorm();
                       }
                     });
}

// Those with the largest decrease while the rest of the model stays as it is.
void Splicing::choose_candidates() {
  const std::span<const NodeId> candidates = rule_->candidates();
  const double curvature = root_curvature_.squaredNorm();
  std::vector<std::pair<double, std::size_t>> promise;
  promise.reserve(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const double diagonal = curvature * squares_[static_cast<std::size_t>(candidates[i])] +
                            problem_.penalty(candidates[i]);
    const double decrease = gradient_[i] * gradient_[i] / diagonal;
    if (decrease > 0.0 && std::isfinite(decrease)) promise.emplace_back(-decrease, i);
  }
  const std::size_t kept = std::min(kCandidates, promise.size());
  std::partial_sort(promise.begin(), promise.begin() + static_cast<std::ptrdiff_t>(kept),
                    promise.end());
  entering_.clear();
  slopes_.clear();
  for (std::size_t k = 0; k < kept; ++k) {
    entering_.push_back(candidates[promise[k].second]);
    slopes_.push_back(gradient_[promise[k].second]);
  }
}

void Splicing::load_candidate_columns() {
  load_columns(entering_, false, entering_columns_);
  products_ = inner_products(columns_, entering_columns_);
  entering_squares_ = square_norms(entering_columns_);
  reach_.noalias() = inverse_ * products_;
  work_ += static_cast<double>(products_.size()) *
           (static_cast<double>(rows_.size()) + static_cast<double>(inverse_.cols()));
}

void Splicing::rank_exchanges(const Point& point) {
  ranked_.clear();
  for (std::size_t k = 0; k < entering_.size(); ++k) rank_for(k, point);
  const auto is_better = [](const Exchange& a, const Exchange& b) {
    if (a.decrease != b.decrease) return a.decrease > b.decrease;
    return std::pair(a.entering, a.leaving) < std::pair(b.entering, b.leaving);
  };
  std::sort(ranked_.begin(), ranked_.end(), is_better);
}

// With the candidate beside the support the quadratic model's minimum moves to c + r g / d, and the
// inverse of the Hessian grows by r r' / d, where r is the reach, g the slope and d what the
// support leaves of the candidate. What then leaves costs half its square over its diagonal.
void Splicing::rank_for(std::size_t candidate, const Point& point) {
  const auto k = static_cast<Eigen::Index>(candidate);
  const double whole = entering_squares_[candidate] + problem_.penalty(entering_[candidate]);
  const double rest = whole - products_.col(k).dot(reach_.col(k));
  if (!(rest > 1e-10 * whole)) return;  // the support spans it
  const double slope = slopes_[candidate];
  const double gain = 0.5 * slope * slope / rest;
  const double least = kLeastDecrease * std::abs(value_);
  if (rule_->may_grow() && gain > least) ranked_.push_back({kNoNode, entering_[candidate], gain});
  for (std::size_t i = 0; i < point.support.size(); ++i) {
    const auto place = static_cast<Eigen::Index>(i);
    const double reach = reach_(place, k);
    const double coefficient =
        point.w[static_cast<std::size_t>(point.support[i])] + reach * slope / rest;
    const double diagonal = inverse_(place, place) + reach * reach / rest;
    const double decrease = gain - 0.5 * coefficient * coefficient / diagonal;
    if (decrease > least) ranked_.push_back({point.support[i], entering_[candidate], decrease});
  }
}

bool Splicing::take_best(Point& point) {
  const double goal = value_ - kLeastDecrease * std::abs(value_);
  best_value_ = goal;
  const int at_first = is_quadratic_ ? 1 : kFitsPerRound;
  const int at_most = is_quadratic_ ? kQuadraticFitsAtMost : kFitsAtMost;
  int fits = 0;
  for (const Exchange& exchange : ranked_) {
    if (fits >= at_most || (fits >= at_first && best_value_ < goal)) break;
    if (!rule_->allows(exchange.leaving, exchange.entering)) continue;
    ++fits;
    if (try_exchange(exchange, point)) std::swap(best_, trial_);
  }
  if (!(best_value_ < goal)) return false;
  std::swap(point, best_);
  return true;
}

// Whether it is the best so far; the trial then holds its fit.
bool Splicing::try_exchange(const Exchange& exchange, const Point& point) {
  trial_ = point;
  Support& support = trial_.support;
  if (exchange.leaving != kNoNode) {
    support.erase(std::lower_bound(support.begin(), support.end(), exchange.leaving));
    trial_.w[static_cast<std::size_t>(exchange.leaving)] = 0.0;
  }
  support.insert(std::lower_bound(support.begin(), support.end(), exchange.entering),
                 exchange.entering);
  fit_.fit(trial_);
  objective_.move_to(rows_, trial_);
  const double value = objective_.value(trial_);
  work_ += static_cast<double>(rows_.size()) * static_cast<double>(support.size()) *
           static_cast<double>(is_quadratic_ ? 4 : 4 * support.size());
  if (!(value < best_value_)) return false;
  best_value_ = value;
  return true;
}

void splice(const Problem& problem, Rows rows, Structure& structure, std::uint64_t seed,
            Point& point, SupportAverage* seen) {
  std::unique_ptr<ExchangeRule> rule = structure.make_exchange_rule();
  const auto size = static_cast<double>(point.support.size());
  const auto count = static_cast<double>(rows.size());
  const bool is_underdetermined = problem.l2 == 0.0 && size >= count;
  if (!rule || is_underdetermined || count * size * size + size * size * size > kMostWork) return;
  Splicing splicing(problem, rows, std::move(rule));
  splicing.improve(point);
  RandomStream stream(seed, "splice");
  double least = splicing.value_at(point);
  if (seen != nullptr) seen->offer(point, least);
  const double nothing = kNothing * splicing.value_at(Point(problem.features()));
  const double budget = splicing.work() + kPerturbationWork;
  for (int idle = 0; idle < kIdlePerturbations && least > nothing && splicing.work() < budget;) {
    Point other = point;
    splicing.perturb(other, structure, stream);
    splicing.improve(other);
    const double value = splicing.value_at(other);
    if (seen != nullptr) seen->offer(other, value);
    ++idle;
    if (!(value < least - kLeastDecrease * std::abs(least))) continue;
    idle = 0;
    least = value;
    std::swap(point, other);
  }
}

}  // namespace graphsparse
