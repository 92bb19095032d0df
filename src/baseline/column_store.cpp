#include "baseline/column_store.hpp"

namespace graphsparse::baseline {

ColumnStore::ColumnStore(const DesignMatrix& design, Rows rows)
    : design_(design), rows_(rows), place_(static_cast<std::size_t>(design.columns()), -1) {}

void ColumnStore::fetch(std::span<const NodeId> features) {
  missing_.clear();
  const std::size_t before = values_.size();
  for (const NodeId feature : features) {
    std::ptrdiff_t& place = place_[static_cast<std::size_t>(feature)];
    if (place >= 0) continue;
    place = static_cast<std::ptrdiff_t>(before + missing_.size() * rows_.size());
    missing_.push_back(feature);
  }
  if (missing_.empty()) return;
  values_.resize(before + missing_.size() * rows_.size());
  design_.gather(rows_, missing_, std::span(values_).subspan(before));
}

}  // namespace graphsparse::baseline
