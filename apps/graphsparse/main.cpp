#include <fcntl.h>
#include <unistd.h>

#include <initializer_list>

#include "app.hpp"
#include "interrupt.hpp"

namespace {

// A shell can start us with standard streams closed. The next file opened would then take their
// number, and a message would land in it.
void occupy_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    // Not writable on purpose: a result that has nowhere to go must be an error.
    open("/dev/null", O_RDONLY);
  }
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_streams();
  graphsparse::cli::install_signal_handlers();
  return graphsparse::cli::run(argc, argv);
}
