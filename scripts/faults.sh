#!/usr/bin/env bash
# The whole of tests/faults, of which `make test` runs a selection: every allocation and every call that
# fails, memory that is lost, and 100 kills. Takes an hour.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cmake --preset dev >/dev/null
cmake --build build/dev --target graphsparse graphsparse_faults
run() {
  /usr/bin/python3 -B tests/faults/test_faults.py build/dev/graphsparse build/dev/tests/faults/libgraphsparse_faults.so "$@"
}
run --all --kills 100
run --leaks -k no_memory_is_lost
