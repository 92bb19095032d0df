#include "speed_operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/pcst/pcst.hpp"
#include "graphsparse/reference/projection_table.hpp"

namespace graphsparse::bench {
namespace {

using Json = nlohmann::json;

class Solve final : public SpeedOperation {
 public:
  Solve(const SpeedInstance& instance, double cost_scale)
      : prizes_(instance.prizes), cost_scale_(cost_scale), solver_(instance.graph) {}

  void run() override {
    forest_ = &solver_.solve({prizes_, {.cost_scale = cost_scale_, .pruning = Pruning::strong}});
  }

  Json describe() const override {
    return {{"nodes", forest_->nodes.size()},      {"objective", forest_->objective()},
            {"lower_bound", forest_->lower_bound}, {"pcst_calls", 1},
            {"edge_events", forest_->edge_events}, {"workspace_bytes", solver_.memory_bytes()}};
  }

 private:
  std::span<const double> prizes_;
  double cost_scale_;
  PcstSolver solver_;
  const Forest* forest_ = nullptr;
};

// With the solver's construction: what a program pays that solves only once.
class FreshSolve final : public SpeedOperation {
 public:
  FreshSolve(const SpeedInstance& instance, double cost_scale)
      : instance_(instance), cost_scale_(cost_scale) {}

  void run() override {
    solve_.reset();
    solve_.emplace(instance_, cost_scale_);
    solve_->run();
  }
  Json describe() const override { return solve_->describe(); }

 private:
  const SpeedInstance& instance_;
  double cost_scale_;
  std::optional<Solve> solve_;
};

Json describe_result(const ProjectionResult& result) {
  const Json factor = result.certified_factor ? Json(*result.certified_factor) : Json(nullptr);
  const auto size = static_cast<double>(result.support.size());
  return {{"nodes", result.support.size()},
          {"captured", result.captured},
          {"lost", result.lost},
          {"energy_per_node", result.captured / size},
          {"pcst_calls", result.pcst_calls},
          {"lambda", result.lambda},
          {"within_range", result.within_range},
          {"components", result.components},
          {"certified_factor", factor}};
}

ProjectionOptions tail_options(std::int64_t low, std::int64_t high) {
  ProjectionOptions options;
  options.kind = ProjectionKind::tail;
  options.min_size = low;
  options.max_size = high;
  return options;
}

// Every call starts cold.
class ColdTail final : public SpeedOperation {
 public:
  ColdTail(const SpeedInstance& instance, std::string_view method, std::int64_t high)
      : x_(instance.x),
        projection_(
            make_projection(method, instance.graph, tail_options(instance.tail_size(), high))) {}

  void run() override { result_ = &projection_->project(x_); }
  Json describe() const override { return describe_result(*result_); }

 private:
  std::span<const double> x_;
  std::unique_ptr<Projection> projection_;
  const ProjectionResult* result_ = nullptr;
};

// As in a solver's iterations: each call gets a slightly different vector and starts where the last
// one ended. The first call, which starts cold, does not count.
class WarmTail final : public SpeedOperation {
 public:
  explicit WarmTail(const SpeedInstance& instance) {
    const std::int64_t size = instance.tail_size();
    ProjectionOptions options = tail_options(size, size);
    options.warm_start = true;
    projection_ = make_projection(kDefaultProjectionMethod, instance.graph, options);
    for (std::uint64_t call = 0; call < kVectors; ++call) {
      vectors_.push_back(perturbed(instance.x, call));
    }
  }

  void run() override { result_ = &projection_->project(vectors_[runs_++ % kVectors]); }

  void note_result() override {
    calls_.push_back(result_->pcst_calls);
    energies_.push_back(result_->captured / static_cast<double>(result_->support.size()));
    worst_factor_ = std::max(worst_factor_, result_->certified_factor.value_or(kNoFactor));
  }

  Json describe() const override {
    Json json = describe_result(*result_);
    const auto count = static_cast<double>(calls_.size());
    json["pcst_calls"] = static_cast<double>(std::reduce(calls_.begin(), calls_.end())) / count;
    json["most_pcst_calls"] = *std::ranges::max_element(calls_);
    json["certified_factor"] = worst_factor_ < kNoFactor ? Json(worst_factor_) : Json(nullptr);
    json["energy_per_node"] = std::accumulate(energies_.begin(), energies_.end(), 0.0) / count;
    return json;
  }

 private:
  static constexpr std::size_t kVectors = 21;
  static constexpr double kNoFactor = std::numeric_limits<double>::infinity();
  static constexpr double kPerturbation = 0.01;  // of the vector's norm

  static std::vector<double> perturbed(std::span<const double> x, std::uint64_t call) {
    RandomStream random(1, "speed-perturbation", call);
    std::vector<double> noise(x.size());
    for (double& value : noise) value = random.normal();
    const double scale = kPerturbation * norm(x) / norm(noise);
    for (std::size_t node = 0; node < x.size(); ++node) noise[node] = x[node] + scale * noise[node];
    return noise;
  }

  static double norm(std::span<const double> values) {
    return std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0));
  }

  std::unique_ptr<Projection> projection_;
  std::vector<std::vector<double>> vectors_;
  std::size_t runs_ = 0;
  const ProjectionResult* result_ = nullptr;
  std::vector<int> calls_;
  std::vector<double> energies_;
  double worst_factor_ = 1.0;
};

using OperationPtr = std::unique_ptr<SpeedOperation>;

constexpr std::array kOperations = {
    NamedOperation{"solve", "one solve, strong pruning, one tree",
                   [](const SpeedInstance& instance, double cost_scale) -> OperationPtr {
                     return std::make_unique<Solve>(instance, cost_scale);
                   }},
    NamedOperation{"solve-fresh", "the same with a new workspace each time",
                   [](const SpeedInstance& instance, double cost_scale) -> OperationPtr {
                     return std::make_unique<FreshSolve>(instance, cost_scale);
                   }},
    NamedOperation{"tail-paper", "the published search, any size from s to 1.1 s",
                   [](const SpeedInstance& instance, double) -> OperationPtr {
                     return std::make_unique<ColdTail>(instance, "bisection", instance.tail_high());
                   }},
    NamedOperation{"tail-default", "the default projection, exactly s nodes, cold start",
                   [](const SpeedInstance& instance, double) -> OperationPtr {
                     return std::make_unique<ColdTail>(instance, kDefaultProjectionMethod,
                                                       instance.tail_size());
                   }},
    NamedOperation{"tail-warm", "the same from the last lambda, the vector perturbed by 1 %",
                   [](const SpeedInstance& instance, double) -> OperationPtr {
                     return std::make_unique<WarmTail>(instance);
                   }},
};

}  // namespace

std::span<const NamedOperation> speed_operations() { return kOperations; }

const NamedOperation& speed_operation(std::string_view name) {
  const auto* const found = std::ranges::find(kOperations, name, &NamedOperation::name);
  if (found == kOperations.end()) {
    throw InputError(fmt::format("there is no operation '{}'", name));
  }
  return *found;
}

}  // namespace graphsparse::bench
