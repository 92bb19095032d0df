#!/usr/bin/env bash
# Opens reports in Chromium and does what readers do; screenshots go to build/browser. With --demos
# the reports are those that the demos on real data have left in build/demo-reports, and nothing is
# built. With --docs the screenshots that the documentation shows are copied to docs/images. Further
# arguments go to pytest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tests=tests/browser
for_docs=no
while [[ ${1:-} == --docs || ${1:-} == --demos ]]; do
  if [[ $1 == --docs ]]; then
    for_docs=yes
  else
    tests=tests/browser/demo_reports.py
  fi
  shift
done

if [[ $tests == tests/browser ]]; then
  cmake --preset dev "-DGRAPHSPARSE_UNITY=${GRAPHSPARSE_UNITY:-OFF}" >/dev/null
  cmake --build build/dev --target graphsparse
fi
GRAPHSPARSE_SHARED=$(realpath -m "${GRAPHSPARSE_SHARED:-../shared}")
export GRAPHSPARSE_SHARED GRAPHSPARSE_BINARY=$PWD/build/dev/graphsparse

mkdir -p build/browser
rm -f build/browser/docs-*.png
# Debian's Python is the one with the packages.
PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m pytest -p no:cacheprovider -rsP --rootdir tests/browser \
  "$@" "$tests" | tee build/browser/pytest.log

[[ $for_docs == yes ]] || exit 0
mkdir -p docs/images
for picture in build/browser/docs-*.png; do
  copy=docs/images/$(basename "${picture#build/browser/docs-}")
  cp "$picture" "$copy"
  size=$(stat -c %s "$copy")
  if ((size > 200000)); then
    echo "test-browser: $copy has $size bytes; at most 200000 are right" >&2
    exit 1
  fi
  echo "$copy: $size bytes"
done
