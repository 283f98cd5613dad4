# Form and lint of the sources, sourced by ./test. Each function prints what it finds and returns 0 (clean), 1 (not clean) or 2 (cannot be
# done; then it prints why).
# shellcheck shell=bash

# The C++ files that changed against the first parent, or that git does not know yet; all of them with `all`.
sources() {
  local folders=(src smt frontend tests)
  if [ "$1" = all ] || ! git rev-parse --verify --quiet HEAD^1 >/dev/null 2>&1; then
    find "${folders[@]}" \( -name '*.cpp' -o -name '*.h' \) -print | sort
    return
  fi
  {
    git diff --name-only --diff-filter=d HEAD^1 -- "${folders[@]}"
    git ls-files --others --exclude-standard -- "${folders[@]}"
  } | grep -E '\.(cpp|h)$' | sort -u
}

check_format() {
  command -v clang-format >/dev/null || { echo "clang-format is not installed"; return 2; }
  local files
  mapfile -t files < <(sources "$1")
  [ ${#files[@]} -eq 0 ] || clang-format --dry-run --Werror "${files[@]}"
}

# check_tidy all|changed: with the commands of the preset `tidy`, in which each source is compiled for itself. It is only configured.
check_tidy() {
  command -v clang-tidy >/dev/null || { echo "clang-tidy is not installed"; return 2; }
  cmake --preset tidy >build/tidy.log 2>&1 || { cat build/tidy.log; return 1; }
  local files log
  # Headers are looked at with the sources that include them; the tests are judged by what they test.
  mapfile -t files < <(sources "$1" | grep -E '^(src|smt|frontend)/.*\.cpp$')
  [ ${#files[@]} -eq 0 ] && return 0
  log=$(printf '%s\0' "${files[@]}" | xargs -0 -n 4 -P "$(nproc)" clang-tidy -p build/tidy --quiet --warnings-as-errors='*' 2>/dev/null)
  local status=$?
  printf '%s\n' "$log"
  [ "$status" -eq 0 ]
}
