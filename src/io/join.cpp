#include "io/join.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/io/join.hpp"
#include "io/edge_header.hpp"
#include "io/input_file.hpp"
#include "io/listing.hpp"
#include "io/name_hint.hpp"
#include "io/name_table.hpp"
#include "io/table_reader.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

namespace fs = std::filesystem;

using Values = std::vector<std::string>;
using Set = std::unordered_set<std::string_view>;

// A column of both tables.
struct Candidate {
  std::string name;
  std::size_t in_data = 0;
  std::size_t in_other = 0;
  Values data = {};
  Values other = {};
};

bool is_id(const std::string& text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && (!parse_number(text) || std::all_of(text.begin(), text.end(), is_digit));
}

bool are_distinct_ids(const Values& values) {
  return std::all_of(values.begin(), values.end(), is_id) &&
         Set(values.begin(), values.end()).size() == values.size();
}

std::size_t count_in(const Values& values, const Values& other) {
  const Set known(other.begin(), other.end());
  return static_cast<std::size_t>(
      std::count_if(values.begin(), values.end(),
                    [&](const std::string& value) { return known.contains(value); }));
}

// Ids by name may miss each other, for which joining has a message. Others must show that they are
// ids by being the same ones, most of them.
bool holds_ids(const Candidate& column) {
  if (!are_distinct_ids(column.data) || !are_distinct_ids(column.other)) return false;
  return names_ids(column.name) || 2 * count_in(column.data, column.other) > column.data.size();
}

bool is_reordered(const Candidate& column) {
  return column.data != column.other &&
         std::is_permutation(column.data.begin(), column.data.end(), column.other.begin(),
                             column.other.end());
}

class IdFinder {
 public:
  IdFinder(const std::string& data, const FileAndPart& other, const DataRequest& request)
      : data_(data), other_(other.path) {
    own_ = data_.next() && begins_with_ids(data_);
    (void)other_.next();
    find_candidates(other.part, request);
    read_candidates();
  }

  std::string decide() const {
    if (own_ids_serve_) return {};
    std::vector<std::string> names;
    std::vector<std::string> clear_names;
    for (const Candidate& column : candidates_) {
      if (!holds_ids(column)) continue;
      names.push_back(column.name);
      if (names_ids(column.name)) clear_names.push_back(column.name);
    }
    if (names.size() == 1) return names.front();
    if (clear_names.size() == 1) return clear_names.front();
    if (!names.empty()) {
      fail_in(data_.path(), fmt::format("the columns {} are in {} too, and each could hold the "
                                        "sample ids; say which does with --id-column",
                                        listed(names), other_.path()));
    }
    check_order();
    return {};
  }

 private:
  static bool is_once_in(const Values& header, std::string_view name) {
    return std::count(header.begin(), header.end(), name) == 1;
  }

  void find_candidates(const std::string& part, const DataRequest& request) {
    const Values& header = data_.header();
    const Values& other = other_.header();
    const std::string& value = part.empty() ? other.back() : part;
    for (std::size_t i = 0; i < header.size(); ++i) {
      const std::string& name = header[i];
      if (name == value || name == request.target || name == request.group_column) continue;
      if (!is_once_in(other, name) || !is_once_in(header, name)) continue;
      const auto j =
          static_cast<std::size_t>(std::find(other.begin(), other.end(), name) - other.begin());
      if (i == 0 && own_) own_ids_serve_ = true;
      if (i == 0 || j == 0 || names_ids(name)) candidates_.push_back({name, i, j});
    }
  }

  // One pass over each table, and none where there is no question.
  void read_candidates() {
    if (candidates_.empty() || own_ids_serve_) return;
    Values first_of_data;
    Values first_of_other;
    do {
      for (Candidate& column : candidates_)
        column.data.emplace_back(data_.fields()[column.in_data]);
      if (own_) first_of_data.emplace_back(data_.fields().front());
    } while (data_.next());
    do {
      for (Candidate& column : candidates_) {
        column.other.emplace_back(other_.fields()[column.in_other]);
      }
      if (own_) first_of_other.emplace_back(other_.fields().front());
    } while (other_.next());
    own_ids_serve_ = own_ && count_in(first_of_data, first_of_other) == first_of_data.size();
  }

