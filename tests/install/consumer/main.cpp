// Connects the two rich ends of a path: the tree must take everything in between.
#include <iostream>
#include <vector>

#include "graphsparse/core/version.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/pcst/pcst.hpp"

int main() {
  const graphsparse::Graph path = graphsparse::make_path(5);
  const std::vector<double> prizes = {10.0, 0.0, 0.0, 0.0, 10.0};

  graphsparse::PcstSolver solver(path);
  const graphsparse::Forest& tree = solver.solve({.prizes = prizes});

  std::cout << "graphsparse " << graphsparse::kVersion << ": " << tree.nodes.size() << " nodes, "
            << tree.edges.size() << " edges\n";
}
