// Projections onto vectors whose support is at most g connected subgraphs of bounded size: head
// (keep much) and tail (lose little), as in the paper's assumptions 1 and 2. Every method has this
// one interface.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/core/types.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse {

enum class ProjectionKind { head, tail };

std::string_view to_string(ProjectionKind kind);
std::optional<ProjectionKind> parse_projection_kind(std::string_view name);

struct ProjectionOptions {
  ProjectionKind kind = ProjectionKind::tail;
  std::int64_t min_size = 1;  // smallest and largest support size asked for
  std::int64_t max_size = 1;
  std::int64_t components = 1;  // g: at most so many connected parts
  int max_calls = 50;           // PCST solves before a search gives up
  std::optional<double>
      budget;  // the model's bound C on the cost of the edges; only for the method `budget`
  bool warm_start = false;  // start each search at the lambda where the last one ended (warm start)
  std::optional<double> factor;  // of a head: unite heads of what is left over until it is proven
};

struct ProjectionResult {
  Support support;
  double captured = 0.0;  // squared norm inside the support
  double lost = 0.0;      // squared norm outside
  int pcst_calls = 0;
  double lambda = 0.0;        // cost multiplier of the last or best solve; 0 where none was needed
  bool within_range = false;  // min_size <= size <= max_size
  std::int64_t components = 0;  // connected components of the support
  int rounds = 1;  // heads united (boosting): the support is in the sum of so many models
  // tail: proven c with |x - x_S| <= c * min |x - x_T|; head: proven c with |x_S| >= c * max |x_T|;
  // over all T with at most `max_size` nodes (for `budget`: and at most its cost) in at most g
  // components.
  std::optional<double> certified_factor;
};

// One per thread; keeps its memory between calls. The graph must outlive it.
class Projection {
 public:
  virtual ~Projection() = default;

  // Throws InputError unless x has one finite entry a node. The result stays valid until the next
  // call.
  virtual const ProjectionResult& project(std::span<const double> x) = 0;

  // Where the next search starts; without a value it starts cold.
  virtual void set_lambda(std::optional<double> /*lambda*/) {}
};

// The rows of the table of methods: what `--method` accepts.
struct ProjectionMethod {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Projection> (*make)(const Graph& graph, const ProjectionOptions& options);
  bool uses_costs = false;     // of edges; the others bound the number of nodes alone
  bool needs_budget = false;   // ProjectionOptions::budget
  double default_slack = 0.0;  // asks for s to (1 + slack) s nodes unless told otherwise
};

// Without those of reference/, which knows them all by name.
std::span<const ProjectionMethod> projection_methods();
inline constexpr std::string_view kDefaultProjectionMethod = "tree-dp";
const ProjectionMethod& default_projection_method();

// Throws InputError for bad options. The graph must outlive the projection.
std::unique_ptr<Projection> make_projection(const ProjectionMethod& method, const Graph& graph,
                                            const ProjectionOptions& options);
std::unique_ptr<Projection> make_projection(const ProjectionMethod& method, const Graph&& graph,
                                            const ProjectionOptions& options) = delete;

// How many heads of a proven factor united have another one: after t rounds c^2 is at least
// 1 - (1 - round_factor^2)^t. Both below 1.
int rounds_for_factor(double round_factor, double factor);

}  // namespace graphsparse
