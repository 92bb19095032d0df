#!/usr/bin/env bash
# Runs scripts/install-packages.sh on a made-up list, with a made-up dpkg-query, apt-get and sudo
# that write down how they were called.
set -euo pipefail

project=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/project/scripts" "$work/fakes"
cp "$project/scripts/install-packages.sh" "$work/project/scripts/"
cat >"$work/project/packages.txt" <<'LIST'
# A comment, and [not] a heading.

# [build]
alpha
beta++
# [test]
beta++
gamma
LIST

# installed: the names that the made-up dpkg-query knows. removed-... ones are known but not there.
cat >"$work/fakes/dpkg-query" <<'FAKE'
#!/usr/bin/env bash
for name in "${@:4}"; do
  case " $installed " in
    *" $name "*) echo "installed $name" ;;
    *" removed-$name "*) echo "config-files $name" ;;
    *) status=1 ;;
  esac
done
exit "${status:-0}"
FAKE
cat >"$work/fakes/apt-get" <<'FAKE'
#!/usr/bin/env bash
echo "apt-get $*" >>"$calls"
FAKE
cat >"$work/fakes/sudo" <<'FAKE'
#!/usr/bin/env bash
echo "sudo" >>"$calls"
exec "$@"
FAKE
chmod +x "$work"/fakes/*
export calls=$work/calls
export PATH=$work/fakes:$PATH

# expect DESCRIPTION INSTALLED EXPECTED_CALLS GROUP...
expect() {
  local description=$1 expected=$3 seen
  export installed=$2
  : >"$calls"
  "$work/project/scripts/install-packages.sh" "${@:4}" >/dev/null
  seen=$(grep -v '^sudo$' "$calls" | sed 's/ --[a-z-]*//g' | tr '\n' ';' || true)
  if [[ $seen != "$expected" ]]; then
    echo "FAILED: $description: expected '$expected', saw '$seen'"
    exit 1
  fi
  if ((EUID != 0)) && [[ -n $expected ]] && ! grep -q '^sudo$' "$calls"; then
    echo "FAILED: $description: not root, and sudo was not used"
    exit 1
  fi
}

expect "nothing is done where all is there" "alpha beta++" "" build
expect "only what is missing is installed" "alpha" \
  "apt-get update;apt-get install beta++;" build
expect "a package of two groups is asked for once" "" \
  "apt-get update;apt-get install alpha beta++ gamma;" build test
expect "a removed package is missing" "alpha removed-beta++" \
  "apt-get update;apt-get install beta++;" build
expect "other groups do not matter" "beta++ gamma" "" test

if "$work/project/scripts/install-packages.sh" not 2>/dev/null; then
  echo "FAILED: an unknown group must be an error"
  exit 1
fi
echo "install-packages: all as expected"
