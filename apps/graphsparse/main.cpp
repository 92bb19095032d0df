#include "app.hpp"
#include "interrupt.hpp"
#include "output.hpp"

int main(int argc, char** argv) {
  graphsparse::cli::occupy_standard_streams();
  graphsparse::cli::install_signal_handlers();
  return graphsparse::cli::run(argc, argv);
}
