#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "graphsparse/structure/structure.hpp"

namespace graphsparse {
namespace {

// Before its own data speak: a probability of 1 would leave message passing nothing to learn.
constexpr double kNearlyCertain = 0.99;

// What is forced neither leaves nor enters; the others are exchanged as if it were not there.
class ForcedExchangeRule final : public ExchangeRule {
 public:
  ForcedExchangeRule(std::unique_ptr<ExchangeRule> others, Support forced)
      : others_(std::move(others)), forced_(std::move(forced)) {}

  void load(const Support& support) override {
    chosen_.clear();
    std::set_difference(support.begin(), support.end(), forced_.begin(), forced_.end(),
                        std::back_inserter(chosen_));
    others_->load(chosen_);
    const auto candidates = others_->candidates();
    candidates_.clear();
    std::set_difference(candidates.begin(), candidates.end(), forced_.begin(), forced_.end(),
                        std::back_inserter(candidates_));
  }
  std::span<const NodeId> candidates() const override { return candidates_; }
  bool may_grow() const override { return others_->may_grow(); }
  bool allows(NodeId leaving, NodeId entering) override {
    const bool is_forced = std::binary_search(forced_.begin(), forced_.end(), leaving);
    return !is_forced && others_->allows(leaving, entering);
  }

 private:
  std::unique_ptr<ExchangeRule> others_;
  Support forced_;
  Support chosen_;
  std::vector<NodeId> candidates_;
};

class ForcedStructure final : public Structure {
 public:
  ForcedStructure(std::unique_ptr<Structure> others, Support forced)
      : others_(std::move(others)), forced_(std::move(forced)) {}

  const Support& find_head(std::span<const double> x) override {
    return unite(others_->head(rest(x)));
  }
  const Support& find_tail(std::span<const double> x) override {
    return unite(others_->tail(rest(x)));
  }
  std::int64_t sparsity() const override {
    return others_->sparsity() + static_cast<std::int64_t>(forced_.size());
  }
  void spread(std::span<const double> probability, std::span<double> prior) const override {
    others_->spread(probability, prior);
    for (const NodeId feature : forced_) prior[feature] = kNearlyCertain;
  }
  std::unique_ptr<ExchangeRule> make_exchange_rule() const override {
    auto rule = others_->make_exchange_rule();
    if (!rule) return nullptr;
    return std::make_unique<ForcedExchangeRule>(std::move(rule), forced_);
  }
  std::int64_t pcst_calls() const override { return others_->pcst_calls(); }

 private:
  // What is there anyway is not to be won.
  std::span<const double> rest(std::span<const double> x) {
    rest_.assign(x.begin(), x.end());
    for (const NodeId feature : forced_) rest_[feature] = 0.0;
    return rest_;
  }
  const Support& unite(const Support& chosen) {
    united_.clear();
    std::set_union(chosen.begin(), chosen.end(), forced_.begin(), forced_.end(),
                   std::back_inserter(united_));
    return united_;
  }

  std::unique_ptr<Structure> others_;
  Support forced_;
  std::vector<double> rest_;
  Support united_;
};

}  // namespace

std::unique_ptr<Structure> make_forced_structure(std::unique_ptr<Structure> others,
                                                 Support forced) {
  return std::make_unique<ForcedStructure>(std::move(others), std::move(forced));
}

}  // namespace graphsparse
