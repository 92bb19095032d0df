// From options to the learner that is cross-validated, and from its last fit to a result of `fit`.
#pragma once

#include <optional>
#include <span>

#include "cv_options.hpp"
#include "fit_problem.hpp"
#include "graphsparse/selection/cross_validation.hpp"
#include "graphsparse/selection/learner.hpp"
#include "graphsparse/solver/solver.hpp"

namespace graphsparse::cli {

// The problem must outlive the learners.
LearnerFactory make_learner_factory(const CvOptions& options, const FitProblem& problem);

// Puts a setting into the options of a fit on `rows` rows.
void apply_setting(const Setting& setting, std::int64_t rows, CvOptions& options);

// A fit on all samples, in the words of `fit`.
struct FinalFit {
  Result result;
  std::optional<PenaltyFacts> penalty;  // of convex solvers

  const PenaltyFacts* penalty_or_null() const { return penalty ? &*penalty : nullptr; }
};

// Fits the chosen setting to all samples and leaves it in the options and the problem, which refers
// to them.
FinalFit fit_finally(const CrossValidationData& data, const CrossValidationPlan& plan,
                     std::span<const Setting> settings, std::size_t chosen, CvOptions& options,
                     FitProblem& problem);

}  // namespace graphsparse::cli
