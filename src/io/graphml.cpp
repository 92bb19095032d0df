// GraphML: nodes, edges and a cost or weight on the edges; every other attribute is passed over.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <pugixml.hpp>
#include <string_view>

#include "io/edge_readers.hpp"
#include "io/edge_table_builder.hpp"
#include "io/input_file.hpp"
#include "io/text.hpp"

namespace graphsparse::io {
namespace {

// The name of an element without its namespace prefix.
std::string_view local_name(pugi::xml_node element) {
  const std::string_view name = element.name();
  return name.substr(name.find(':') + 1);  // npos + 1 is 0
}

// Depth first and without recursion: the depth of a file is not ours to choose.
template <class Visit>
void for_each_element(pugi::xml_node root, Visit visit) {
  pugi::xml_node element = root;
  while (element) {
    visit(element);
    if (element.first_child()) {
      element = element.first_child();
      continue;
    }
    while (element && element != root && !element.next_sibling()) element = element.parent();
    if (!element || element == root) return;
    element = element.next_sibling();
  }
}

class GraphmlReader {
 public:
  explicit GraphmlReader(const std::string& path)
      : path_(path), text_(read_whole_file(path)), builder_(path) {}

  EdgeTable read() {
    const pugi::xml_node root = parse();
    find_cost_key(root);
    for_each_element(root, [this](pugi::xml_node element) { read_node(element); });
    for_each_element(root, [this](pugi::xml_node element) { read_edge(element); });
    EdgeTable table = builder_.finish();
    table.has_values = !cost_key_.empty();
    return table;
  }

 private:
  std::int64_t line_of(std::ptrdiff_t offset) const {
    const auto size = static_cast<std::ptrdiff_t>(text_.size());
    return 1 + std::count(text_.begin(),
                          text_.begin() + std::clamp<std::ptrdiff_t>(offset, 0, size), '\n');
  }

  // Counting lines anew for each element would take quadratic time; elements come in the order of
  // the file.
  std::int64_t line_of(pugi::xml_node element) {
    const std::ptrdiff_t offset = element.offset_debug();
    if (offset < counted_to_) counted_to_ = 0, counted_lines_ = 1;
    const auto begin = text_.begin();
    counted_lines_ += std::count(begin + counted_to_, begin + offset, '\n');
    counted_to_ = offset;
    return counted_lines_;
  }

  pugi::xml_node parse() {
    const std::size_t control = text_.find_first_of(std::string_view("\0\1\2\3\4\5\6\7\b", 9));
    if (control != std::string::npos) {
      fail_at(path_, line_of(static_cast<std::ptrdiff_t>(control)),
              "not text (it holds control characters); expected GraphML in UTF-8");
    }
    // The encoding is fixed so that offsets in messages are those of the file.
    const pugi::xml_parse_result result =
        document_.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
    if (!result) {
      fail_at(path_, line_of(result.offset),
              fmt::format("malformed XML: {}; the file may be cut off or damaged",
                          result.description()));
    }
    const pugi::xml_node root = document_.document_element();
    if (local_name(root) != "graphml") {
      fail_at(
          path_, line_of(root),
          fmt::format("the outermost element is {}; expected <graphml>", in_quotes(root.name())));
    }
    return root;
  }

  void find_cost_key(pugi::xml_node root) {
    for (const pugi::xml_node key : root.children()) {
      if (local_name(key) != "key") continue;
      const std::string_view domain = key.attribute("for").as_string("all");
      if (domain != "edge" && domain != "all") continue;
      const std::string name = lower_case(key.attribute("attr.name").as_string());
      if (name != "cost" && (name != "weight" || !cost_key_.empty())) continue;
      cost_key_ = key.attribute("id").as_string();
      if (cost_key_.empty()) fail_at(path_, line_of(key), "a <key> without id; give it one");
      read_default_cost(key);
      if (name == "cost") return;
    }
  }

  void read_default_cost(pugi::xml_node key) {
    default_cost_ = 1.0;
    for (const pugi::xml_node child : key.children()) {
      if (local_name(child) == "default") default_cost_ = cost_in(child);
    }
  }

  double cost_in(pugi::xml_node element) {
    std::string_view text = element.child_value();
    constexpr std::string_view blanks = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    text = text.substr(0, text.find_last_not_of(blanks) + 1);
    return parse_cost(text, path_, line_of(element));
  }

  std::string_view required(pugi::xml_node element, const char* attribute) {
    const pugi::xml_attribute found = element.attribute(attribute);
    if (!found) {
      fail_at(path_, line_of(element),
              fmt::format("<{}> without the attribute '{}'", element.name(), attribute));
    }
    return found.value();
  }

  void read_node(pugi::xml_node element) {
    if (element.type() != pugi::node_element || local_name(element) != "node") return;
    const std::string_view id = required(element, "id");
    if (builder_.has_node(id)) {
      fail_at(path_, line_of(element),
              "two nodes have the id " + in_quotes(id) + "; ids must differ");
    }
    builder_.add_node(id, line_of(element));
  }

  void read_edge(pugi::xml_node element) {
    if (element.type() != pugi::node_element) return;
    if (local_name(element) == "hyperedge") {
      fail_at(path_, line_of(element), "a hyperedge; only edges between two nodes can be read");
    }
    if (local_name(element) != "edge") return;
    const std::int64_t line = line_of(element);
    const std::string_view source = required(element, "source");
    const std::string_view target = required(element, "target");
    for (const std::string_view end : {source, target}) {
      if (!builder_.has_node(end)) {
        fail_at(path_, line, "the edge ends at " + in_quotes(end) + ", which no <node> declares");
      }
    }
    double cost = default_cost_;
    for (const pugi::xml_node data : element.children()) {
      if (cost_key_.empty() || local_name(data) != "data") continue;
      if (data.attribute("key").as_string() == cost_key_) cost = cost_in(data);
    }
    builder_.add_edge(source, target, cost, line);
  }

  const std::string& path_;
  std::string text_;
  pugi::xml_document document_;
  EdgeTableBuilder builder_;
  std::string cost_key_;  // the id of the key for costs; empty where there is none
  double default_cost_ = 1.0;
  std::ptrdiff_t counted_to_ = 0;
  std::int64_t counted_lines_ = 1;
};

}  // namespace

EdgeTable read_graphml(const std::string& path) { return GraphmlReader(path).read(); }

}  // namespace graphsparse::io
