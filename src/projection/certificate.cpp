#include "projection/certificate.hpp"

#include <algorithm>
#include <limits>

namespace graphsparse {
namespace {

// The sums behind the bound carry rounding errors of at most this share of the total: of two for
// each of n moats and prizes.
double rounding_of(NodeId node_count) {
  constexpr double kLeast = 1e-13;
  return std::max(kLeast,
                  2.0 * std::numeric_limits<double>::epsilon() * static_cast<double>(node_count));
}

}  // namespace

Certificate::Certificate(const Graph& graph, std::int64_t size, std::int64_t pieces)
    : size_(size),
      pieces_(std::min<std::int64_t>(pieces, std::max<std::int64_t>(1, size))),
      components_(connected_components(graph)),
      chains_(graph.node_count()),
      rounding_(rounding_of(graph.node_count())) {
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    largest_cost_ = std::max(largest_cost_, graph.cost(edge));
  }
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (is_in_small_component(node)) small_component_nodes_.push_back(node);
  }
}

bool Certificate::is_in_small_component(NodeId node) const {
  return components_.size[components_.label[node]] < size_;
}

void Certificate::begin(IdSpan<const double> prizes, double total, double largest_sum) {
  total_ = total;
  bound_ = std::max(0.0, total - largest_sum - rounding_ * total);
  largest_small_prize_ = 0.0;
  for (const NodeId node : small_component_nodes_) {
    largest_small_prize_ = std::max(largest_small_prize_, prizes[node]);
  }
}

// A forest of k trees with at most `size` nodes pays for every moat that none of its trees lies in
// whole, with its edges, which cost at most lambda * (size - k) times the largest cost, and with
// what it loses. So it loses at least all moats, minus k chains of nested moats, minus those costs.
void Certificate::add(const MoatForest& moats, double lambda) {
  const double edge_price = lambda * largest_cost_;
  const double all = moats.total - rounding_ * total_;
  double least = all - tallest_single_chain(moats) - edge_price * static_cast<double>(size_ - 1);
  if (pieces_ > 1) {
    chains_.split(moats);
    for (std::int64_t pieces = 2; pieces <= pieces_; ++pieces) {
      const double edges = edge_price * static_cast<double>(size_ - pieces);
      least = std::min(least, all - chains_.tallest(pieces) - edges);
    }
  }
  bound_ = std::max(bound_, least);
}

// One tree: it can be assumed to have `size` nodes, or to fill its component if that is smaller. So
// in a large component only moats around at least `size` nodes can contain it.
double Certificate::tallest_single_chain(const MoatForest& moats) {
  const IdSpan<const MoatForest::Cluster> clusters = moats.clusters;
  heights_.assign(clusters.size(), 0.0);
  in_small_.assign(clusters.size(), 0);
  double tallest = largest_small_prize_;
  for (std::size_t index = 0; index < clusters.size(); ++index) {
    const MoatForest::Cluster& cluster = clusters[index];
    if (cluster.is_single() && !small_component_nodes_.empty()) {
      in_small_[index] = is_in_small_component(cluster.node()) ? 1 : 0;
    }
    if (cluster.size() >= size_ || in_small_[index] != 0) heights_[index] += cluster.moat;
    tallest = std::max(tallest, heights_[index]);
    if (cluster.parent < 0) continue;
    in_small_[cluster.parent] = in_small_[index];
    heights_[cluster.parent] = std::max(heights_[cluster.parent], heights_[index]);
  }
  return tallest;
}

}  // namespace graphsparse
