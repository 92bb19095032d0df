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
# Another package manager holds the lock of the named action for the first so many calls.
count=$(grep -c "^locked $1" "$calls" || true)
case " ${locked:-} " in
  *" $1="*) holds=${locked#*"$1"=} ;;
  *) holds=0 ;;
esac
if ((count < ${holds%% *})); then
  echo "locked $1" >>"$calls"
  echo "E: Could not get lock /var/lib/some/lock. It is held by process 1234 (apt-get)" >&2
  exit 100
fi
if [[ " ${broken:-} " == *" $1 "* ]]; then
  echo "E: Failed to fetch http://some/where" >&2
  exit 100
fi
echo "apt-get $*" >>"$calls"
FAKE
cat >"$work/fakes/sleep" <<'FAKE'
#!/usr/bin/env bash
echo "sleep $1" >>"$calls"
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
  seen=$(grep '^apt-get' "$calls" | sed 's/ --[a-z-]*//g' | tr '\n' ';' || true)
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

# expect_failure DESCRIPTION WORDS: fails, with these words on standard error.
expect_failure() {
  local description=$1 words=$2
  : >"$calls"
  if "$work/project/scripts/install-packages.sh" build >/dev/null 2>"$work/errors"; then
    echo "FAILED: $description: must be an error"
    exit 1
  fi
  if ! grep -q "$words" "$work/errors"; then
    echo "FAILED: $description: no '$words' in: $(cat "$work/errors")"
    exit 1
  fi
}

slept() { awk '/^sleep/ { total += $2 } END { print total + 0 }' "$calls"; }

export locked="update=3 install=2"
expect "locks of others are waited for" "alpha" "apt-get update;apt-get install beta++;" build \
  2>"$work/errors"
if [[ $(grep -c 'waiting' "$work/errors") != 2 ]] || ! grep -q 'process 1234' "$work/errors"; then
  echo "FAILED: one message each wait, saying who holds the lock: $(cat "$work/errors")"
  exit 1
fi
export installed=alpha
locked="update=1000000" expect_failure "a lock that stays" "five minutes"
if (($(slept) < 290 || $(slept) > 310)); then
  echo "FAILED: waited $(slept) seconds for the lock, not five minutes"
  exit 1
fi
unset locked
broken="update" expect_failure "another failure" "Failed to fetch"
if (($(slept) != 0)); then
  echo "FAILED: waiting does not help against other failures"
  exit 1
fi

if "$work/project/scripts/install-packages.sh" not 2>/dev/null; then
  echo "FAILED: an unknown group must be an error"
  exit 1
fi
echo "install-packages: all as expected"
