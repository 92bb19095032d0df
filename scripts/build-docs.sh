#!/usr/bin/env bash
# Makes the documentation site in build/docs/html; a warning is an error. Docstrings are read from the
# package in build/python, which is built first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/build-python.sh

mkdir -p build/docs/doxygen
rm -rf build/docs/doxygen/xml
doxygen docs/Doxyfile
/usr/bin/python3 -m sphinx -W --keep-going -q -j auto -d build/docs/doctrees -b html docs build/docs/html
echo "built: build/docs/html/index.html"
