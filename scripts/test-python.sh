#!/usr/bin/env bash
# Builds the package for Python and runs its tests; "extra" runs those that need more packages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

kind=${1:-}
scripts/build-python.sh
GRAPHSPARSE_SHARED=$(realpath -m "${GRAPHSPARSE_SHARED:-../shared}")
export GRAPHSPARSE_SHARED
# Results are the same bytes whatever the tool was built for.
for binary in build/dev/graphsparse build/release/graphsparse; do
  [[ -z ${GRAPHSPARSE_BINARY:-} && -x $binary ]] && GRAPHSPARSE_BINARY=$PWD/$binary
done
export GRAPHSPARSE_BINARY=${GRAPHSPARSE_BINARY:-}

folder=python/tests
[[ $kind == extra ]] && folder=python/tests_extra
PYTHONPATH=$PWD/build/python PYTHONDONTWRITEBYTECODE=1 MPLBACKEND=Agg \
  /usr/bin/python3 -m pytest -c python/pyproject.toml --rootdir python -rs "$folder" |
  tee "build/python/pytest${kind:+-$kind}.log"
