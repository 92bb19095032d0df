#include "graphsparse/io/subnetwork_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <optional>
#include <pugixml.hpp>
#include <sstream>
#include <string_view>

#include "graphsparse/core/error.hpp"
#include "graphsparse/io/atomic_file.hpp"
#include "io/input_file.hpp"
#include "io/text.hpp"

namespace graphsparse {
namespace {

void check_extension(const std::string& path) {
  const std::string extension = io::output_extension_of(path);
  if (extension == ".graphml" || extension == ".sif" || extension == ".tsv") return;
  throw InputError(fmt::format(
      "{}: a subnetwork can be written as .graphml, .sif or .tsv; end the name with one of these",
      path));
}

// What keeps a name out of lines with tabs between, or nothing.
std::optional<std::string_view> flaw_in_lines(const std::string& name, bool blanks_separate) {
  if (name.starts_with('#')) return "would be read as a comment";
  if (io::trimmed(name).size() != name.size()) return "begins or ends with a blank";
  if (blanks_separate && name.find(' ') != std::string::npos) return "has a blank inside";
  return std::nullopt;
}

void check_names(const Subnetwork& network, const std::string& path, bool in_lines,
                 bool blanks_separate) {
  for (const std::string& name : network.names) {
    if (const auto flaw = io::flaw_of_name(name)) {
      throw InputError(
          fmt::format("{}: the name {} {}; no file can hold it", path, io::in_quotes(name), *flaw));
    }
    if (!in_lines) continue;
    if (const auto flaw = flaw_in_lines(name, blanks_separate)) {
      throw InputError(fmt::format("{}: the name {} {}; write a .graphml file instead", path,
                                   io::in_quotes(name), *flaw));
    }
  }
}

const std::string& name_of(const Subnetwork& network, NodeId node) {
  return network.names[static_cast<std::size_t>(node)];
}

// pugixml leaves out what it has no memory for, and says nothing.
void require_memory(bool is_there) {
  if (!is_there) throw std::bad_alloc();
}

pugi::xml_node add_element(pugi::xml_node parent, const char* name) {
  pugi::xml_node element = parent.append_child(name);
  require_memory(std::string_view(element.name()) == name);
  return element;
}

void add_attribute(pugi::xml_node element, const char* name, const char* value) {
  pugi::xml_attribute attribute = element.append_attribute(name);
  require_memory(std::string_view(attribute.name()) == name && attribute.set_value(value));
}

void add_key(pugi::xml_node root, const char* id, const char* domain) {
  pugi::xml_node key = add_element(root, "key");
  add_attribute(key, "id", id);
  add_attribute(key, "for", domain);
  add_attribute(key, "attr.name", id);
  add_attribute(key, "attr.type", "double");
}

void add_number(pugi::xml_node element, const char* key, double value) {
  pugi::xml_node data = add_element(element, "data");
  add_attribute(data, "key", key);
  require_memory(data.text().set(fmt::format("{}", value).c_str()));
}

std::string to_graphml(const Subnetwork& network) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  add_attribute(declaration, "version", "1.0");
  add_attribute(declaration, "encoding", "UTF-8");
  pugi::xml_node root = add_element(document, "graphml");
  add_attribute(root, "xmlns", "http://graphml.graphdrawing.org/xmlns");
  add_key(root, network.value_name.c_str(), "node");
  for (const NodeAttribute& attribute : network.attributes) {
    add_key(root, attribute.name.c_str(), "node");
  }
  add_key(root, "cost", "edge");
  pugi::xml_node graph = add_element(root, "graph");
  add_attribute(graph, "edgedefault", "undirected");
  for (std::size_t i = 0; i < network.names.size(); ++i) {
    pugi::xml_node node = add_element(graph, "node");
    add_attribute(node, "id", network.names[i].c_str());
    add_number(node, network.value_name.c_str(), network.coefficients[i]);
    for (const NodeAttribute& attribute : network.attributes) {
      add_number(node, attribute.name.c_str(), attribute.values[i]);
    }
  }
  for (const Edge& edge : network.edges) {
    pugi::xml_node element = add_element(graph, "edge");
    add_attribute(element, "source", name_of(network, edge.u).c_str());
    add_attribute(element, "target", name_of(network, edge.v).c_str());
    add_number(element, "cost", edge.cost);
  }
  std::ostringstream text;
  document.save(text, "  ", pugi::format_default, pugi::encoding_utf8);
  require_memory(text.good());
  return text.str();
}

std::string to_sif(const Subnetwork& network) {
  std::string text;
  std::vector<unsigned char> has_edge(network.names.size(), 0);
  for (const Edge& edge : network.edges) {
    text += name_of(network, edge.u) + "\tconnects\t" + name_of(network, edge.v) + "\n";
    has_edge[static_cast<std::size_t>(edge.u)] = has_edge[static_cast<std::size_t>(edge.v)] = 1;
  }
  for (std::size_t i = 0; i < network.names.size(); ++i) {
    if (has_edge[i] == 0) text += network.names[i] + "\n";
  }
  return text;
}

std::string to_edge_list(const Subnetwork& network) {
  std::string text = "source\ttarget\tcost\n";
  for (const Edge& edge : network.edges) {
    text +=
        fmt::format("{}\t{}\t{}\n", name_of(network, edge.u), name_of(network, edge.v), edge.cost);
  }
  return text;
}

std::string to_node_table(const Subnetwork& network) {
  std::string text = "name\t" + network.value_name;
  for (const NodeAttribute& attribute : network.attributes) text += "\t" + attribute.name;
  text += "\n";
  for (std::size_t i = 0; i < network.names.size(); ++i) {
    text += fmt::format("{}\t{}", network.names[i], network.coefficients[i]);
    for (const NodeAttribute& attribute : network.attributes) {
      text += fmt::format("\t{}", attribute.values[i]);
    }
    text += "\n";
  }
  return text;
}

}  // namespace

