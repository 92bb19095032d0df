// How the authors' program runs its methods, where that differs from our solvers, so that published
// results can be reproduced (docs/notes/figures/README.md, docs/solvers.md). Nothing else follows
// it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "graphsparse/solver/solver.hpp"

namespace graphsparse {

// The methods that the paper compares, by our names.
inline constexpr std::array<std::string_view, 4> kPaperSolvers = {"iht", "sto-iht", "graph-iht",
                                                                  "graph-sto-iht"};

// What the authors call learning rate and block size (eta and b).
struct AuthorsStep {
  double eta = 1.0;
  std::int64_t block_size = 0;  // 0: all rows
  std::int64_t max_epochs = 500;
};

struct AuthorsProtocol {
  SolverOptions options;
  // Of a graph structure, with a slack of its own.
  const ProjectionMethod* projection = nullptr;

  void apply_to(GraphStructureOptions& structure) const;
  // All but the random streams.
  void apply_to(SolverOptions& solver) const;
};

// The figures with measurements: steps on sums over blocks, blocks of whole size only, a head for
// the graph methods, stop tests by the absolute residual and the norm, and the last point. For as
// many observations as the problem has.
AuthorsProtocol authors_recovery(const SolverChoice& choice, const AuthorsStep& step,
                                 std::int64_t observations);

// The tables with classes: their line search, an intercept that moves with the features, 40 epochs
// and the last point. Their head goes with their search alone: with another projection it would
// change nothing measurable and cost most of the time (docs/cv.md). `projection` may be null, for
// the default one.
SolverOptions authors_classification(SolverOptions options, StructureKind structure,
                                     const ProjectionMethod* projection);
inline constexpr std::int64_t kAuthorsEpochs = 40;

// Their weights of two classes: the share of the other class. Labels are -1 and 1.
std::vector<double> authors_class_weights(std::span<const double> labels);

}  // namespace graphsparse
