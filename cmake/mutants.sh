# The rules of tests/mutants, sourced by ./test: each is broken in a copy of the source (build/mutants, which has a build folder of its own),
# and the tests that it names must fail.
# shellcheck shell=bash

mutant_folder=build/mutants
mutant_build=build/mutants/build/mutants

# The test program of the copy; what it needs is built, incrementally.
build_copy() { (cd "$mutant_folder" && configure_and_build mutants --target parapet-tests) >"$mutant_folder.log" 2>&1; }

# passes MODEL CASES: status of the test cases on the program as it is; 0 means that all of them pass, 5 that there are none.
passes() {
  local log=$mutant_folder-tests.log status=0
  (
    ulimit -c 0 -v 8000000
    [ "$1" = - ] || export PARAPET_MODEL=$1
    timeout -k 10 "${PARAPET_MUTANT_TIMEOUT:-300}" "$mutant_build/parapet-tests" "--test-case=$2" </dev/null >"$log" 2>&1
  ) 2>/dev/null || status=$?
  if [ "$status" -eq 0 ] && [ "$(cases passed "$log")" = 0 ]; then status=5; fi
  return "$status"
}

# check_mutant RULE: killed, SURVIVED, DOES NOT APPLY or DOES NOT BUILD.
check_mutant() {
  local outcome=killed details model names
  "$mutant_tool" copy "$mutant_folder" || return
  if ! details=$("$mutant_tool" apply "$1" "$mutant_folder" 2>&1); then
    outcome="DOES NOT APPLY"
  elif ! build_copy; then
    outcome="DOES NOT BUILD"
    details=$(grep -m 3 'error' "$mutant_folder.log")
  else
    while IFS=$'\t' read -r model names; do
      if passes "$model" "$names"; then
        outcome=SURVIVED
        details+="${model#-} $names passes"$'\n'
      fi
    done < <("$mutant_tool" tests "$1")
  fi
  echo "$outcome  $1"
  if [ "$outcome" = killed ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    [ -z "$details" ] || printf '%s\n' "$details"
  fi
}

# check_mutants EVERY PATTERN: every n-th of the rules that match, after their tests have passed on the source as it is.
check_mutants() {
  local rules model names
  command -v ccache >/dev/null && export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER:-ccache}
  mutant_tool=build/$preset/parapet-mutants
  mapfile -t rules < <("$mutant_tool" list "$2" | awk -v every="$1" 'NR % every == 0')
  if [ ${#rules[@]} -eq 0 ]; then
    say "no rule matches $2"
    return
  fi
  mkdir -p "$mutant_folder"
  "$mutant_tool" copy "$mutant_folder"
  say "building the copy..."
  if ! build_copy; then
    cat "$mutant_folder.log"
    failed=$((failed + 1))
    return
  fi
  while IFS=$'\t' read -r model names; do
    passes "$model" "$names" && continue
    echo "FAILS WITHOUT AN EDIT  ${model#-} $names"
    cat "$mutant_folder-tests.log"
    failed=$((failed + 1))
  done < <("$mutant_tool" tests "${rules[@]}")
  for rule in "${rules[@]}"; do check_mutant "$rule"; done
  "$mutant_tool" copy "$mutant_folder"
}
