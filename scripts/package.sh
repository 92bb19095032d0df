#!/usr/bin/env bash
# Packs the release that is built, and checks the Debian packages: lintian finds no error, and each
# library that the tool loads comes from a package that it depends on.
#
#   scripts/package.sh [BUILD-FOLDER]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=${1:-build/release}
packages=$build/package
rm -rf "$packages"
(umask 022 && cpack --config "$build/CPackConfig.cmake" >"$build/cpack.log" 2>&1) || {
  cat "$build/cpack.log" >&2
  exit 1
}
rm -rf "$packages/_CPack_Packages"

shopt -s nullglob
debs=("$packages"/*.deb)
if ((${#debs[@]} > 0)); then
  # Errors alone fail; the rest is worth reading.
  lintian --fail-on error "${debs[@]}"

  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  tool=$(echo "$packages"/graphsparse_*.deb)
  dpkg-deb -x "$tool" "$work"
  "$work/usr/bin/graphsparse" --version
  needs=$(dpkg-deb -f "$tool" Depends)
  # The soname of each library that the linker was told of, and the package that has it here.
  while read -r library; do
    path=$(ldd "$work/usr/bin/graphsparse" | awk -v name="$library" '$1 == name { print $3 }')
    package=$(dpkg -S "$(realpath "$path")" 2>/dev/null || dpkg -S "$path")
    package=${package%%:*}
    if ! sed 's/ *([^)]*)//g; s/, */\n/g' <<<"$needs" | grep -qxF "$package"; then
      echo "package: the tool loads $library of $package, which is not in: $needs" >&2
      exit 1
    fi
  done < <(objdump -p "$work/usr/bin/graphsparse" | awk '$1 == "NEEDED" { print $2 }' |
    grep -v '^ld-linux')
fi
ls "$packages"
