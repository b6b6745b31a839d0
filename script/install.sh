#!/bin/sh
# Installs modgauge from a release, or removes it again. Needs no root, and changes nothing until the archive is complete and its
# sum is right.
#
#   sh install.sh [--from URL] [--sha256 SUM] [--prefix FOLDER]
#   sh install.sh --uninstall [--prefix FOLDER]
#
# --from is where the release's files are: an address (https, http, file) or a folder. The archive's sum must be the one in
# SHA256SUMS there, or the given SUM. FOLDER is ~/.local by default: modgauge is then in ~/.local/bin, its man pages and
# completions are in ~/.local/share, and everything else is in ~/.local/lib/modgauge.
#
# Exit codes: 0 done; 1 the sum is another one; 2 something is missing or in the way; 64 invalid arguments.

# Everything is in functions, so that a script of which only the beginning arrived does nothing.
set -u

release="@RELEASE@"

fail() {
  code="$1"
  shift
  printf 'error: %s\n' "$*" >&2
  exit "$code"
}

main() {
  sum="" prefix="" uninstalls=false
  while [ $# -gt 0 ]; do
    case "$1" in
    --from | --sha256 | --prefix)
      [ $# -ge 2 ] && [ -n "$2" ] || fail 64 "$1 needs a value"
      case "$1" in
      --from) release="$2" ;;
      --sha256) sum="$2" ;;
      *) prefix="$2" ;;
      esac
      shift 2
      ;;
    --uninstall) uninstalls=true && shift ;;
    --help | -h) usage && exit 0 ;;
    *) fail 64 "unknown argument: $1" ;;
    esac
  done
  if [ -z "$prefix" ]; then
    case "${HOME:-}" in
    /*) prefix="$HOME/.local" ;;
    *) fail 2 "there is no home folder; name one with --prefix" ;;
    esac
  fi
  case "$prefix" in /*) ;; *) prefix="$PWD/$prefix" ;; esac
  library="$prefix/lib/modgauge"
  check_library
  if $uninstalls; then uninstall; else install; fi
}

usage() {
  echo 'usage: sh install.sh [--from URL] [--sha256 SUM] [--prefix FOLDER]'
  echo '       sh install.sh --uninstall [--prefix FOLDER]'
}

# The folder is removed with its contents: it must be one that this script made.
check_library() {
  [ ! -L "$library" ] || fail 2 "$library is a symbolic link; choose another folder with --prefix"
  [ ! -e "$library" ] || [ -f "$library/installed-by-modgauge" ] || [ -z "$(ls -A "$library")" ] ||
    fail 2 "$library exists, and this script has not made it; choose another folder with --prefix"
}

# Calls a function with each file outside of that folder, and what it leads to: links, relative to the prefix.
each_link() {
  "$1" bin/modgauge "$2"
  for page in "$library/$2"/share/man/man1/*; do
    [ ! -f "$page" ] || "$1" "share/man/man1/${page##*/}" "$2"
  done
  "$1" share/bash-completion/completions/modgauge "$2"
  "$1" share/zsh/site-functions/_modgauge "$2"
  "$1" share/fish/vendor_completions.d/modgauge.fish "$2"
}

is_own_link() {
  case "$(readlink "$1" 2>/dev/null)" in "$library"/*) true ;; *) false ;; esac
}

uninstall() {
  [ -e "$library" ] || fail 2 "modgauge is not installed in $prefix"
  for version in "$library"/*/; do
    version="${version%/}"
    each_link remove_link "${version##*/}"
  done
  rm -rf "$library" || fail 2 "$library cannot be removed"
  # Folders with nothing else in them.
  for folder in lib bin share/man/man1 share/man share/bash-completion/completions share/bash-completion \
    share/zsh/site-functions share/zsh share/fish/vendor_completions.d share/fish share; do
    rmdir "$prefix/$folder" 2>/dev/null || true
  done
  echo "modgauge is removed from $prefix. Caches and runs of builds are kept: ~/.cache/modgauge, ~/.local/state/modgauge."
}

remove_link() {
  ! is_own_link "$prefix/$1" || rm -f "$prefix/$1" || fail 2 "$prefix/$1 cannot be removed"
}

install() {
  case "$release" in @*) fail 64 "--from must name the release's address or folder" ;; esac
  release="${release%/}"
  case "$(uname -s)" in
  Linux) system="linux-$(uname -m | sed 's/arm64/aarch64/')" ;;
  Darwin) system=macos-universal ;;
  *) fail 2 "modgauge runs on Linux and macOS" ;;
  esac
  check_free bin/modgauge
  new="" made="" placed="" partial="$library/.partial-$$"
  trap undo EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  [ -e "$library" ] || made=yes
  [ -e "$prefix/lib" ] || new=yes
  # Of installations that were killed.
  for left in "$library"/.partial-*; do
    kill -0 "${left##*-}" 2>/dev/null || rm -rf "$left"
  done
  mkdir -p "$library" 2>/dev/null && : 2>/dev/null >"$library/installed-by-modgauge" && mkdir -p "$partial/unpacked" ||
    fail 2 "$library cannot be written to; choose another folder with --prefix"
  fetch_archive
  unpack
  place
}

