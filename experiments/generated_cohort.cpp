// A cohort made up from nothing, so that tables 2 to 5 can be run without any file.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "cohort.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/data/simulation.hpp"

namespace graphsparse::experiments {
namespace {

constexpr NodeId kGenes = 1000;
constexpr int kLinksOfANewGene = 3;
constexpr std::int64_t kSamples = 150;
constexpr std::int64_t kSignature = 25;
constexpr double kShift = 0.35;  // between the classes, in deviations
constexpr double kShared = 0.5;  // deviation of what neighbours in the signature have in common
constexpr std::int64_t kPathways = 80;
constexpr std::int64_t kPathwaySize = 20;

// Barabasi and Albert: a new gene links to others in proportion to the links they have.
Graph scale_free_network(RandomStream& stream) {
  std::vector<Edge> edges;
  std::vector<NodeId> ends = {0, 1, 0, 2, 1, 2};
  edges.push_back({0, 1, 1.0});
  edges.push_back({0, 2, 1.0});
  edges.push_back({1, 2, 1.0});
  for (NodeId gene = 3; gene < kGenes; ++gene) {
    std::set<NodeId> chosen;
    while (chosen.size() < static_cast<std::size_t>(kLinksOfANewGene)) {
      chosen.insert(ends[static_cast<std::size_t>(stream.below(ends.size()))]);
    }
    for (const NodeId other : chosen) {
      edges.push_back({other, gene, 1.0});
      ends.push_back(other);
      ends.push_back(gene);
    }
  }
  return Graph::from_edges(kGenes, edges);
}

}  // namespace

Cohort generate_cohort(std::uint64_t seed) {
  Cohort cohort;
  cohort.name = "generated cohort";
  cohort.remarks.emplace_back(
      "The cohort is generated: 150 samples, 1,000 genes of a scale-free network, a planted "
      "connected signature of 25; --data DIR takes real data.");
  RandomStream stream(seed, "cohort");
  cohort.network = scale_free_network(stream);
  const auto start = static_cast<NodeId>(stream.below(kGenes));
  const Support signature = random_walk_support(cohort.network, start, kSignature, stream);
  std::vector<double> signs;
  for (std::size_t i = 0; i < signature.size(); ++i) {
    signs.push_back(stream.uniform() < 0.5 ? -1.0 : 1.0);
  }
  std::vector<double> values = normal_matrix(kSamples, kGenes, 1.0, stream);
  for (std::int64_t sample = 0; sample < kSamples; ++sample) {
    const double label = sample % 3 == 0 ? 1.0 : -1.0;
    cohort.labels.push_back(label);
    const double shared = kShared * stream.normal();
    for (std::size_t i = 0; i < signature.size(); ++i) {
      values[static_cast<std::size_t>(sample * kGenes + signature[i])] +=
          signs[i] * (kShift * label + shared);
    }
  }
  cohort.expression = std::make_unique<DenseMatrix<double>>(kSamples, kGenes, std::move(values));
  for (NodeId gene = 0; gene < kGenes; ++gene) {
    const bool planted = std::binary_search(signature.begin(), signature.end(), gene);
    cohort.genes.push_back(fmt::format("{}", gene));
    cohort.symbols.push_back(fmt::format("{}{}", planted ? "PLANTED" : "GENE", gene));
    cohort.network_genes.push_back(gene);
  }
  // One pathway is the signature's first half, the others are walks.
  cohort.pathways.add(std::span(signature).first(signature.size() / 2));
  for (std::int64_t pathway = 1; pathway < kPathways; ++pathway) {
    const auto from = static_cast<NodeId>(stream.below(kGenes));
    cohort.pathways.add(random_walk_support(cohort.network, from, kPathwaySize, stream));
  }
  cohort.edges = edge_groups(cohort.network);
  complete(cohort);
  return cohort;
}

}  // namespace graphsparse::experiments
