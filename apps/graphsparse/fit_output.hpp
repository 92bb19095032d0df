// What a fit prints.
#pragma once

#include <string>

#include "fit_problem.hpp"
#include "graphsparse/solver/solver.hpp"
#include "output.hpp"

namespace graphsparse::cli {

// `penalty` is what a convex baseline has to tell beside the result; null for all others.
// `with_times`: also how many seconds had passed at the end of each epoch.
Json fit_to_json(const FitProblem& fit, const Result& result, bool with_times,
                 const PenaltyFacts* penalty = nullptr);

std::string fit_to_table(const FitProblem& fit, const Result& result,
                         const PenaltyFacts* penalty = nullptr);

// Label and value of what matters to people, for the table and the report.
std::vector<std::pair<std::string, std::string>> fit_facts(const FitProblem& fit,
                                                           const Result& result,
                                                           const PenaltyFacts* penalty = nullptr);

// The support from the largest absolute coefficient to the smallest; ties in the order of the
// features.
std::vector<NodeId> by_size(const Point& point);

}  // namespace graphsparse::cli
