#!/usr/bin/env bash
# Runs the tests of the rooms that use pcst, projection, work and fit, with counters in the library, and
# says how much of these four they reach: the tests of the tool, which reach more, are not among them.
# Fails where that is less than 95 % of the lines or 85 % of the branches, not counting those that only
# an exception takes. build/coverage/ROOM.txt names every line and branch that is missed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

GRAPHSPARSE_SHARED=$(realpath -m "${GRAPHSPARSE_SHARED:-../shared}")
export GRAPHSPARSE_SHARED
folder=build/coverage
cmake --preset coverage "-DGRAPHSPARSE_UNITY=${GRAPHSPARSE_UNITY:-OFF}" >/dev/null
cmake --build --preset coverage --target graphsparse_tests

objects=$folder/src/CMakeFiles/graphsparse_library.dir
find "$objects" -name '*.gcda' -delete
# In few processes: each adds its counts to all files when it ends.
export GTEST_TOTAL_SHARDS
GTEST_TOTAL_SHARDS=$(nproc)
running=()
for ((shard = 0; shard < GTEST_TOTAL_SHARDS; ++shard)); do
  GTEST_SHARD_INDEX=$shard "$folder/tests/graphsparse_tests" --gtest_brief=1 >"$folder/shard-$shard.log" 2>&1 &
  running+=($!)
done
status=0
for process in "${running[@]}"; do wait "$process" || status=1; done
if ((status != 0)); then
  grep -h 'FAILED' "$folder"/shard-*.log || cat "$folder"/shard-*.log
  exit 1
fi

for room in pcst projection work fit; do
  echo "== $room"
  counts=("$objects/$room")
  # Where files are compiled together, the counts of all rooms lie in one folder.
  united=$objects/Unity/unity_${room}_cxx.cxx
  if [[ -e $united.gcda ]]; then
    counts=("$objects/Unity/$room")
    mkdir -p "${counts[0]}"
    ln -f "$united.gcda" "$united.gcno" "${counts[0]}"
  fi
  gcovr --root . --object-directory "$folder" --filter "src/$room/" --filter "include/graphsparse/$room/" \
    --exclude-throw-branches --exclude-unreachable-branches --print-summary --txt "$folder/$room.txt" \
    --fail-under-line 95 --fail-under-branch 85 "${counts[@]}" || status=1
  # A table of branches is a table of its own.
  gcovr --root . --object-directory "$folder" --filter "src/$room/" --filter "include/graphsparse/$room/" \
    --exclude-throw-branches --exclude-unreachable-branches --branches "${counts[@]}" >>"$folder/$room.txt"
done
exit "$status"
