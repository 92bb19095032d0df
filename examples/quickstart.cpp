// From files to predictions and a saved model: what the README shows.
//
//   quickstart X.csv TARGET network.tsv SPARSITY new.csv model.json
#include <cstdio>
#include <cstdlib>
#include <graphsparse/graphsparse.hpp>

int main(int argc, char** argv) {
  if (argc != 7) return 2;
  try {
    const graphsparse::Dataset data =
        graphsparse::read_dataset({.data = argv[1], .target = argv[2]});
    const auto graph = graphsparse::read_feature_graph(argv[3], data);
    graphsparse::FitSpec spec;
    spec.sparsity = std::atoll(argv[4]);
    const graphsparse::Fit fit = graphsparse::fit(data, graph, spec);
    fit.model.save(argv[6]);
    const graphsparse::Dataset fresh = graphsparse::read_dataset({.data = argv[5]});
    for (const double value : fit.model.predict(fresh)) std::printf("%.17g\n", value);
  } catch (const graphsparse::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
