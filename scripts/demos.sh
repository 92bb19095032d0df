#!/usr/bin/env bash
# Extracts what `graphsparse demo outbreak` and `graphsparse demo infection` read from installed
# Debian packages to build/demo-data, or to the folder that is named. The images need no extraction.
#
#   scripts/demos.sh [FOLDER]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=${1:-build/demo-data}
mkdir -p "$folder"

# Made beside their place and put there when complete.
extract() {
  local demo=$1 target=$2
  if [[ -e $folder/$demo ]]; then
    return
  fi
  rm -rf "$folder/$demo.new"
  mkdir "$folder/$demo.new"
  Rscript --vanilla "scripts/demos/$demo.R" "$folder/$demo.new$target"
  mv "$folder/$demo.new" "$folder/$demo"
}

extract outbreak /regions.tsv
extract infection ""
echo "The data of the demos are in $folder."
