# Shared by ./run and ./test, which source it at the top of the source tree.
# shellcheck shell=bash

say() { printf '%s\n' "$*" >&2; }

# Runs apt-get as root; fails where that is impossible.
apt() {
  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { say "not root, and there is no sudo"; return 1; }
    sudo=(sudo)
  fi
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@" >&2
}

# install_packages [SECTION...]: installs what cmake/packages.txt names before its first section and in these sections, and the system does
# not have. A system without dpkg looks after itself. Where it fails, the build is
# tried all the same: it says best what it cannot do without.
install_packages() {
  command -v dpkg-query >/dev/null || return 0
  local name why installed wanted=yes missing=()
  installed=$'\n'$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null)$'\n'
  while read -r name why; do
    case $name in
      '' | '#'*) continue ;;
      '['*)
        if [[ " $* " == *" ${name:1:-1} "* ]]; then wanted=yes; else wanted=no; fi
        continue
        ;;
    esac
    [ "$wanted" = yes ] || continue
    if [[ $installed != *$'\n'"installed $name"$'\n'* ]]; then
      say "missing package: $name ($why)"
      missing+=("$name")
    fi
  done <cmake/packages.txt
  [ ${#missing[@]} -eq 0 ] && return 0
  say "installing: ${missing[*]}"
  { apt update && apt install --no-install-recommends "${missing[@]}"; } || say "not installed: ${missing[*]}; going on without"
}

# configure PRESET: once; afterwards the build itself notices changed CMake files.
configure() {
  local dir=build/$1
  if [ -f "$dir/build.ninja" ] || [ -f "$dir/Makefile" ]; then return 0; fi
  if command -v ninja >/dev/null; then
    cmake --preset "$1"
  else
    cmake --preset "$1" -G 'Unix Makefiles'
  fi
}

configure_and_build() {
  configure "$1" && cmake --build "build/$1" --parallel "$(nproc)" "${@:2}"
}

# build PRESET [cmake --build options]: silent unless it fails. One build at a time per preset.
build() {
  local log=build/$1.log status=0
  mkdir -p build || return
  (
    if command -v flock >/dev/null; then flock 9; fi
    configure_and_build "$@" >"$log" 2>&1
  ) 9>"build/$1.lock" || status=$?
  if [ "$status" -ne 0 ]; then
    cat "$log" >&2
    say "the build failed; its output is above and in $log"
  fi
  return "$status"
}
