#include "cohort.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "graphsparse/core/error.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/data/simulation.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/io/data_file.hpp"
#include "published.hpp"

namespace graphsparse::experiments {
namespace {

namespace fs = std::filesystem;

using GeneNumbers = std::unordered_map<std::string, NodeId>;

std::string needed(const fs::path& folder, const std::string& file) {
  const fs::path path = folder / file;
  if (fs::is_regular_file(path)) return path.string();
  throw InputError(fmt::format("--data {}: it has no file {}", folder.string(), file));
}

std::vector<NodeId> all_columns(const DesignMatrix& matrix) {
  std::vector<NodeId> columns(matrix.columns());
  std::iota(columns.begin(), columns.end(), NodeId{0});
  return columns;
}

std::unique_ptr<DenseMatrix<double>> to_dense(const DesignMatrix& matrix,
                                              const std::vector<NodeId>& columns) {
  const std::vector<RowIndex> rows = all_rows(matrix.rows());
  std::vector<double> by_column(rows.size() * columns.size());
  matrix.gather(rows, columns, by_column);
  std::vector<double> values(by_column.size());
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      values[i * columns.size() + j] = by_column[j * rows.size() + i];
    }
  }
  return std::make_unique<DenseMatrix<double>>(matrix.rows(), static_cast<NodeId>(columns.size()),
                                               std::move(values));
}

// What `data` names, in memory.
std::unique_ptr<DenseMatrix<double>> read_dense(const std::string& data) {
  DataRequest request;
  request.data = data;
  const std::shared_ptr<const DesignMatrix> design = read_data(request).design;
  return to_dense(*design, all_columns(*design));
}

double to_label(const std::string& where, double value) {
  if (value == 1.0) return 1.0;
  if (value == -1.0 || value == 0.0) return -1.0;
  throw InputError(fmt::format("{}: the label is {}; it must be +1 or -1", where, value));
}

// Pairs of genes, each gene known by number; those that are not measured are left out.
LatentGroups groups_of_pairs(const std::vector<std::pair<NodeId, NodeId>>& pairs) {
  std::set<std::pair<NodeId, NodeId>> distinct;
  for (const auto& [a, b] : pairs) {
    if (a != b) distinct.insert(std::minmax(a, b));
  }
  LatentGroups groups;
  for (const auto& [a, b] : distinct) groups.add(std::vector<NodeId>{a, b});
  return groups;
}

LatentGroups groups_of_sets(const std::map<std::string, std::set<NodeId>>& sets) {
  LatentGroups groups;
  for (const auto& [name, members] : sets) {
    groups.add(std::vector<NodeId>(members.begin(), members.end()));
  }
  return groups;
}

// The folder with ppi/ beside or above the expression data.
fs::path find_network_folder(const fs::path& folder) {
  for (const fs::path& place :
       {folder / "ppi", folder / ".." / "ppi", folder / ".." / ".." / "ppi"}) {
    if (fs::is_directory(place)) return place;
  }
  throw InputError(fmt::format(
      "--data {}: there is no folder ppi in it or up to two folders above, with pathways.tsv and "
      "edges_all.tsv",
      folder.string()));
}

void read_network_tables(const fs::path& folder, Cohort& cohort) {
  const CsvTable nodes(needed(folder, "lcc3243_nodes.tsv"), '\t');
  for (std::size_t row = 0; row < nodes.rows(); ++row) {
    cohort.network_genes.push_back(static_cast<NodeId>(nodes.number(row, "col")));
  }
  const CsvTable table(needed(folder, "lcc3243_edges.tsv"), '\t');
  std::vector<Edge> edges;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    edges.push_back({static_cast<NodeId>(table.number(row, "u")),
                     static_cast<NodeId>(table.number(row, "v")), 1.0});
  }
  cohort.network = Graph::from_edges(static_cast<std::int64_t>(nodes.rows()), edges);
}

