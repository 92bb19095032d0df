// The instances of the speed table: graphs with unit costs and a noisy vector that is larger on a
// planted connected cluster of 5 % of the nodes. They are, to the bit, those on which the recorded
// programs were measured; instances.sha256 has the check sums of their files.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/graph/graph.hpp"

namespace graphsparse::bench {

struct SpeedSetting {
  std::string_view name;
  std::uint32_t seed;
  double cost_scale;  // with it one strongly pruned tree has about 5 % of the nodes
};

std::span<const SpeedSetting> speed_settings();

// Throws InputError for a name that is not in the table.
const SpeedSetting& speed_setting(std::string_view name);

struct SpeedInstance {
  Graph graph;
  std::vector<double> x;
  std::vector<double> prizes;  // the squares of x

  std::int64_t tail_size() const;  // as many nodes as were planted
  std::int64_t tail_high() const;  // the most that the published search may return for that size
};

// `ppi_edges` names the edge list of the protein network; only the instance "ppi" needs it.
SpeedInstance make_speed_instance(std::string_view name,
                                  const std::optional<std::string>& ppi_edges = std::nullopt);

// The file format is "PCSTI001", then the numbers of nodes and edges, two ends an edge (all 32-bit
// integers), costs and prizes (doubles), little endian. Both throw InputError when a file cannot be
// read or written.
void write_speed_instance(const std::string& path, const SpeedInstance& instance);
SpeedInstance read_speed_instance(const std::string& path);

}  // namespace graphsparse::bench
