#!/usr/bin/env bash
# Checks the layout of all C++ files with clang-format, the habits of the product's with clang-tidy,
# the Python files with flake8 and the scripts of the reports with node; with --tests, the habits of the
# tests too, which takes half as long again. A file that was clean before is not looked at by clang-tidy again until it, a header or
# the settings change.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The consumer of the install test and the counter of Python's tests are not part of the compile
# commands.
left_out='^tests/|^python/tests/'
[[ ${1:-} == --tests ]] && left_out='^tests/install/|^python/tests/'

mapfile -t sources < <(scripts/sources.sh)
mapfile -t headers < <(printf '%s\n' "${sources[@]}" | grep '\.hpp$')

echo "clang-format: ${#sources[@]} files"
if ! clang-format --dry-run -Werror --ferror-limit=3 "${sources[@]}"; then
  echo "clang-format: 'make format' lays the files out" >&2
  exit 1
fi

mapfile -t programs < <(find python benchmarks docs examples scripts tests -name '*.py' | sort)
echo "flake8: ${#programs[@]} files"
/usr/bin/python3 -m flake8 --max-line-length 130 --extend-ignore E127 "${programs[@]}"

# ESLint would bring 74 packages for a few files; what it runs on says at least whether they are scripts.
if command -v node >/dev/null; then
  echo "node --check: src/report/page/*.js"
  for script in src/report/page/*.js; do
    node --check "$script"
  done
fi

# Only for the compile commands and the generated header; nothing is built.
export database=build/lint-commands
cmake --preset dev -B "$database" -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
  -DGRAPHSPARSE_UNITY=OFF -DGRAPHSPARSE_BUILD_PYTHON=ON -DGRAPHSPARSE_MPI=ON >/dev/null
export stamps=build/lint
mkdir -p "$stamps"

# What a verdict depends on besides the file itself.
settings=$(find . -name .clang-tidy -not -path './build/*' | sort)
common=$({ clang-tidy --version; cat packages.txt CMakePresets.json $settings "${headers[@]}"; } |
  sha256sum)
export common

check_one() {
  local file=$1 stamp output
  stamp=$stamps/$({ echo "$common $file"; cat "$file"; } | sha256sum | cut -c1-32)
  [[ -e $stamp ]] && return
  if ! output=$(clang-tidy --quiet -p "$database" "$file" 2>&1); then
    printf '%s\n' "$output"
    return 1
  fi
  touch "$stamp"
}
export -f check_one

mapfile -t units < <(printf '%s\n' "${sources[@]}" | grep '\.cpp$' | grep -vE "$left_out")
echo "clang-tidy: ${#units[@]} files"
if ! printf '%s\n' "${units[@]}" |
  xargs -P "$(nproc)" -I '{}' bash -c 'check_one "$1"' check '{}'; then
  echo "clang-tidy: found something, see above" >&2
  exit 1
fi
echo "lint: clean"