void read_gene_sets(const fs::path& folder, const GeneNumbers& numbers, Cohort& cohort) {
  const CsvTable pathways(needed(folder, "pathways.tsv"), '\t');
  std::map<std::string, std::set<NodeId>> sets;
  for (std::size_t row = 0; row < pathways.rows(); ++row) {
    const auto gene = numbers.find(pathways.text(row, "entrez"));
    if (gene != numbers.end()) sets[pathways.text(row, "pathway_id")].insert(gene->second);
  }
  cohort.pathways = groups_of_sets(sets);
  const CsvTable table(needed(folder, "edges_all.tsv"), '\t');
  std::vector<std::pair<NodeId, NodeId>> pairs;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const auto u = numbers.find(table.text(row, "entrez_u"));
    const auto v = numbers.find(table.text(row, "entrez_v"));
    if (u != numbers.end() && v != numbers.end()) pairs.emplace_back(u->second, v->second);
  }
  cohort.edges = groups_of_pairs(pairs);
}

Cohort read_tables(const fs::path& folder) {
  Cohort cohort;
  cohort.name = folder.filename().string();
  const CsvTable genes(needed(folder, "genes.tsv"), '\t');
  GeneNumbers numbers;
  for (std::size_t row = 0; row < genes.rows(); ++row) {
    cohort.genes.push_back(genes.text(row, "entrez"));
    cohort.symbols.push_back(genes.text(row, "symbol"));
    numbers[cohort.genes.back()] = static_cast<NodeId>(row);
  }
  const std::string samples_path = needed(folder, "samples.tsv");
  const CsvTable samples(samples_path, '\t');
  for (std::size_t row = 0; row < samples.rows(); ++row) {
    cohort.labels.push_back(
        to_label(fmt::format("{}:{}", samples_path, row + 2), samples.number(row, "label")));
  }
  const std::string data = needed(folder, "X.npy");
  cohort.expression = read_dense(data);
  if (cohort.expression->rows() != cohort.samples() ||
      cohort.expression->columns() != static_cast<NodeId>(cohort.genes.size())) {
    throw InputError(fmt::format("{}: {} x {} values for {} samples and {} genes", data,
                                 cohort.expression->rows(), cohort.expression->columns(),
                                 cohort.samples(), cohort.genes.size()));
  }
  read_network_tables(folder, cohort);
  read_gene_sets(find_network_folder(folder), numbers, cohort);
  complete(cohort);
  return cohort;
}

// Lines of two whole numbers, with blanks or a comma between them.
std::vector<std::pair<std::int64_t, std::int64_t>> read_pairs(const std::string& path) {
  std::ifstream in(path);
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
  std::int64_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    std::int64_t a = 0;
    std::int64_t b = 0;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (!(words >> a >> b)) {
      throw InputError(fmt::format("{}:{}: not two whole numbers", path, number));
    }
    pairs.emplace_back(a, b);
  }
  return pairs;
}

NodeId gene_at(const std::string& path, std::int64_t index_from_1, NodeId genes) {
  if (index_from_1 >= 1 && index_from_1 <= genes) return static_cast<NodeId>(index_from_1 - 1);
  throw InputError(
      fmt::format("{}: there is no gene {}; genes are 1 to {}", path, index_from_1, genes));
}

// The authors keep edges between pathway genes and of those the largest connected part.
void cut_network(const std::vector<std::pair<NodeId, NodeId>>& pairs, Cohort& cohort) {
  const Support pathway_genes = cohort.pathways.features();
  const std::set<NodeId> in_pathway(pathway_genes.begin(), pathway_genes.end());
  std::vector<Edge> edges;
  for (const auto& [a, b] : pairs) {
    if (a != b && in_pathway.contains(a) && in_pathway.contains(b)) edges.push_back({a, b, 1.0});
  }
  const Graph all = Graph::from_edges(static_cast<std::int64_t>(cohort.genes.size()), edges);
  const Components parts = connected_components(all);
  const auto largest = std::max_element(parts.size.begin(), parts.size.end());
  const auto label = static_cast<std::int32_t>(largest - parts.size.begin());
  std::vector<NodeId> node_of(cohort.genes.size(), kNoNode);
  for (std::size_t gene = 0; gene < node_of.size(); ++gene) {
    if (parts.label[gene] != label) continue;
    node_of[gene] = static_cast<NodeId>(cohort.network_genes.size());
    cohort.network_genes.push_back(static_cast<NodeId>(gene));
  }
  std::vector<Edge> kept;
  for (const Edge& edge : edges) {
    const NodeId u = node_of[edge.u];
    const NodeId v = node_of[edge.v];
    if (u != kNoNode && v != kNoNode) kept.push_back({u, v, 1.0});
  }
  cohort.network = Graph::from_edges(static_cast<std::int64_t>(cohort.network_genes.size()), kept);
}

