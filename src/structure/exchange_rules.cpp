#include "structure/exchange_rules.hpp"

#include <algorithm>
#include <vector>

namespace graphsparse {
namespace {

// All features that are not in a support, ascending.
void list_outside(const Support& support, NodeId features, std::vector<NodeId>& outside) {
  outside.clear();
  auto inside = support.begin();
  for (NodeId feature = 0; feature < features; ++feature) {
    if (inside != support.end() && *inside == feature) {
      ++inside;
    } else {
      outside.push_back(feature);
    }
  }
}

class SparseExchangeRule final : public ExchangeRule {
 public:
  SparseExchangeRule(NodeId features, std::int64_t sparsity)
      : features_(features), sparsity_(sparsity) {}

  void load(const Support& support) override {
    size_ = static_cast<std::int64_t>(support.size());
    list_outside(support, features_, candidates_);
  }
  std::span<const NodeId> candidates() const override { return candidates_; }
  bool may_grow() const override { return size_ < sparsity_; }
  bool allows(NodeId leaving, NodeId /*entering*/) override {
    return leaving != kNoNode || may_grow();
  }

 private:
  NodeId features_;
  std::int64_t sparsity_;
  std::int64_t size_ = 0;
  std::vector<NodeId> candidates_;
};

class GraphExchangeRule final : public ExchangeRule {
 public:
  GraphExchangeRule(const Graph& graph, std::int64_t sparsity, std::int64_t components, NodeId root)
      : graph_(graph),
        sparsity_(sparsity),
        components_(components),
        root_(root),
        place_(graph.node_count(), kOutside) {}

  void load(const Support& support) override {
    for (const NodeId node : support_) place_[at(node)] = kOutside;
    support_ = support;
    for (std::size_t i = 0; i < support_.size(); ++i) {
      place_[at(support_[i])] = static_cast<std::int32_t>(i);
    }
    partitions_.resize(std::max(partitions_.size(), support_.size() + 1));
    for (Partition& partition : partitions_) partition.is_known = false;
    list_candidates();
  }

  std::span<const NodeId> candidates() const override { return candidates_; }
  bool may_grow() const override { return static_cast<std::int64_t>(support_.size()) < sparsity_; }

  bool allows(NodeId leaving, NodeId entering) override {
    if (leaving == kNoNode ? !may_grow() : leaving == root_) return false;
    const Partition& rest = without(leaving);
    joined_.clear();
    for (const Graph::Incidence& edge : graph_.incident(entering)) {
      const std::int32_t place = place_[at(edge.neighbour)];
      if (place == kOutside || edge.neighbour == leaving) continue;
      const std::int32_t label = rest.label[place];
      if (std::find(joined_.begin(), joined_.end(), label) == joined_.end()) {
        joined_.push_back(label);
      }
    }
    return rest.count + 1 - static_cast<std::int64_t>(joined_.size()) <= components_;
  }

 private:
  static constexpr std::int32_t kOutside = -1;

  // The components of a support without one of its nodes.
  struct Partition {
    bool is_known = false;
    std::int64_t count = 0;
    bool has_singleton = false;
    std::vector<std::int32_t> label;  // by place in the support
  };

  static std::size_t at(NodeId node) { return static_cast<std::size_t>(node); }

  const Partition& without(NodeId leaving) {
    const std::size_t which =
        leaving == kNoNode ? support_.size() : static_cast<std::size_t>(place_[at(leaving)]);
    Partition& partition = partitions_[which];
    if (!partition.is_known) make_partition(leaving, partition);
    return partition;
  }

  void make_partition(NodeId leaving, Partition& partition) {
    partition.is_known = true;
    partition.count = 0;
    partition.has_singleton = false;
    partition.label.assign(support_.size(), kOutside);
    for (std::size_t i = 0; i < support_.size(); ++i) {
      if (support_[i] == leaving || partition.label[i] != kOutside) continue;
      const auto number = static_cast<std::int32_t>(partition.count++);
      partition.has_singleton =
          mark_component(i, leaving, number, partition.label) == 1 || partition.has_singleton;
    }
  }

  // Returns its size.
  std::int64_t mark_component(std::size_t begin, NodeId leaving, std::int32_t number,
                              std::vector<std::int32_t>& label) {
    stack_.assign(1, support_[begin]);
    label[begin] = number;
    std::int64_t size = 0;
    while (!stack_.empty()) {
      const NodeId node = stack_.back();
      stack_.pop_back();
      ++size;
      for (const Graph::Incidence& edge : graph_.incident(node)) {
        const std::int32_t place = place_[at(edge.neighbour)];
        if (place == kOutside || edge.neighbour == leaving) continue;
        std::int32_t& mark = label[place];
        if (mark != kOutside) continue;
        mark = number;
        stack_.push_back(edge.neighbour);
      }
    }
    return size;
  }

  // Neighbours; where a component more is allowed, or a component of one node may leave, all.
  void list_candidates() {
    const Partition& whole = without(kNoNode);
    if (whole.count < components_ || whole.has_singleton) {
      list_outside(support_, graph_.node_count(), candidates_);
      return;
    }
    candidates_.clear();
    for (const NodeId node : support_) {
      for (const Graph::Incidence& edge : graph_.incident(node)) {
        if (place_[at(edge.neighbour)] == kOutside) candidates_.push_back(edge.neighbour);
      }
    }
    std::sort(candidates_.begin(), candidates_.end());
    candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
  }

  const Graph& graph_;
  std::int64_t sparsity_;
  std::int64_t components_;
  NodeId root_;
  std::vector<std::int32_t> place_;  // of each node in the support
  Support support_;
  std::vector<Partition> partitions_;  // by the place of the node that leaves; last: none does
  std::vector<NodeId> candidates_;
  std::vector<std::int32_t> joined_;
  std::vector<NodeId> stack_;
};

}  // namespace

std::unique_ptr<ExchangeRule> make_sparse_exchange_rule(NodeId features, std::int64_t sparsity) {
  return std::make_unique<SparseExchangeRule>(features, sparsity);
}

std::unique_ptr<ExchangeRule> make_graph_exchange_rule(const Graph& graph, std::int64_t sparsity,
                                                       std::int64_t components, NodeId root) {
  return std::make_unique<GraphExchangeRule>(graph, sparsity, components, root);
}

}  // namespace graphsparse
