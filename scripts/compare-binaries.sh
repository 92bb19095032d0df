#!/usr/bin/env bash
# Runs thirty commands with two builds of the tool and tells which give the same bytes: what is
# printed and every file written, without times, the version, names that were changed on purpose and
# options that models did not have before.
#
#   scripts/compare-binaries.sh OLD NEW [WORK_FOLDER]
#
# FOR_NEW_FITS='--effort quick' gives the new build's fits, where they have no --effort, these options.
set -uo pipefail

old=$(realpath "$1")
new=$(realpath "$2")
work=$(realpath -m "${3:-$(mktemp -d)}")
shared=${GRAPHSPARSE_SHARED:-$(realpath -m "$(dirname "${BASH_SOURCE[0]}")/../../shared")}
mkdir -p "$work"

# The data of all commands, made once with the old build.
data=$work/data
if [[ ! -d $data ]]; then
  mkdir -p "$data"
  "$old" simulate --graph grid:16x16 --sparsity 12 --observations 90 --out "$data/linear" >/dev/null
  "$old" simulate --graph grid:12x12 --sparsity 8 --observations 150 --loss logistic --noise 0.3 \
    --out "$data/labels" >/dev/null
  "$old" simulate --graph grid:10x10 --sparsity 9 --observations 80 --noise 0.3 --components 2 \
    --out "$data/noisy" >/dev/null
  awk 'BEGIN { OFS = "\t"; for (i = 0; i < 144; ++i) print i, "g" int(i / 4) }' >"$data/groups.tsv"
  awk 'BEGIN { OFS = "\t"; for (i = 0; i < 256; ++i) print i, (i * 7919 % 101) / 50 - 1 }' \
    >"$data/vector.tsv"
  awk 'BEGIN { OFS = "\t"; for (i = 0; i < 256; ++i) print i, (i * 7919 % 101) / 100 }' \
    >"$data/prizes.tsv"
fi
lin="--data $data/linear/design.npy --labels $data/linear/target.npy --graph $data/linear/graph.tsv"
lab="--data $data/labels/design.npy --labels $data/labels/target.npy --graph $data/labels/graph.tsv"
noi="--data $data/noisy/design.npy --labels $data/noisy/target.npy --graph $data/noisy/graph.tsv"

# Leaves out of JSON what only one of the builds has, and times.
same_fields='
import json, sys
LATER = {"screen", "keep", "structure", "blocks", "row_order", "protocol", "patience", "seconds",
         "restarts", "feature_numbers", "effort", "time_limit", "consensus", "version", "covariates",
         "always", "sampling"}
def kept(value):
    if isinstance(value, dict):
        return {key: kept(item) for key, item in value.items() if key not in LATER}
    return [kept(item) for item in value] if isinstance(value, list) else value
for path in sys.argv[1:]:
    text, mark, status = open(path).read().partition("\nstatus ")
    try:
        text = json.dumps(kept(json.loads(text)), indent=1)
    except ValueError:
        continue
    open(path, "w").write(text + mark + status)
'

