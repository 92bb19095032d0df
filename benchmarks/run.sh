#!/usr/bin/env bash
# Prints the speed table of the release build, our figures beside the recorded ones, and keeps them
# in build/bench/speed.json. `make bench` builds and then calls this.
#
#   benchmarks/run.sh [--only INSTANCE,...]
#
# BUILD_FOLDER and OUT_FOLDER name other folders than build/release and build/bench.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

runner=${BUILD_FOLDER:-build/release}/benchmarks/speed_runner
if [[ ! -x $runner ]]; then
  echo "benchmarks/run.sh: $runner is missing; 'make bench' builds it" >&2
  exit 1
fi

python3 -B benchmarks/speed_table.py --runner "$runner" \
  --out "${OUT_FOLDER:-build/bench}" --shared "${GRAPHSPARSE_SHARED:-../shared}" "$@"

# Large data, fits and readers beside the memory's bandwidth, pandas and liblinear.
if [[ $* != *--only* ]]; then
  /usr/bin/python3 -B benchmarks/data_table.py --runner "$(dirname "$runner")/data_runner" \
    --out "${OUT_FOLDER:-build/bench}" --shared "${GRAPHSPARSE_SHARED:-../shared}"
fi

# Where graphsparse-mpi was built (make mpi): ranks against one process in all combinations, and a
# prediction of the time on many ranks.
build=${BUILD_FOLDER:-build/release}
if [[ -x $build/graphsparse-mpi && $* != *--only* ]]; then
  /usr/bin/python3 -B tests/mpi/test_mpi.py "$build" --all
  /usr/bin/python3 -B benchmarks/scale_model.py "$build"
fi

# How many measurements each solver needs; --only asks for the speed of single instances alone.
if [[ $* != *--only* ]]; then
  "$(dirname "$runner")/recovery_runner"
fi
