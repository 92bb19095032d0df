#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <vector>

#include "graphsparse/graph/components.hpp"
#include "projection/checks.hpp"
#include "projection/methods.hpp"

namespace graphsparse {
namespace {

// A search whose supports prove little would go on for long.
constexpr int kMostRounds = 100;

// S_0 is empty, S_i is S_(i-1) united with the head of x outside S_(i-1). Let T be the best support
// of the model, K what S_(i-1) keeps and a round have the factor c: it keeps
//   |x_H \ S|^2 >= c^2 |x_T \ S|^2 >= c^2 (|x_T|^2 - K),
// so that what is missing to |x_T|^2 shrinks by 1 - c^2 a round. Turned round, a round that keeps G
// with the proven factor c shows |x_T|^2 <= K + G / c^2; the smallest such bound of all rounds
// proves at least as much as the product does, and usually more (docs/projections.md).
class BoostedHead final : public Projection {
 public:
  BoostedHead(const ProjectionMethod& method, const Graph& graph, const ProjectionOptions& options)
      : graph_(graph),
        options_(options),
        max_nodes_(std::min<std::int64_t>(options.max_size, graph.node_count())),
        component_counter_(graph) {
    ProjectionOptions one_round = options;
    one_round.factor.reset();
    round_ = method.make(graph, one_round);
  }

  const ProjectionResult& project(std::span<const double> x) override {
    begin(x);
    while (result_.rounds < kMostRounds) {
      if (!add_round() || proven_factor() >= *options_.factor) break;
    }
    if (options_.warm_start) start_ = first_lambda_;
    result_.certified_factor = proven_factor();
    ProjectionOptions sum_of_models = options_;
    sum_of_models.max_size = std::min(result_.rounds * options_.max_size, std::ssize(x));
    finish_result(x, sum_of_models, component_counter_, result_);
    return result_;
  }

  void set_lambda(std::optional<double> lambda) override { start_ = lambda; }

 private:
  void begin(std::span<const double> x) {
    check_vector(graph_, x);
    squares_.assign(x);
    rest_.assign(x.begin(), x.end());
    total_ = std::accumulate(squares_.values().begin(), squares_.values().end(), 0.0);
    largest_.assign(squares_.values().begin(), squares_.values().end());
    const auto end_of_largest = largest_.begin() + max_nodes_;
    std::nth_element(largest_.begin(), end_of_largest, largest_.end(), std::greater<>());
    // No support of this size keeps more, connected or not.
    bound_ = std::accumulate(largest_.begin(), end_of_largest, 0.0);
    kept_ = 0.0;
    result_.support.clear();
    result_.pcst_calls = 0;
    result_.rounds = 0;
    round_->set_lambda(start_);
  }

  // False if it found nothing new.
  bool add_round() {
    const ProjectionResult& round = round_->project(rest_);
    ++result_.rounds;
    result_.pcst_calls += round.pcst_calls;
    result_.lambda = round.lambda;
    if (result_.rounds == 1) first_lambda_ = round.lambda;
    double gain = 0.0;
    for (const NodeId node : round.support) {
      if (rest_[node] != 0.0) gain += squares_[node];
      rest_[node] = 0.0;
    }
    if (const double factor = round.certified_factor.value_or(0.0); factor > 0.0) {
      bound_ = std::min(bound_, kept_ + gain / (factor * factor));
    }
    kept_ += gain;
    united_.clear();
    std::set_union(result_.support.begin(), result_.support.end(), round.support.begin(),
                   round.support.end(), std::back_inserter(united_));
    result_.support.swap(united_);
    return gain > 0.0;
  }

  double proven_factor() const {
    if (kept_ >= bound_ || kept_ >= total_) return 1.0;
    return std::sqrt(kept_ / bound_);
  }

  const Graph& graph_;
  ProjectionOptions options_;
  std::int64_t max_nodes_;
  std::unique_ptr<Projection> round_;
  std::optional<double> start_;
  double first_lambda_ = 0.0;

  // Of the current vector, on the scale of squares_.
  ScaledSquares squares_;
  double total_ = 0.0;
  double kept_ = 0.0;
  double bound_ = 0.0;  // no support of the model keeps more
  IdVector<double> rest_;
  std::vector<double> largest_;
  Support united_;
  InducedComponents component_counter_;
  ProjectionResult result_;
};

}  // namespace

std::unique_ptr<Projection> make_boosted_head(const ProjectionMethod& method, const Graph& graph,
                                              const ProjectionOptions& options) {
  return std::make_unique<BoostedHead>(method, graph, options);
}

int rounds_for_factor(double round_factor, double factor) {
  const double left_over = 1.0 - round_factor * round_factor;
  if (!(left_over > 0.0)) return 1;
  double missing = 1.0;
  int rounds = 0;
  do {
    missing *= left_over;
    ++rounds;
  } while (1.0 - missing < factor * factor);
  return rounds;
}

}  // namespace graphsparse
