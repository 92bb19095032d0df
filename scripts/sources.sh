#!/usr/bin/env bash
# Prints the C++ files of the project, one per line.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

find include src apps experiments tests benchmarks examples python -name '*.[ch]pp' | sort