// vant.mat: X (samples x genes), Y whose second column is the label, entrez (one a gene, also from
// entrez.mat). edge.txt: pairs of genes counted from 1. pathways.txt: pathway and gene.
Cohort read_authors_files(const fs::path& folder) {
  Cohort cohort;
  cohort.name = "vant.mat";
  const std::string mat = needed(folder, "vant.mat");
  cohort.expression = read_dense(mat + ":X");
  const std::unique_ptr<DenseMatrix<double>> y = read_dense(mat + ":Y");
  if (y->rows() != cohort.expression->rows()) {
    throw InputError(
        fmt::format("{}: Y has {} rows, X has {}", mat, y->rows(), cohort.expression->rows()));
  }
  std::vector<double> label(y->rows());
  const std::vector<NodeId> label_column = {y->columns() > 1 ? 1 : 0};
  y->gather(all_rows(y->rows()), label_column, label);
  for (const double value : label) cohort.labels.push_back(to_label(mat + ": Y", value));

  const NodeId genes = cohort.expression->columns();
  const bool has_ids = fs::is_regular_file(folder / "entrez.mat");
  std::vector<double> ids(genes);
  std::iota(ids.begin(), ids.end(), 1.0);
  if (has_ids) {
    const std::string data = (folder / "entrez.mat").string() + ":entrez";
    const std::unique_ptr<DenseMatrix<double>> entrez = read_dense(data);
    if (entrez->rows() * entrez->columns() != genes) {
      throw InputError(
          fmt::format("{}: {} ids for {} genes", data, entrez->rows() * entrez->columns(), genes));
    }
    entrez->gather(all_rows(entrez->rows()), all_columns(*entrez), ids);
  }
  for (const double id : ids) {
    cohort.genes.push_back(fmt::format("{:.0f}", id));
    cohort.symbols.push_back(cohort.genes.back());
  }
  const std::string pathway_path = needed(folder, "pathways.txt");
  std::map<std::string, std::set<NodeId>> sets;
  for (const auto& [pathway, gene] : read_pairs(pathway_path)) {
    sets[fmt::format("{:08}", pathway)].insert(gene_at(pathway_path, gene, genes));
  }
  cohort.pathways = groups_of_sets(sets);
  const std::string edge_path = needed(folder, "edge.txt");
  std::vector<std::pair<NodeId, NodeId>> pairs;
  for (const auto& [a, b] : read_pairs(edge_path)) {
    pairs.emplace_back(gene_at(edge_path, a, genes), gene_at(edge_path, b, genes));
  }
  cohort.edges = groups_of_pairs(pairs);
  cut_network(pairs, cohort);
  complete(cohort);
  return cohort;
}

}  // namespace

Fingerprint fingerprint_of(const Cohort& cohort) {
  return fingerprint_of_all(
      cohort.labels, cohort.genes, graphsparse::fingerprint_of(*cohort.expression),
      graphsparse::fingerprint_of(cohort.network), cohort.network_genes,
      graphsparse::fingerprint_of(cohort.pathways), graphsparse::fingerprint_of(cohort.edges));
}

void complete(Cohort& cohort) {
  cohort.network_expression = to_dense(*cohort.expression, cohort.network_genes);
}

Cohort read_cohort(const std::string& folder) {
  if (!fs::is_directory(folder)) {
    throw InputError(fmt::format("--data {}: there is no such folder", folder));
  }
  if (fs::exists(fs::path(folder) / "vant.mat")) return read_authors_files(folder);
  if (fs::exists(fs::path(folder) / "X.npy")) return read_tables(folder);
  const fs::path below = fs::path(folder) / "expression" / "veer97";
  if (fs::exists(below / "X.npy")) return read_tables(below);
  throw InputError(fmt::format(
      "--data {}: it has neither vant.mat nor X.npy nor expression/veer97/X.npy", folder));
}

// A cohort made up from nothing, so that tables 2 to 5 can be run without any file.

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
      chosen.insert(ends[stream.below(ends.size())]);
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
      values[sample * kGenes + signature[i]] += signs[i] * (kShift * label + shared);
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
