// The tool under mpirun: the same commands and options, with rows of data or tasks spread over
// ranks.
#include <csignal>

#include "app.hpp"
#include "distributed/mpi_communicator.hpp"
#include "interrupt.hpp"
#include "output.hpp"

int main(int argc, char** argv) {
  graphsparse::cli::occupy_standard_streams();
  const graphsparse::MpiCommunicator world(argc, argv);
  if (world.size() > 1) graphsparse::cli::set_ranks(&world);
  graphsparse::cli::install_signal_handlers();
  graphsparse::cli::add_interruption(SIGUSR1);
  // A rank that fails ends the others by a signal, and has said why.
  graphsparse::cli::end_silently();
  const int status = graphsparse::cli::run(argc, argv);
  // Other ranks may wait for this one.
  if (status != 0) graphsparse::MpiCommunicator::abort(status);
  return status;
}
