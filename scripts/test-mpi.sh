#!/usr/bin/env bash
# Builds graphsparse-mpi in the preset dev and compares it with graphsparse, also as root and with
# more ranks than cores. Further arguments go to tests/mpi/test_mpi.py: --all, -k PATTERN.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cmake --preset dev -DGRAPHSPARSE_MPI=ON "-DGRAPHSPARSE_UNITY=${GRAPHSPARSE_UNITY:-OFF}" >/dev/null
cmake --build build/dev --target graphsparse graphsparse-mpi
# Debian's Python is the one with the packages.
PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 tests/mpi/test_mpi.py build/dev "$@"