# What is left of an installation that has not come to its end.
undo() {
  rm -rf "$partial"
  [ -z "$placed" ] || rm -rf "$placed"
  [ -z "$made" ] || { rm -f "$library/installed-by-modgauge" && rmdir "$library" 2>/dev/null; }
  [ -z "$new" ] || rmdir "$prefix/lib" 2>/dev/null && rmdir "$prefix" 2>/dev/null || true
}

# A file at the place of one of ours is not replaced.
check_free() {
  [ ! -e "$prefix/$1" ] && [ ! -L "$prefix/$1" ] || is_own_link "$prefix/$1" ||
    fail 2 "$prefix/$1 exists, and this script has not made it; move it away, or choose another folder with --prefix"
}

# - $1: the name of a file of the release. - $2: where it is written.
fetch() {
  case "$release" in
  http://* | https://* | file://*)
    if command -v curl >/dev/null; then
      curl --fail --silent --show-error --location --retry 2 --connect-timeout 20 --output "$2" "$release/$1"
    elif command -v wget >/dev/null && [ "${release#file:}" = "$release" ]; then
      wget --quiet --tries 3 --timeout 20 --output-document "$2" "$release/$1"
    else
      fail 2 "curl or wget is needed to fetch $release/$1"
    fi
    ;;
  *) cp "$release/$1" "$2" ;;
  esac || fail 2 "$release/$1 cannot be fetched"
}

sum_of() {
  if command -v sha256sum >/dev/null; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | cut -d ' ' -f 1
}

# The line of SHA256SUMS with an archive for this system. - $1: its sum. - $2: the end of its name. Both are patterns.
archive_line() {
  grep -E "^$1  modgauge-[0-9A-Za-z.+_-]+-$system\.tar\.$2\$" "$partial/sums" | head -n 1
}

fetch_archive() {
  fetch SHA256SUMS "$partial/sums"
  # The smaller archive, if it can be unpacked here; or the one that has the given sum.
  for ending in $(command -v xz >/dev/null && echo xz) gz; do
    line="$(archive_line '[0-9a-f]{64}' "$ending")"
    [ -z "$line" ] || break
  done
  case "$sum" in
  *[!0-9a-f]* | '') ;;
  *) named="$(archive_line "$sum" '(gz|xz)')" && line="${named:-$line}" ;;
  esac
  [ -n "$line" ] || fail 2 "there is no archive for $system in $release; build modgauge from its sources"
  archive="${line#*  }"
  fetch "$archive" "$partial/archive"
  actual="$(sum_of "$partial/archive")"
  expected="${sum:-${line%%  *}}"
  [ "$actual" = "$expected" ] ||
    fail 1 "$archive has the SHA-256 sum $actual instead of $expected; nothing is installed"
}

unpack() {
  tar -xf "$partial/archive" -C "$partial/unpacked" --no-same-owner || fail 2 "$archive cannot be unpacked"
  unpacked="$partial/unpacked/${archive%.tar.?z}"
  found="$("$unpacked/bin/modgauge" --version 2>&1)" ||
    fail 2 "modgauge does not start here: $(printf '%s' "$found" | head -n 1); build it from its sources"
  mv "$unpacked" "$partial/release" && unpacked="$partial/release"
  each_link check_free "${partial##*/}/release"
  version="$found-$(printf '%.12s' "$actual")"
}

# The new version is complete before any link leads to it, and each link is replaced in one step.
place() {
  if [ ! -d "$library/$version" ]; then
    placed="$library/$version"
    mv "$unpacked" "$placed" || fail 2 "$library cannot be written to"
  fi
  each_link link "$version"
  for other in "$library"/*/; do
    [ "${other%/}" = "$library/$version" ] || rm -rf "$other"
  done
  echo "modgauge $found is installed: $prefix/bin/modgauge"
  case ":${PATH:-}:" in
  *":$prefix/bin:"*) ;;
  *) echo "Add it to your PATH: export PATH=\"$prefix/bin:\$PATH\"" ;;
  esac
  echo "Next: modgauge doctor shows what else builds and pictures need."
}

link() {
  mkdir -p "$prefix/${1%/*}" && ln -sf "$library/$2/$1" "$prefix/$1.modgauge-$$" &&
    mv -f "$prefix/$1.modgauge-$$" "$prefix/$1" && new="" made="" placed="" && return
  rm -f "$prefix/$1.modgauge-$$"
  # The program is all that is needed.
  [ "$1" != bin/modgauge ] || fail 2 "$prefix/$1 cannot be written to; choose another folder with --prefix"
}

main "$@"
