#!/usr/bin/env bash
# Configures and builds a preset, runs its tests, and ends with ctest's verdict.
#
#   scripts/test.sh dev [further arguments of ctest]
#
# With GRAPHSPARSE_UNITY=ON files are compiled together as in the release: faster from scratch,
# slower after a change to one file.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=$1
shift
# Absolute, because tests run in other folders.
GRAPHSPARSE_SHARED=$(realpath -m "${GRAPHSPARSE_SHARED:-../shared}")
export GRAPHSPARSE_SHARED

cmake --preset "$preset" "-DGRAPHSPARSE_UNITY=${GRAPHSPARSE_UNITY:-OFF}" >/dev/null
cmake --build --preset "$preset"

if [[ ! -d $GRAPHSPARSE_SHARED/golden ]]; then
  echo "No reference data in $GRAPHSPARSE_SHARED: the tests that need it are skipped" \
    "(GRAPHSPARSE_SHARED names another folder)."
fi

log=build/$preset/ctest.log
status=0
ctest --preset "$preset" --parallel "$(nproc)" "$@" | tee "$log" || status=$?

skipped=$(grep -c '\*\*\*Skipped' "$log" || true)
if ((skipped > 0)); then
  echo "$skipped tests were skipped."
fi
grep 'tests passed' "$log" || true
exit "$status"
