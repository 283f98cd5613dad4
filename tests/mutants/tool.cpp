// What `./test --mutants` needs of the rules in tests/mutants, called at the top of the source tree:
//   parapet-mutants list [PATTERN]      the rule of each mutant, or of those whose rule matches; those of `unseen` only if the pattern says so
//   parapet-mutants copy FOLDER         makes the folder a copy of the tree
//   parapet-mutants apply RULE FOLDER   makes the edits of a mutant in that copy; says why it cannot
//   parapet-mutants tests RULE...       what must fail: a model or -, and the test cases as doctest's --test-case takes them
#include <algorithm>
#include <exception>
#include <iostream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "mutants/mutants.h"

namespace {

using parapet::test::Mutant;

// doctest separates patterns by commas.
std::string escaped(const std::string& name) {
  std::string result;
  for (const char c : name) {
    if (c == ',') result += '\\';
    result += c;
  }
  return result;
}

void list(const std::string& pattern) {
  // Those of one file after each other, so that it is compiled once for each of them and once as it was.
  const parapet::test::Sources sources(".");
  std::multimap<std::string, std::string> rules;
  for (const Mutant& each : parapet::test::all_mutants(".")) {
    if (each.rule.starts_with("unseen/") && !pattern.starts_with("unseen/")) continue;
    if (parapet::test::matches(pattern, each.rule)) rules.emplace(sources.file_of(each), each.rule);
  }
  for (const auto& [file, rule] : rules) std::cout << rule << '\n';
}

std::vector<Mutant> named(const std::vector<std::string>& rules) {
  std::vector<Mutant> all = parapet::test::all_mutants(".");
  std::erase_if(all, [&](const Mutant& each) { return std::find(rules.begin(), rules.end(), each.rule) == rules.end(); });
  if (all.size() < rules.size()) throw std::runtime_error("there is no such rule");
  return all;
}

void tests(const std::vector<std::string>& rules) {
  std::set<std::string> lines;
  for (const Mutant& mutant : named(rules)) {
    for (const std::string& each : mutant.tests) lines.insert("-\t" + escaped(each));
    for (const std::string& each : mutant.models)
      lines.insert(each + (each.starts_with("examples/") ? "\texamples: each file has the verdicts that it states"
                                                         : "\tregress: the folder is the verdict"));
  }
  for (const std::string& line : lines) std::cout << line << '\n';
}

int apply(const std::string& rule, const std::string& folder) {
  const auto why = parapet::test::Sources(folder).apply(named({rule}).front(), true);
  if (why) std::cerr << *why << '\n';
  return why ? 1 : 0;
}

int run(const std::vector<std::string>& words) {
  if (!words.empty() && words[0] == "list") {
    list(words.size() > 1 ? words[1] : "*");
  } else if (words.size() == 2 && words[0] == "copy") {
    parapet::test::copy_tree(".", words[1]);
  } else if (words.size() == 3 && words[0] == "apply") {
    return apply(words[1], words[2]);
  } else if (words.size() >= 2 && words[0] == "tests") {
    tests({words.begin() + 1, words.end()});
  } else {
    return 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