  void check_order() const {
    for (const Candidate& column : candidates_) {
      if (!is_reordered(column)) continue;
      fail_in(data_.path(),
              fmt::format("the column {} has the same values in {}, in another order: the rows do "
                          "not correspond; say with --id-column which column holds the sample ids",
                          in_quotes(column.name), other_.path()));
    }
  }

  TableReader data_;
  TableReader other_;
  bool own_ = false;  // whether the data begins with ids whatever stands beside it
  bool own_ids_serve_ = false;
  std::vector<Candidate> candidates_;
};

bool can_be_read_twice(const std::string& path) {
  return is_table(path) && can_be_read_again(path);
}

bool are_one_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return a == b || fs::equivalent(a, b, ignored);
}

// Without what cannot be read: whoever reads it says so in the right words.
std::optional<IdFinder> make_finder(const std::string& data, const FileAndPart& other,
                                    const DataRequest& request) {
  try {
    return std::make_optional<IdFinder>(data, other, request);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

bool is_table(const std::string& path) {
  const std::string extension = extension_of(path);
  return extension == ".csv" || extension == ".tsv" || extension == ".txt";
}

bool begins_with_ids(const TableReader& table) {
  const std::string_view first = table.fields().front();
  return is_name_of_ids(table.header().front()) || (!first.empty() && !parse_number(first));
}

bool names_ids(std::string_view name) {
  constexpr std::array<std::string_view, 8> things = {
      "", "sample", "patient", "subject", "participant", "individual", "donor", "barcode"};
  std::string thing = lower_case(name);
  if (thing.empty()) return false;
  if (thing.ends_with("id")) {
    thing.resize(thing.size() - 2);
    if (thing.ends_with('_') || thing.ends_with(' ') || thing.ends_with('.')) thing.pop_back();
  }
  return std::find(things.begin(), things.end(), thing) != things.end();
}

std::string find_shared_ids(const std::string& data, const std::string& spec,
                            const DataRequest& request) {
  const FileAndPart other = split_file_and_part(spec);
  if (!can_be_read_twice(data) || !can_be_read_twice(other.path)) return {};
  if (are_one_file(data, other.path)) return {};
  const std::optional<IdFinder> finder = make_finder(data, other, request);
  return finder ? finder->decide() : std::string();
}

std::string find_shared_ids(const std::string& data, const DataRequest& request) {
  std::vector<std::string> specs = request.beside;
  if (!request.labels.empty()) specs.insert(specs.begin(), request.labels);
  std::string found;
  for (const std::string& spec : specs) {
    const std::string name = find_shared_ids(data, spec, request);
    if (!found.empty() && !name.empty() && name != found) {
      fail_in(data,
              fmt::format("the sample ids seem to be in {} by one file beside it, in {} by {}; "
                          "say with --id-column which column holds them",
                          in_quotes(found), in_quotes(name), spec));
    }
    if (found.empty()) found = name;
  }
  return found;
}

}  // namespace graphsparse::io

namespace graphsparse {
namespace {

constexpr std::size_t kMostExamples = 5;

void add_example(std::vector<std::string>& examples, const std::string& name) {
  if (examples.size() < kMostExamples) examples.push_back(name);
}

class Joiner {
 public:
  Joiner(const EdgeTable& table, const NamedVector& vector)
      : table_(table),
        vector_(vector),
        feature_count_(static_cast<std::int64_t>(vector.values.size())),
        new_id_(static_cast<std::size_t>(table.node_count()), kNoNode) {}

  JoinedGraph join() {
    check_sizes();
    result_.report.by_position = vector_.names.empty();
    result_.values = vector_.values;
    if (vector_.names.empty()) {
      match_by_position();
    } else {
      check_header_is_no_value();
      match_by_name();
      append_nodes_without_feature();
    }
    count_features_without_node();
    result_.graph =
        Graph::from_edges(static_cast<std::int64_t>(result_.values.size()), mapped_edges());
    result_.report.self_loops = result_.graph.dropped_self_loops();
    return std::move(result_);
  }

 private:
  void check_sizes() const {
    if (feature_count_ == 0) io::fail_in(vector_.source, "holds no values; at least one is needed");
    if (!vector_.names.empty() && vector_.names.size() != vector_.values.size()) {
      io::fail_in(vector_.source, "has another number of names than of values");
    }
    constexpr std::int64_t most_nodes = std::numeric_limits<NodeId>::max();
    if (feature_count_ > most_nodes - table_.node_count()) {
      throw InputError(fmt::format("{} and {}: together more than {} nodes, which is too many",
                                   table_.source, vector_.source, most_nodes));
    }
  }

  // The number of a node of a numbered graph.
  std::int64_t number_of(std::size_t node) const {
    if (table_.names.empty()) return static_cast<std::int64_t>(node);
    return io::parse_index(table_.names[node]).value_or(-1);
  }

  void match_by_position() {
    for (std::size_t node = 0; node < new_id_.size(); ++node) {
      const std::int64_t number = number_of(node);
      if (number < 0) {
        throw InputError(fmt::format(
            "{}: node {} is not a number, and {} has no names, so they cannot be joined by "
            "position; give the vector as name<TAB>value lines, or number the nodes from 0",
            table_.source, io::in_quotes(table_.names[node]), vector_.source));
      }
      if (number >= feature_count_) {
        throw InputError(fmt::format(
            "{}: node {} has no value in {}, which has {} values for nodes 0 to {}; give one value "
            "a node, or name<TAB>value lines to join by name",
            table_.source, number, vector_.source, feature_count_, feature_count_ - 1));
      }
      new_id_[node] = static_cast<NodeId>(number);
    }
  }

  // The reader takes "a x1" on the first line for a header; where a is a node, it is a bad value.
  void check_header_is_no_value() const {
    const NamedVector::Header& header = vector_.header;
    if (header.line == 0) return;
    if (std::find(table_.names.begin(), table_.names.end(), header.name) == table_.names.end()) {
      return;
    }
    io::fail_at(vector_.source, header.line,
                fmt::format("the value {} of node {} is not a number; expected a finite number",
                            io::in_quotes(header.value), io::in_quotes(header.name)));
  }

  void match_by_name() {
    io::NameTable features;
    for (std::size_t i = 0; i < vector_.names.size(); ++i) {
      const auto id = static_cast<std::int64_t>(features.intern(vector_.names[i]));
      if (id == static_cast<std::int64_t>(i)) continue;
      throw InputError(fmt::format("{}: the name {} stands at {} already; names must differ",
                                   vector_.where(static_cast<std::int64_t>(i)),
                                   io::in_quotes(vector_.names[i]), vector_.where(id)));
    }
    if (table_.names.empty()) {
      match_numbers();
    } else {
      for (std::size_t node = 0; node < new_id_.size(); ++node) {
        new_id_[node] = features.find(table_.names[node]);
      }
    }
    const bool have_common =
        std::any_of(new_id_.begin(), new_id_.end(), [](NodeId id) { return id != kNoNode; });
    if (!have_common) {
      throw InputError(fmt::format(
          "{} and {} have no name in common; nodes are called like {}, features like {}{}",
          table_.source, vector_.source, io::in_quotes(table_.name(0)),
          io::in_quotes(vector_.names[0]), io::describe_mismatch(table_.names, vector_.names)));
    }
    result_.names = features.take_names();
  }

  // A grid has no names to look up, so the features look up their numbers instead.
  void match_numbers() {
    for (std::size_t i = 0; i < vector_.names.size(); ++i) {
      const std::optional<std::int64_t> number = io::parse_index(vector_.names[i]);
      if (!number || *number >= table_.node_count()) continue;
      new_id_[static_cast<std::size_t>(*number)] = static_cast<NodeId>(i);
    }
  }

  void append_nodes_without_feature() {
    std::vector<std::size_t> rest;
    for (std::size_t node = 0; node < new_id_.size(); ++node) {
      if (new_id_[node] == kNoNode) rest.push_back(node);
    }
    if (!table_.names.empty()) sort_canonically(rest);
    for (const std::size_t node : rest) {
      new_id_[node] = static_cast<NodeId>(result_.values.size());
      result_.values.push_back(0.0);
      result_.names.push_back(table_.name(static_cast<std::int64_t>(node)));
      add_example(result_.report.nodes_without_feature_examples, result_.names.back());
    }
    result_.report.nodes_without_feature = static_cast<std::int64_t>(rest.size());
  }

  void sort_canonically(std::vector<std::size_t>& nodes) const {
    std::sort(nodes.begin(), nodes.end(), [this](std::size_t left, std::size_t right) {
      if (table_.numbered) return number_of(left) < number_of(right);
      return table_.names[left] < table_.names[right];
    });
  }

  void count_features_without_node() {
    std::vector<bool> has_node(result_.values.size(), false);
    for (const NodeId id : new_id_) has_node[static_cast<std::size_t>(id)] = true;
    for (std::size_t i = 0; i < has_node.size(); ++i) {
      if (has_node[i]) continue;
      const std::string name = result_.name(static_cast<NodeId>(i));
      ++result_.report.features_without_node;
      add_example(result_.report.features_without_node_examples, name);
      if (result_.report.date.empty() && io::is_date_of_gene(name)) result_.report.date = name;
    }
  }

  std::vector<Edge> mapped_edges() const {
    std::vector<Edge> edges;
    edges.reserve(table_.edges.size());
    for (const Edge& edge : table_.edges) {
      const auto [u, v] = std::minmax(new_id_[static_cast<std::size_t>(edge.u)],
                                      new_id_[static_cast<std::size_t>(edge.v)]);
      edges.push_back({u, v, edge.cost});
    }
    const auto comes_before = [](const Edge& left, const Edge& right) {
      return std::tie(left.u, left.v, left.cost) < std::tie(right.u, right.v, right.cost);
    };
    // Grids come sorted, and looking is much cheaper than sorting.
    if (!std::is_sorted(edges.begin(), edges.end(), comes_before)) {
      std::sort(edges.begin(), edges.end(), comes_before);
    }
    return edges;
  }

  const EdgeTable& table_;
  const NamedVector& vector_;
  std::int64_t feature_count_;
  std::vector<NodeId> new_id_;  // of each node of the table
  JoinedGraph result_;
};

}  // namespace

std::string JoinedGraph::name(NodeId node) const {
  return names.empty() ? std::to_string(node) : names[static_cast<std::size_t>(node)];
}

NodeId JoinedGraph::find(std::string_view name) const {
  if (names.empty()) {
    const std::optional<std::int64_t> number = io::parse_index(name);
    return number && *number < graph.node_count() ? static_cast<NodeId>(*number) : kNoNode;
  }
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? kNoNode : static_cast<NodeId>(found - names.begin());
}

bool is_header_line(const EdgeTable& table, std::span<const std::string> features) {
  if (!table.has_doubtful_header) return false;
  return std::none_of(features.begin(), features.end(), [&](const std::string& name) {
    return name == table.names[0] || name == table.names[1];
  });
}

JoinedGraph join(const EdgeTable& table, const NamedVector& vector) {
  if (!is_header_line(table, vector.names)) return Joiner(table, vector).join();
  const EdgeTable rest = without_header_line(table);
  JoinedGraph joined = Joiner(rest, vector).join();
  joined.report.header = fmt::format("{} {}", table.names[0], table.names[1]);
  return joined;
}

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
    if (!date.empty()) {
      text += fmt::format("; names like {} are dates that a spreadsheet made of the names of genes",
                          io::in_quotes(date));
    }
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
