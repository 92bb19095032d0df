#!/usr/bin/env bash
# The same bytes whoever compiled the tool: the build with all checks and the release of clang against
# the release of g++, by the commands of compare-binaries.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cmake --preset release >/dev/null
cmake --build --preset release --target graphsparse
cmake --preset dev "-DGRAPHSPARSE_UNITY=${GRAPHSPARSE_UNITY:-OFF}" >/dev/null
cmake --build build/dev --target graphsparse
cmake --preset release -B build/release-clang -DCMAKE_CXX_COMPILER=clang++ >/dev/null
cmake --build build/release-clang --target graphsparse

status=0
for other in build/dev build/release-clang; do
  echo "== build/release against $other"
  scripts/compare-binaries.sh build/release/graphsparse "$other/graphsparse" || status=1
done
exit "$status"
