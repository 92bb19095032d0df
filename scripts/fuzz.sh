#!/usr/bin/env bash
# Builds the fuzzers and runs each target for SECONDS (30) of processor time on its corpus and what it
# found before (build/fuzz/corpus). A finding is kept in build/fuzz/findings and ends the script with
# status 1, after the other targets have run. To make it a test, copy it to tests/fuzz/corpus/TARGET.
#
#   SECONDS=600 TARGETS="data-npy model" JOBS=2 scripts/fuzz.sh
#   TOTAL=1800 scripts/fuzz.sh   # each target for what it lacks of 1,800 s, counting earlier runs
#
# build/fuzz/times.tsv has a line for each round of at most five minutes: target, seconds of processor
# time, inputs, 1 for a finding.
set -euo pipefail
# bash counts in a variable of this name; it begins with what the caller has set.
seconds=$(printenv SECONDS || echo 30)
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz
fuzzer=$PWD/build/fuzz/graphsparse_fuzz
findings=$PWD/build/fuzz/findings
total=${TOTAL:-}
mkdir -p "$findings"
touch build/fuzz/times.tsv

# Memory that cannot be had is an answer (status 1 of the tool), not a finding; that of a run is bounded.
export ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=2048:detect_leaks=1
export UBSAN_OPTIONS=print_stacktrace=1

# run_round TARGET SECONDS: leaves the seconds of processor time in build/fuzz/TARGET.used
run_round() {
  local target=$1 corpus=build/fuzz/corpus/$1 log=build/fuzz/$1.log status=0
  local longest
  longest=$(env -u FUZZ_TARGET "$fuzzer" 2>/dev/null | awk -v target="$target" '$1 == target { print $2 }')
  mkdir -p "$corpus"
  TIMEFORMAT='%U %S'
  {
    time FUZZ_TARGET=$target "$fuzzer" "$corpus" "tests/fuzz/corpus/$target" \
      -max_total_time="$2" -timeout=30 -rss_limit_mb=4096 -malloc_limit_mb=0 -max_len="$longest" \
      -artifact_prefix="$findings/$target-" -print_final_stats=1 >"$log" 2>&1 || status=$?
  } 2>"$log.time"
  awk -v target="$target" -v status="$status" -v times=build/fuzz/times.tsv -v file="build/fuzz/$target.used" '
    FILENAME ~ /\.time$/ { used = $1 + $2; next }
    /stat::number_of_executed_units/ { runs = $2 }
    /stat::peak_rss_mb/ { memory = $2 }
    /^#[0-9]+.*cov: / { for (i = 1; i < NF; ++i) if ($i == "cov:") coverage = $(i + 1) }
    END { printf "%s\t%.1f\t%d\t%d\n", target, used, runs, status != 0 >>times
          print used >file
          printf "%-16s %6.0f s %10d runs %6d edges %5d MiB  %s\n", target, used, runs, coverage, memory,
                 status ? "FINDING, see build/fuzz/" target ".log" : "no finding" }' "$log.time" "$log"
  return "$status"
}

# Rounds until the target has had its seconds: libFuzzer itself counts by the clock, which runs on where
# other work has the processor.
run_target() {
  local target=$1 left=$seconds
  if [[ -n $total ]]; then
    left=$(awk -F '\t' -v target="$target" -v total="$total" '
      $1 == target { total -= $2 } END { printf "%d", (total > 0 ? total + 0.999 : 0) }' build/fuzz/times.tsv)
  fi
  while ((left > 0)); do
    run_round "$target" $((left < 300 ? left : 300)) || return
    left=$(awk -v left="$left" '{ printf "%d", (left - $1 > 0.5 ? left - $1 + 0.5 : 0) }' "build/fuzz/$target.used")
  done
}
export -f run_round run_target
export seconds total fuzzer findings

targets=${TARGETS:-$(env -u FUZZ_TARGET "$fuzzer" 2>/dev/null | cut -d ' ' -f 1)}
tr ' ' '\n' <<<"$targets" | xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'run_target {}'
