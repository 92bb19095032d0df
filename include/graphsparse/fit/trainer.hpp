// Fits on any rows of one dataset, for one or several specs, with everything that does not depend
// on the rows prepared once: a fold of a cross-validation is a fit on a part of the rows.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "graphsparse/fit/fit.hpp"
#include "graphsparse/objective/loss.hpp"

namespace graphsparse {

struct TrainerOptions {
  // Specs that differ in sparsity alone are fitted from the smallest up, each from the one before.
  bool warm_start = false;
  // For experiments: a last word on the parts of the solver and on the structure. May be empty.
  std::function<void(SolverOptions&)> adjust;
  std::function<void(StructureSpec&)> adjust_structure;
};

// May be used by several threads at a time. Data and graph must outlive it.
class Trainer {
 public:
  // Resolves the specs; they may differ in what a grid may name. Throws InputError.
  Trainer(const Dataset& data, const FeatureGraph& graph, std::vector<FitSpec> specs,
          TrainerOptions options = {});
  ~Trainer();
  Trainer(Trainer&&) noexcept;
  Trainer& operator=(Trainer&&) noexcept;

  const std::vector<FitSpec>& specs() const;
  const Dataset& data() const;
  Response response() const;
  std::span<const double> target() const;   // classes are -1 and +1
  std::span<const double> weights() const;  // empty: ones
  const std::vector<std::string>& classes() const;
  std::vector<RowIndex> used_rows() const;
  // For people, a line each: what did not match, what is not used.
  std::vector<std::string> notes() const;

  // Every spec on these rows, in the order of the specs. Whatever is learnt, means and deviations
  // and class weights among it, comes from these rows alone. `trial` tells random streams apart.
  // Once `cancelled` says true, what is returned is not to be used.
  std::vector<Fit> fit_path(Rows rows, std::uint64_t trial,
                            const std::function<bool()>& cancelled = {}) const;

  // One spec on all used rows, after all those that lead to it on the path.
  Fit refit(std::size_t spec, const std::function<bool()>& cancelled = {}) const;

  // The first spec on all rows as they are.
  Fit fit(const FitHooks& hooks = {}) const;

 private:
  class Workspace;
  std::unique_ptr<Workspace> workspace_;
};

// The linear predictors of these rows.
std::vector<double> predict_linear(const Fit& fit, const DesignMatrix& design, Rows rows);

}  // namespace graphsparse
