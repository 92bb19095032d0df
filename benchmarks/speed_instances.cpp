#include "speed_instances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <fstream>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "legacy_random.hpp"
#include "speed_graphs.hpp"

namespace graphsparse::bench {
namespace {

static_assert(std::endian::native == std::endian::little, "instance files are little endian");

constexpr std::array kSettings = {
    SpeedSetting{"grid33", 3301, 3.125},      SpeedSetting{"grid50", 5001, 3.75},
    SpeedSetting{"grid100", 10001, 3.75},     SpeedSetting{"grid316", 31601, 2.8125},
    SpeedSetting{"grid1000", 100001, 2.8125}, SpeedSetting{"er1e5", 777001, 5.9375},
    SpeedSetting{"ba1e5", 888001, 5.9375},    SpeedSetting{"ppi", 999001, 6.25},
};

constexpr std::string_view kMagic = "PCSTI001";
constexpr double kPlantedShare = 0.05;
constexpr double kPlantedHeight = 3.0;

std::int64_t planted_size(NodeId node_count) {
  return static_cast<std::int64_t>(std::nearbyint(kPlantedShare * node_count));
}

EdgeList make_edges(std::string_view name, const std::optional<std::string>& ppi_edges,
                    LegacyRandom& random) {
  if (name == "er1e5") return random_graph(100'000, 300'000, random);
  if (name == "ba1e5") return preferential_attachment(100'000, 3, random);
  if (name == "ppi") {
    if (!ppi_edges) throw InputError("the instance ppi needs the edge list of its network");
    return largest_component_of_file(*ppi_edges);
  }
  NodeId side = 0;
  const std::string_view digits = name.substr(std::string_view("grid").size());
  std::from_chars(digits.data(), digits.data() + digits.size(), side);
  return square_grid(side);
}

// Where the planted cluster starts: in the middle of a grid.
NodeId start_of(std::string_view name, const EdgeList& list) {
  if (name == "er1e5") return list.edges.front().u;
  if (!name.starts_with("grid")) return list.node_count / 2;
  const auto side = static_cast<NodeId>(std::lround(std::sqrt(list.node_count)));
  return (side / 2) * side + side / 2;
}

// Neighbours in the order in which the cluster's growth meets them: first along the edges that the
// node begins, then along those it ends.
std::vector<std::vector<NodeId>> neighbours_of(const EdgeList& list) {
  std::vector<std::vector<NodeId>> neighbours(static_cast<std::size_t>(list.node_count));
  for (const Edge& edge : list.edges)
    neighbours[static_cast<std::size_t>(edge.u)].push_back(edge.v);
  for (const Edge& edge : list.edges)
    neighbours[static_cast<std::size_t>(edge.v)].push_back(edge.u);
  return neighbours;
}

// Grows from a node by random nodes of the boundary.
std::vector<NodeId> plant_cluster(const EdgeList& list, std::size_t size, NodeId start,
                                  LegacyRandom& random) {
  const auto neighbours = neighbours_of(list);
  // More than are needed; how many are drawn is part of the instance.
  const std::vector<double> draws = random.uniforms(64 + 4 * size);
  std::vector<bool> met(static_cast<std::size_t>(list.node_count), false);
  std::vector<NodeId> boundary = {start};
  std::vector<NodeId> cluster;
  met[static_cast<std::size_t>(start)] = true;
  while (cluster.size() < size && !boundary.empty()) {
    const double place = draws[cluster.size()] * static_cast<double>(boundary.size());
    NodeId& drawn = boundary[static_cast<std::size_t>(place)];
    cluster.push_back(drawn);
    drawn = boundary.back();
    boundary.pop_back();
    for (const NodeId next : neighbours[static_cast<std::size_t>(cluster.back())]) {
      if (met[static_cast<std::size_t>(next)]) continue;
      met[static_cast<std::size_t>(next)] = true;
      boundary.push_back(next);
    }
  }
  return cluster;
}

template <class T>
void write_raw(std::ofstream& stream, std::span<const T> values) {
  stream.write(reinterpret_cast<const char*>(values.data()),
               static_cast<std::streamsize>(values.size_bytes()));
}

template <class T>
std::vector<T> read_raw(std::ifstream& stream, std::size_t count) {
  std::vector<T> values(count);
  stream.read(reinterpret_cast<char*>(values.data()),
              static_cast<std::streamsize>(count * sizeof(T)));
  return values;
}

}  // namespace

std::span<const SpeedSetting> speed_settings() { return kSettings; }

const SpeedSetting& speed_setting(std::string_view name) {
  const auto* const found = std::ranges::find(kSettings, name, &SpeedSetting::name);
  if (found == kSettings.end()) {
    throw InputError(fmt::format("there is no speed instance '{}'", name));
  }
  return *found;
}

std::int64_t SpeedInstance::tail_size() const { return planted_size(graph.node_count()); }

std::int64_t SpeedInstance::tail_high() const {
  return static_cast<std::int64_t>(1.1 * static_cast<double>(tail_size()));
}

SpeedInstance make_speed_instance(std::string_view name,
                                  const std::optional<std::string>& ppi_edges) {
  LegacyRandom random(speed_setting(name).seed);
  const EdgeList list = make_edges(name, ppi_edges, random);
  const auto cluster = plant_cluster(list, static_cast<std::size_t>(planted_size(list.node_count)),
                                     start_of(name, list), random);
  SpeedInstance instance;
  instance.graph = Graph::from_edges(list.node_count, list.edges);
  instance.x.resize(static_cast<std::size_t>(list.node_count));
  for (double& value : instance.x) value = random.normal();
  for (const NodeId node : cluster) instance.x[static_cast<std::size_t>(node)] += kPlantedHeight;
  for (const double value : instance.x) instance.prizes.push_back(value * value);
  return instance;
}

void write_speed_instance(const std::string& path, const SpeedInstance& instance) {
  const Graph& graph = instance.graph;
  std::vector<std::int32_t> numbers = {graph.node_count(), graph.edge_count()};
  std::vector<double> costs;
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const Edge edge = graph.edge(e);
    numbers.insert(numbers.end(), {edge.u, edge.v});
    costs.push_back(edge.cost);
  }
  std::ofstream stream(path, std::ios::binary);
  stream << kMagic;
  write_raw<std::int32_t>(stream, numbers);
  write_raw<double>(stream, costs);
  write_raw<double>(stream, instance.prizes);
  stream.close();
  if (!stream) throw InputError(fmt::format("{}: cannot be written", path));
}

SpeedInstance read_speed_instance(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  const auto magic = read_raw<char>(stream, kMagic.size());
  const auto sizes = read_raw<std::int32_t>(stream, 2);
  if (!stream || std::string_view(magic.data(), magic.size()) != kMagic || sizes[0] < 0 ||
      sizes[1] < 0) {
    throw InputError(fmt::format("{}: no instance file", path));
  }
  const auto edge_count = static_cast<std::size_t>(sizes[1]);
  std::vector<Edge> edges;
  {
    const auto ends = read_raw<std::int32_t>(stream, 2 * edge_count);
    const auto costs = read_raw<double>(stream, edge_count);
    edges.reserve(edge_count);
    for (std::size_t e = 0; e < edge_count; ++e) {
      edges.push_back({ends[2 * e], ends[2 * e + 1], costs[e]});
    }
  }
  SpeedInstance instance;
  instance.graph = Graph::from_edges(sizes[0], edges);
  instance.prizes = read_raw<double>(stream, static_cast<std::size_t>(sizes[0]));
  if (!stream) throw InputError(fmt::format("{}: the file ends too early", path));
  // The root of a rounded square is the number itself, without its sign, which does not matter
  // here.
  for (const double prize : instance.prizes) instance.x.push_back(std::sqrt(prize));
  return instance;
}

}  // namespace graphsparse::bench