commands=(
  "fit $lin --sparsity 12 --json --model model.json"
  "fit $lin --sparsity 12 --solver graph-sto-iht --json --model model.json --export net.graphml"
  "fit $lin --sparsity 12 --solver graph-iht --projection paper --head --json"
  "fit $lin --sparsity 12 --solver iht --json"
  "fit $lin --sparsity 12 --solver niht --no-intercept --json"
  "fit $lin --sparsity 12 --solver graph-cosamp --json"
  "fit $lin --sparsity 12 --solver graph-svrg --block-size 20 --max-epochs 30 --json"
  "fit $lab --sparsity 8 --loss logistic --solver graph-sto-iht --seed 3 --json --model model.json"
  "fit $lab --sparsity 8 --loss logistic --balanced --standardize --l2 0.1 --json --model model.json"
  "fit $lab --sparsity 8 --loss logistic --solver group-iht --groups $data/groups.tsv --json"
  "fit $lab --solver l1-logistic --lambda-ratio 0.2 --json --model model.json"
  "fit $noi --sparsity 9 --components 2 --solver graph-saga --step 0.5 --diagnose --json"
  "fit $noi --sparsity 9 --components 2 --loss huber --solver graph-iht --json"
  "cv $lab --loss logistic --standardize --balanced --solver graph-iht --grid sparsity=4:12:4 --grid l2=0.01,0.1 --folds 3 --json --model model.json"
  "cv $lab --loss logistic --solver graph-sto-iht --as-published --projection paper --grid sparsity=4,8 --grid blocks=1,2 --folds 3 --nested --json"
  "cv $lab --solver l1-logistic --grid lambda-ratio=0.5,0.2,0.1 --folds 3 --json"
  "project --graph grid:16x16 --vector $data/vector.tsv --kind tail --sparsity 20 --json"
  "project --graph grid:16x16 --vector $data/vector.tsv --kind head --low 30 --high 40 --method paper --json"
  "pcst --graph grid:16x16 --prizes $data/prizes.tsv --pruning strong --json"
  "fit $lin --sparsity 12 --effort 5 --consensus --json --model model.json --report page.html"
  "fit $noi --sparsity 9 --components 2 --solver graph-rand-htp --effort normal --json --model model.json"
  "fit $lab --sparsity 8 --loss logistic --solver graph-amp --json --model model.json"
  "fit $lab --sparsity 8 --loss logistic --solver graph-scsg --block-size 30 --json --model model.json"
  "fit $lab --sparsity 8 --loss logistic --solver graph-ridge --sampling norm --json --model model.json"
  "project --graph grid:16x16 --vector $data/vector.tsv --kind head --sparsity 20 --factor 0.9 --json"
  "project --graph grid:16x16 --vector $data/vector.tsv --kind tail --sparsity 20 --method local --json"
  "project --graph grid:16x16 --vector $data/vector.tsv --kind tail --sparsity 20 --method budget --budget 25 --json"
  "pcst --graph grid:16x16 --prizes $data/prizes.tsv --pruning gw --components 3 --json"
  "reproduce fig4 --trials 2 --sparsity 8 --observations 30,60 --out figures"
)
if [[ -d $shared/data/paper_results ]]; then
  commands+=("reproduce fig6 --trials 1 --data $shared/data --observations 200 --methods GraphIHT,NIHT --out figures")
fi

run_one() { # binary, folder, command
  rm -rf "$2" && mkdir -p "$2" && cd "$2" || return
  # shellcheck disable=SC2086  # a command is words
  "$1" $3 --quiet >stdout 2>stderr
  echo "status $?" >>stdout
  find . -type f -exec sed -i -E 's/^(time +).*/\1/; s/[0-9.]+ (us|ms|s|min)\b/TIME/g
    s/"dp"/"tree-dp"/g; s/"paper(-warm|-largest)?"/"bisection\1"/g; s/"paper-backtracking"/"armijo"/g
    s/"start":/"init":/; s/"groups":/"feature-groups":/' {} +
  find . -type f \( -name '*.json' -o -name stdout \) -exec /usr/bin/python3 -c "$same_fields" {} +
}

different=0
for i in "${!commands[@]}"; do
  (run_one "$old" "$work/old/$i" "${commands[$i]}")
  for_new=
  [[ ${commands[$i]} == fit* && ${commands[$i]} != *--effort* ]] && for_new=" ${FOR_NEW_FITS:-}"
  (run_one "$new" "$work/new/$i" "${commands[$i]}$for_new")
  if diff -rq "$work/old/$i" "$work/new/$i" >/dev/null; then
    verdict=same
  else
    verdict=DIFFERENT
    ((++different))
  fi
  printf '%-9s %2d  %s\n' "$verdict" "$i" "${commands[$i]//$work\//}"
done
echo "$different of ${#commands[@]} commands differ; both results are in $work"
exit $((different > 0))
