// Graphs, and what is done with them alone: Steiner forests, projections, simulated data.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "convert.hpp"

namespace graphsparse::python {
namespace {

using Ends = py::array_t<std::int64_t, py::array::c_style>;
using Numbers = py::array_t<double, py::array::c_style>;

std::vector<Edge> to_edges(const Ends& ends, const Numbers& costs, std::int64_t nodes) {
  if (ends.ndim() != 2 || ends.shape(1) != 2) {
    throw InputError("`edges` must have two columns, the ends of each edge");
  }
  const std::span<const double> values = view_vector(costs, "costs");
  const auto count = static_cast<std::size_t>(ends.shape(0));
  if (values.size() != count) {
    throw InputError("`costs`: " + std::to_string(values.size()) + " for " + std::to_string(count) +
                     " edges");
  }
  std::vector<Edge> edges(count);
  const std::int64_t* end = ends.data();
  for (std::size_t e = 0; e < count; ++e) {
    for (const std::int64_t node : {end[2 * e], end[2 * e + 1]}) {
      if (node >= 0 && node < nodes) continue;
      throw InputError("`edges`: edge " + std::to_string(e) + " has the end " +
                       std::to_string(node) + "; nodes are 0 to " + std::to_string(nodes - 1));
    }
    edges[e] = {static_cast<NodeId>(end[2 * e]), static_cast<NodeId>(end[2 * e + 1]), values[e]};
  }
  return edges;
}

void check_node_count(std::int64_t nodes) {
  if (nodes >= 0 && nodes <= std::numeric_limits<NodeId>::max()) return;
  throw InputError("`graph`: " + std::to_string(nodes) + " nodes are too many");
}

bool is_decimal(const std::string& name) {
  const bool has_zero = name.size() > 1 && name.front() == '0';
  return !name.empty() && name.size() <= 10 && !has_zero &&
         std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

EdgeHandle make_edges(const Ends& ends, const Numbers& costs, std::int64_t nodes,
                      std::vector<std::string> names, bool has_exact_size) {
  check_node_count(nodes);
  EdgeHandle handle;
  handle.table.source = "the graph";
  handle.table.edges = to_edges(ends, costs, nodes);
  (void)Graph::from_edges(nodes, handle.table.edges);
  handle.table.implied_node_count = nodes;
  handle.table.numbered = !names.empty() && std::all_of(names.begin(), names.end(), is_decimal);
  handle.table.names = std::move(names);
  handle.has_exact_size = has_exact_size;
  return handle;
}

EdgeHandle read_edges(const std::string& spec) {
  EdgeHandle handle;
  handle.table = read_edge_table(spec);
  handle.grid = grid_size_of(spec, !handle.table.names.empty(), handle.table.node_count());
  return handle;
}

py::tuple edge_arrays(const EdgeHandle& handle) {
  const auto count = static_cast<py::ssize_t>(handle.table.edges.size());
  py::array_t<std::int64_t> ends({count, py::ssize_t{2}});
  py::array_t<double> costs(count);
  std::int64_t* end = ends.mutable_data();
  double* cost = costs.mutable_data();
  for (const Edge& edge : handle.table.edges) {
    *end++ = edge.u;
    *end++ = edge.v;
    *cost++ = edge.cost;
  }
  return py::make_tuple(ends, costs);
}

// The size of the largest support of so many connected parts.
std::int64_t largest_support(const EdgeHandle& handle, const Matrix& matrix,
                             const py::object& names, const py::dict& options) {
  FitSpec spec;
  set_options(fit_option_table(), &spec, options);
  const Dataset data = make_dataset(matrix.design, std::span<const double>(), to_names(names));
  const FeatureGraph graph = join_graph(handle, data);
  std::vector<std::int64_t> sizes = connected_components(*graph.graph).size;
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  std::int64_t total = 0;
  const auto parts = std::min(static_cast<std::size_t>(spec.components), sizes.size());
  for (std::size_t i = 0; i < parts; ++i) total += sizes[i];
  return total;
}

JoinedGraph join_values(const EdgeHandle& handle, const Numbers& values, const py::object& names,
                        const std::string& source) {
  const std::span<const double> numbers = view_vector(values, source);
  NamedVector vector;
  vector.source = "`" + source + "`";
  vector.values.assign(numbers.begin(), numbers.end());
  if (!handle.table.names.empty()) vector.names = to_names(names);
  if (handle.has_exact_size &&
      handle.table.node_count() != static_cast<std::int64_t>(numbers.size())) {
    throw InputError("`" + source + "` has " + std::to_string(numbers.size()) + " values for " +
                     std::to_string(handle.table.node_count()) + " nodes");
  }
  return join(handle.table, vector);
}

py::object names_of(const JoinedGraph& joined) {
  return joined.names.empty() ? py::none() : py::cast(joined.names);
}

py::array_t<std::int64_t> ends_of(const Graph& graph, std::span<const EdgeId> edges) {
  py::array_t<std::int64_t> ends({static_cast<py::ssize_t>(edges.size()), py::ssize_t{2}});
  std::int64_t* end = ends.mutable_data();
  for (const EdgeId id : edges) {
    const Edge edge = graph.edge(id);
    *end++ = edge.u;
    *end++ = edge.v;
  }
  return ends;
}

Pruning to_pruning(const std::string& name) {
  if (const auto pruning = parse_pruning(name)) return *pruning;
  throw InputError("`pruning` must be one of none, simple, gw, strong, not '" + name + "'");
}

py::dict pcst(const EdgeHandle& handle, const Numbers& prizes, const py::object& names,
              const std::optional<std::string>& root, std::optional<std::int64_t> components,
              const std::string& pruning, double cost_scale) {
  const JoinedGraph joined = join_values(handle, prizes, names, "prizes");
  PcstOptions options;
  options.cost_scale = cost_scale;
  options.pruning = to_pruning(pruning);
  options.components = components.value_or(root ? 0 : 1);
  if (root) {
    options.root = joined.find(*root);
    if (options.root == kNoNode) throw InputError("`root`: no node is called '" + *root + "'");
  }
  Forest forest;
  {
    py::gil_scoped_release release;
    PcstSolver solver(joined.graph);
    forest = solver.solve({joined.values, options});
  }
  py::dict result;
  result["nodes"] = to_indices(forest.nodes);
  result["edges"] = ends_of(joined.graph, forest.edges);
  result["objective"] = forest.objective();
  result["cost"] = forest.cost;
  result["lower_bound"] = forest.lower_bound;
  result["components"] = forest.components;
  result["names"] = names_of(joined);
  return result;
}

// As the public package has it: numbers of nodes and of edges as they were given.
py::tuple pcst_fast(const Ends& ends, const Numbers& prizes, const Numbers& costs,
                    std::int64_t root, std::int64_t components, const std::string& pruning) {
  const std::span<const double> values = view_vector(prizes, "prizes");
  const auto nodes = static_cast<std::int64_t>(values.size());
  check_node_count(nodes);
  const std::vector<Edge> edges = to_edges(ends, costs, nodes);
  PcstOptions options;
  options.bounds = false;
  options.components = components;
  options.pruning = to_pruning(pruning);
  if (root < -1 || root >= nodes) {
    throw InputError("`root` is " + std::to_string(root) + "; nodes are 0 to " +
                     std::to_string(nodes - 1) + ", and -1 is no root");
  }
  options.root = static_cast<NodeId>(root);
  Forest forest;
  {
    py::gil_scoped_release release;
    const Graph graph = Graph::from_edges(nodes, edges);
    PcstSolver solver(graph);
    forest = solver.solve({values, options});
  }
  // The graph has no self-loops; its edges are the others in their order.
  std::vector<std::int64_t> given;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (edges[e].u != edges[e].v) given.push_back(static_cast<std::int64_t>(e));
  }
  std::vector<std::int64_t> chosen;
  for (const EdgeId edge : forest.edges) chosen.push_back(given[static_cast<std::size_t>(edge)]);
  return py::make_tuple(to_indices(forest.nodes), to_array(std::span<const std::int64_t>(chosen)));
}

py::dict project(const EdgeHandle& handle, const Numbers& x, const py::object& names,
                 const std::string& kind, std::optional<std::int64_t> sparsity,
                 std::optional<double> slack, std::int64_t components, const std::string& method,
                 std::optional<double> budget, std::int64_t max_calls) {
  const JoinedGraph joined = join_values(handle, x, names, "x");
  const ProjectionMethod& chosen = find_projection(method);
  const auto parsed = parse_projection_kind(kind);
  if (!parsed) throw InputError("`kind` must be head or tail, not '" + kind + "'");
  if (*parsed == ProjectionKind::tail && !sparsity) throw InputError("`sparsity` is required");
  if (chosen.needs_budget != budget.has_value()) {
    throw InputError("`method` budget and `budget` go together");
  }
  if (sparsity && *sparsity < 1) {
    throw InputError("`sparsity` must be a whole number of at least 1, not '" +
                     std::to_string(*sparsity) + "'");
  }
  const SizeRange sizes = choose_sizes({sparsity, slack, std::nullopt, std::nullopt}, chosen,
                                       joined.graph.node_count());
  ProjectionOptions options;
  options.kind = *parsed;
  options.min_size = sizes.low;
  options.max_size = sizes.high;
  options.components = components;
  options.max_calls =
      static_cast<int>(std::clamp<std::int64_t>(max_calls, 0, std::numeric_limits<int>::max()));
  options.budget = budget;
  ProjectionResult found;
  {
    py::gil_scoped_release release;
    found = make_projection(chosen, joined.graph, options)->project(joined.values);
  }
  py::dict result;
  result["support"] = to_indices(found.support);
  result["captured"] = found.captured;
  result["residual"] = found.lost;
  result["components"] = found.components;
  result["within_range"] = found.within_range;
  result["certified_factor"] = found.certified_factor;
  result["pcst_calls"] = found.pcst_calls;
  result["lambda_"] = found.lambda;
  result["names"] = names_of(joined);
  return result;
}

// Numbers 0 to n-1 are positions; other names are sorted, so that the order of edges is no matter.
JoinedGraph order_nodes(const EdgeTable& table) {
  NamedVector order;
  order.source = table.source;
  order.values.assign(static_cast<std::size_t>(table.node_count()), 0.0);
  const std::string last = std::to_string(table.node_count() - 1);
  const bool has_last =
      std::find(table.names.begin(), table.names.end(), last) != table.names.end();
  const bool is_small = std::all_of(table.names.begin(), table.names.end(), [&](const auto& name) {
    return name.size() < last.size() || (name.size() == last.size() && name <= last);
  });
  if (table.names.empty() || (table.numbered && has_last && is_small)) return join(table, order);
  order.names = table.names;
  std::sort(order.names.begin(), order.names.end());
  return join(table, order);
}

py::dict simulate(const EdgeHandle& handle, std::int64_t sparsity, std::int64_t observations,
                  const std::string& loss, double noise, std::int64_t components,
                  std::uint64_t seed) {
  if (sparsity < 1) throw InputError("`sparsity` must be at least 1");
  if (observations < 1) throw InputError("`observations` must be at least 1");
  if (components < 1 || components > sparsity) {
    throw InputError("`components` must be from 1 to `sparsity`");
  }
  if (!(noise >= 0.0) || noise > std::numeric_limits<double>::max()) {
    throw InputError("`noise` must be a finite number of at least 0");
  }
  const SimulationRow& row = find_simulation(loss);
  const JoinedGraph joined = order_nodes(handle.table);
  const NodeId nodes = joined.graph.node_count();
  if (sparsity > nodes) {
    throw InputError("`sparsity` " + std::to_string(sparsity) +
                     " is more than the graph has: " + std::to_string(nodes) + " nodes");
  }
  const NodeId start = handle.grid
                           ? static_cast<NodeId>(handle.grid->height / 2 * handle.grid->width +
                                                 handle.grid->width / 2)
                           : kNoNode;
  PlantedSignal signal;
  Measurements seen;
  {
    py::gil_scoped_release release;
    RandomStream walk(seed, "support");
    Support support = random_walk_supports(joined.graph, start, sparsity, components, walk);
    RandomStream values(seed, "signal");
    signal = row.plant(std::move(support), nodes, values);
    RandomStream measurements(seed, "measurements");
    seen = row.measure(signal, observations, noise, measurements);
  }
  py::dict result;
  result["X"] = to_array(seen.design).reshape({observations, std::int64_t{nodes}});
  result["y"] = to_array(seen.target);
  result["coef"] = to_array(signal.values);
  result["support"] = to_indices(signal.support);
  result["names"] = names_of(joined);
  return result;
}

}  // namespace

void bind_graphs(py::module_& module) {
  py::class_<EdgeHandle>(module, "Edges", "The edges of a graph.")
      .def(py::init(&make_edges), py::arg("edges"), py::arg("costs"), py::arg("nodes"),
           py::arg("names"), py::arg("has_exact_size"))
      .def_static("read", &read_edges, py::arg("spec"))
      .def_property_readonly("nodes", [](const EdgeHandle& h) { return h.table.node_count(); })
      .def_property_readonly("names", [](const EdgeHandle& h) { return h.table.names; })
      .def_property_readonly("has_exact_size", [](const EdgeHandle& h) { return h.has_exact_size; })
      .def_property_readonly("grid",
                             [](const EdgeHandle& h) -> py::object {
                               if (!h.grid) return py::none();
                               return py::make_tuple(h.grid->width, h.grid->height);
                             })
      .def("arrays", &edge_arrays)
      .def("largest_support", &largest_support, py::arg("matrix"), py::arg("names"),
           py::arg("options"));
  module.def("pcst", &pcst, py::arg("graph"), py::arg("prizes"), py::arg("names"), py::arg("root"),
             py::arg("components"), py::arg("pruning"), py::arg("cost_scale"));
  module.def("pcst_fast", &pcst_fast, py::arg("edges"), py::arg("prizes"), py::arg("costs"),
             py::arg("root"), py::arg("components"), py::arg("pruning"));
  module.def("project", &project, py::arg("graph"), py::arg("x"), py::arg("names"), py::arg("kind"),
             py::arg("sparsity"), py::arg("slack"), py::arg("components"), py::arg("method"),
             py::arg("budget"), py::arg("max_calls"));
  module.def("simulate", &simulate, py::arg("graph"), py::arg("sparsity"), py::arg("observations"),
             py::arg("loss"), py::arg("noise"), py::arg("components"), py::arg("seed"));
}

}  // namespace graphsparse::python
