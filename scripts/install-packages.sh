#!/usr/bin/env bash
# Installs the Debian packages of the named groups of packages.txt that are missing.
# Where all are there it does nothing and asks nobody.
#
#   scripts/install-packages.sh build test
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages_of_group() {
  awk -v wanted="[$1]" '
    /^#/ { if ($2 ~ /^\[.*\]$/) { inside = ($2 == wanted); found = found || inside } ; next }
    inside && NF { print $1 }
    END { exit !found }
  ' packages.txt
}

wanted=()
for group in "$@"; do
  if ! names=$(packages_of_group "$group"); then
    echo "install-packages: packages.txt has no group [$group]" >&2
    exit 2
  fi
  mapfile -t -O "${#wanted[@]}" wanted <<<"$names"
done
if ((${#wanted[@]} == 0)); then
  echo "usage: scripts/install-packages.sh GROUP..." >&2
  exit 2
fi

if ! command -v dpkg-query >/dev/null; then
  echo "install-packages: no Debian system; hoping for the counterparts of: ${wanted[*]}" >&2
  exit 0
fi

# dpkg-query fails for names it does not know; those are missing then.
installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null |
  awk '$1 == "installed" { print $2 }' || true)
mapfile -t missing < <(printf '%s\n' "${wanted[@]}" | sort -u |
  grep -vxFf <(printf '%s\n' "$installed") || true)
if ((${#missing[@]} == 0)); then
  exit 0
fi

as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "install-packages: as root, run: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

# apt-get has three locks and can wait for one of them only, so that it is asked again.
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
apt_get() {
  local waited=0 pause=5 most=300
  until "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get "$@" 2>"$errors"; do
    if ! grep -Eq 'Could not get lock|Unable to lock|Unable to acquire the dpkg' "$errors"; then
      cat "$errors" >&2
      return 1
    fi
    if ((waited >= most)); then
      cat "$errors" >&2
      echo "install-packages: another package manager is still at work after five minutes;" \
        "try again when it has ended" >&2
      return 1
    fi
    if ((waited == 0)); then
      echo "install-packages: another package manager is at work, waiting for it (up to five" \
        "minutes): $(head -n 1 "$errors")" >&2
    fi
    sleep "$pause"
    waited=$((waited + pause))
  done
  cat "$errors" >&2
}

echo "Installing missing packages: ${missing[*]}"
apt_get update
apt_get install --yes --no-install-recommends "${missing[@]}"
