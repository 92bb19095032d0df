// The data of tables 2 to 5: expression of genes, labels, a gene network and pathways.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graphsparse/baseline/latent_groups.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse::experiments {

struct Cohort {
  std::string name = {};
  std::vector<double> labels = {};                       // -1 and +1, one per sample
  std::vector<std::string> genes = {};                   // ids of all measured genes
  std::vector<std::string> symbols = {};                 // as people know them
  std::unique_ptr<DenseMatrix<double>> expression = {};  // samples x all genes
  Graph network = {};                                    // of the genes that the graph methods see
  std::vector<NodeId> network_genes = {};                // node -> gene
  std::unique_ptr<DenseMatrix<double>> network_expression = {};  // samples x nodes
  LatentGroups pathways = {};                                    // of genes
  LatentGroups edges = {};  // of genes, those of the whole network
  std::vector<std::string> remarks = {};

  std::int64_t samples() const { return static_cast<std::int64_t>(labels.size()); }
};

// What a folder has: the authors' vant.mat, edge.txt and pathways.txt; or X.npy, samples.tsv,
// genes.tsv and the tables of a network (also below expression/veer97). Throws InputError naming
// the file that is missing.
Cohort read_cohort(const std::string& folder);

// A scale-free network with a planted connected signature whose genes differ between the classes.
Cohort generate_cohort(std::uint64_t seed);

// Of all that a prediction depends on.
Fingerprint fingerprint_of(const Cohort& cohort);

// Fills in what follows from the rest: the expression of the network's genes.
void complete(Cohort& cohort);

}  // namespace graphsparse::experiments
