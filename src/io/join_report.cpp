#include <fmt/format.h>

#include "graphsparse/io/join.hpp"
#include "io/text.hpp"

namespace graphsparse {
namespace {

std::string counted(std::int64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string listed(const std::vector<std::string>& examples, std::int64_t count) {
  if (examples.empty()) return {};
  std::string list;
  for (const std::string& example : examples) {
    list += (list.empty() ? "" : ", ") + io::in_quotes(example);
  }
  return fmt::format(" ({}{})", list,
                     static_cast<std::int64_t>(examples.size()) < count ? ", ..." : "");
}

}  // namespace

std::string JoinReport::describe() const {
  std::string text = by_position ? "joined by position: " : "joined by name: ";
  if (features_without_node == 0 && nodes_without_feature == 0) {
    text += "every feature has a node and every node a feature";
  } else {
    text += counted(features_without_node, "feature", "features") + " without a node" +
            listed(features_without_node_examples, features_without_node) + ", " +
            counted(nodes_without_feature, "node", "nodes") + " without a feature" +
            listed(nodes_without_feature_examples, nodes_without_feature);
  }
  if (!header.empty()) {
    text += fmt::format(
        "; the first line of the graph, {}, is taken for a header, because its words "
        "never occur again",
        io::in_quotes(header));
  }
  if (self_loops > 0) text += "; " + counted(self_loops, "self-loop", "self-loops") + " dropped";
  return text;
}

}  // namespace graphsparse
