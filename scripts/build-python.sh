#!/usr/bin/env bash
# Builds the package for Python in build/python/graphsparse; with --wheel also build/python/dist/*.whl.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cmake --preset python >/dev/null
cmake --build --preset python
[[ ${1:-} == --wheel ]] || exit 0

# From what is here alone: nothing is asked of the network.
rm -rf build/python/dist build/python/wheel
mkdir -p build/python
if ! /usr/bin/python3 -m build --wheel --no-isolation --outdir build/python/dist python \
  >build/python/wheel.log 2>&1; then
  cat build/python/wheel.log >&2
  exit 1
fi
echo "built: $(ls build/python/dist/*.whl)"
