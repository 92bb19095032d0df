// The lasso and the latent group lasso as learners: one path a training set serves all settings.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "graphsparse/baseline/latent_groups.hpp"
#include "graphsparse/selection/learner.hpp"
#include "graphsparse/selection/solver_learner.hpp"

namespace graphsparse {

// A tenth of the largest penalty that matters: a few features of wide data.
inline constexpr double kDefaultLambdaRatio = 0.1;

struct PathLearnerOptions {
  LatentGroups groups;  // singleton_groups() for the lasso
  bool intercept = true;
  bool standardize = false;  // means and deviations of the training rows alone
  ClassWeights class_weights = ClassWeights::none;
  // Only so many features, those most correlated with the label on the training rows; 0: all. The
  // authors took 500.
  std::int64_t keep = 0;
  double tolerance = 1e-6;  // of the relative duality gap
};

// What a grid may name: lambda, or lambda-ratio (of the largest penalty that matters on the
// training rows).
std::span<const std::string_view> path_setting_names();

std::unique_ptr<Learner> make_path_learner(PathLearnerOptions options);

}  // namespace graphsparse