std::vector<Edge> induced_edges(const Graph& graph, const Support& nodes) {
  const auto place_of = [&](NodeId node) {
    const auto found = std::lower_bound(nodes.begin(), nodes.end(), node);
    return found != nodes.end() && *found == node ? static_cast<NodeId>(found - nodes.begin())
                                                  : kNoNode;
  };
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const Graph::Incidence& incidence : graph.incident(nodes[i])) {
      const NodeId other = place_of(incidence.neighbour);
      if (other <= static_cast<NodeId>(i)) continue;
      edges.push_back({static_cast<NodeId>(i), other, graph.cost(edge_of(incidence.half))});
    }
  }
  return edges;
}

std::vector<std::string> subnetwork_paths(const std::string& path) {
  check_extension(path);
  const std::string extension = io::output_extension_of(path);
  if (extension == ".graphml") return {path};
  return {path, path.substr(0, path.size() - extension.size()) + ".nodes.tsv"};
}

std::vector<TextFile> format_subnetwork(const Subnetwork& network, const std::string& path) {
  const std::vector<std::string> paths = subnetwork_paths(path);
  const std::string extension = io::output_extension_of(path);
  const bool is_sif = extension == ".sif";
  // A .sif file without a tab anywhere has blanks for separators.
  check_names(network, path, extension != ".graphml", is_sif && network.edges.empty());
  if (extension == ".graphml") return {{paths[0], to_graphml(network)}};
  return {{paths[0], is_sif ? to_sif(network) : to_edge_list(network)},
          {paths[1], to_node_table(network)}};
}

void write_subnetwork(const Subnetwork& network, const std::string& path) {
  for (const auto& [name, text] : format_subnetwork(network, path)) {
    AtomicFile file(name);
    file.write(text);
    file.commit();
  }
}

}  // namespace graphsparse
